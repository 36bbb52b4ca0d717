"""The commonest little words of each language: what tells apart languages that share a script."""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, Mapping[str, frozenset[str]]] = {
    "latin": {
        "en": frozenset(
            """the of and to in is that it was for on are with as be this have from or by not but what all
            were we when your can there an which their if will would about how them then so
            these her him has more she he you i my they at our who been do its out up just
            let me us into than because should could may whether use used any over only
            needs does did few each both those very without between during while after
            before again must such""".split()
        ),
        "de": frozenset(
            """der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an
            werden aus er hat dass sie nach wird bei einer um am sind noch wie einem über
            einen so zum war haben nur oder aber vor zur bis mehr durch man ich wir ihr wenn
            sein kein keine muss können schon""".split()
        ),
        "fr": frozenset(
            """le de la les et des en un une du est que qui dans pour pas au sur ne se plus par avec il je
            ce sont mais ou nous vous elle cette ses aux être fait comme tout leur d'un
            c'est l'on sans si son deux même avons ont très où j'ai n'est qu'il était""".split()
        ),
        "es": frozenset(
            """de la que el en y los se del las un por con una su para es al lo como más pero sus le ya o
            este sí porque esta entre cuando muy sin sobre también me hasta hay donde quien
            desde todo nos durante todos uno les ni ser está son fue ha era tiene""".split()
        ),
        "it": frozenset(
            """di che e la il un a per è in una sono mi ho non si lo ha le con ti se cosa come da ci questo
            qui hai bene della del al dei nel alla gli più anche ma questa suo delle stato
            essere i perché tutto dalla sua nella degli molto quando""".split()
        ),
        "pt": frozenset(
            """de a o que e do da em um para é com não uma os no se na por mais as dos como mas foi ao ele
            das tem à seu sua ou ser quando muito há nos já está eu também só pelo pela até
            isso ela entre era depois sem mesmo aos ter seus você são""".split()
        ),
        "nl": frozenset(
            """de van het een en in is dat op te zijn met voor niet aan er om ook als bij maar door nog
            over ze uit deze naar hij heeft wordt worden ik je we kan geen dan wat of hun
            moet hebben was tot meer wel dit die""".split()
        ),
        "sv": frozenset(
            """och i att det som en på är av för med till den har de inte om ett han men var jag sig från
            vi så kan när år under också efter eller nu sin där vid mot ska skulle kommer ut
            får finns vara alla hade mycket""".split()
        ),
        "da": frozenset(
            """og i at det er en til af på for med de ikke den har som der et var men han jeg sig om kan vi
            så fra eller efter også nu da når ved skal vil være blev blive havde hun år alle
            meget noget""".split()
        ),
        "no": frozenset(
            """og i det er på som en til av for at med de ikke den har et var men han jeg seg om kan vi så
            fra eller etter også nå da når ved skal vil være ble bli hadde hun år alle mye
            noe hva opp""".split()
        ),
        "fi": frozenset(
            """ja on ei se että oli hän mutta ovat kun niin kuin myös tai jos joka sen ole mitä minä olen
            hänen mukaan vain jo sekä voi nyt vielä ollut sitä tämä tämän kanssa ne he me te
            sinä joita jotka kaikki hyvin""".split()
        ),
        "pl": frozenset(
            """w i na z do się nie to że jest o jak ale po co tak za od przez dla jego są być ma czy już
            może tym który która które tylko oraz lub ich był było jej przy także więc gdy
            mnie bardzo te""".split()
        ),
        "cs": frozenset(
            """a v se na je že o s z do i to k ve pro za by ale si po jako jsou podle které jeho byl tak
            který od jsem bude nebo také při není jen však aby když může jejich být této až
            než mezi""".split()
        ),
        "ro": frozenset(
            """de și în a la cu că nu o un pe din care mai este se să sau pentru au fost sunt ce fi prin
            dar după al ale lor era cel foarte această acest când dacă până el ea noi avea""".split()
        ),
        "hu": frozenset(
            """a az és hogy nem is egy ez meg csak de mint volt már ha még van el azt vagy kell én fel le
            ki ezt minden után itt lehet két között lesz aki ami pedig nagyon úgy""".split()
        ),
        "tr": frozenset(
            """ve bir bu da de için ile çok daha olarak ne gibi o olan kadar ama var sonra ben en mi her
            değil ki ya şey oldu olduğunu diye yok göre bunu ise veya bana""".split()
        ),
        "vi": frozenset(
            """và của là có các một cho không được với những trong để người này đã khi từ về như nhưng tôi
            bạn đó cũng nhiều ra vào rất sẽ hay tại hơn chúng thể phải đến làm theo trên nếu
            mình""".split()
        ),
        "sw": frozenset(
            """ya na wa kwa ni katika la za kuwa cha kama hii hiyo si yake au lakini watu pia sana huo huu
            wake ili moja hata wao wote alikuwa kutoka baada vya kila mtu hivyo nchi bila
            yao zaidi mimi wewe sisi""".split()
        ),
        "id": frozenset(
            """yang dan di untuk dengan ini dari dalam tidak itu pada akan adalah juga ke saya bisa ada
            oleh atau sudah kami mereka telah lebih karena seperti kita anda dapat menjadi
            harus saat""".split()
        ),
    },
    "devanagari": {
        "hi": frozenset(
            """है के में की का और से को पर हैं ने यह था नहीं भी एक कि हो जो
            लिए कर या तो आप हम इस तक ही वह मैं साथ अपने गया
            थे""".split()
        ),
        "mr": frozenset(
            """आहे आणि मध्ये नाही हे आहेत होते तो ती मी एक या व असे तर की
            ते हा ही करून साठी झाला केली केले म्हणून आपण
            आपल्या होती पण काही""".split()
        ),
        "ne": frozenset(
            """छ र हो छन् पनि यो मा गर्न भएको लागि हुन्छ तपाईं छैन हामी
            त्यो एक गर्ने थियो गरेको यस सबै नै तर भने मेरो
            हाम्रो अनि गर्नुहोस् हुन् के""".split()
        ),
    },
    "cyrillic": {
        "ru": frozenset(
            """и в не на что он с как это по но к у я из за то так же от вы для о мы бы его все она был или
            мне""".split()
        ),
        "uk": frozenset(
            """і в не на що він з як це по але до у я та за то так від ви для про ми би його все вона був
            або є""".split()
        ),
        "bg": frozenset(
            """и на се да в за от е с не че по са ще до като това си но при към ми той които който а или
            има съм беше може го ги във със тя""".split()
        ),
    },
}
"""By script, then by ISO 639-1 code. Where two languages tie, the first one is taken."""

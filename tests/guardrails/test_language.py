"""The language of a text shows in its script, letters and little words."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.language.detecting import NAMES, UNKNOWN_LATIN, language_of

SENTENCES = {
    "en": "We will send the report to the client on Friday.",
    "de": "Wir schicken den Bericht am Freitag an den Kunden.",
    "fr": "Nous enverrons le rapport au client vendredi.",
    "es": "Enviaremos el informe al cliente el viernes.",
    "it": "Invieremo il rapporto al cliente venerdì e poi ci vediamo.",
    "pt": "Vamos enviar o relatório ao cliente na sexta-feira.",
    "nl": "We sturen het rapport vrijdag naar de klant.",
    "sv": "Vi skickar rapporten till kunden på fredag.",
    "da": "Vi sender rapporten til kunden af hensyn til fristen, og jeg har meget at gøre nu.",
    "fi": "Lähetämme raportin asiakkaalle perjantaina, ja se on hyvä.",
    "pl": "Wyślemy raport do klienta w piątek.",
    "ru": "Мы отправим отчёт клиенту в пятницу.",
    "uk": "Ми надішлемо звіт клієнту в п'ятницю.",
    "bg": "Ще изпратим доклада на клиента в петък.",
    "hi": "हम शुक्रवार को ग्राहक को रिपोर्ट भेजेंगे।",
    "ar": "سنرسل التقرير إلى العميل يوم الجمعة.",
    "fa": "گزارش را روز جمعه برای مشتری می‌فرستیم.",
    "ur": "ہم جمعہ کو گاہک کو رپورٹ بھیجیں گے۔",
    "ja": "金曜日に顧客にレポートを送ります。",
    "zh": "我们将在星期五把报告发给客户。",
    "ko": "금요일에 고객에게 보고서를 보내겠습니다.",
    "th": "เราจะส่งรายงานให้ลูกค้าในวันศุกร์",
    "ta": "வெள்ளிக்கிழமை வாடிக்கையாளருக்கு அறிக்கை அனுப்புவோம்.",
    "te": "మేము శుక్రవారం నివేదిక పంపుతాము.",
    "kn": "ನಾವು ಶುಕ್ರವಾರ ವರದಿಯನ್ನು ಕಳುಹಿಸುತ್ತೇವೆ.",
    "ml": "ഞങ്ങൾ വെള്ളിയാഴ്ച റിപ്പോർട്ട് അയയ്ക്കും.",
    "gu": "અમે શુક્રવારે અહેવાલ મોકલીશું.",
    "pa": "ਅਸੀਂ ਸ਼ੁੱਕਰਵਾਰ ਨੂੰ ਰਿਪੋਰਟ ਭੇਜਾਂਗੇ।",
    "bn": "আমরা শুক্রবার রিপোর্ট পাঠাব।",
    "he": "נשלח את הדוח ללקוח ביום שישי.",
    "vi": "Chúng tôi sẽ gửi báo cáo cho khách hàng vào thứ Sáu.",
    "cs": "Zprávu pošleme klientovi v pátek.",
    "tr": "Raporu cuma günü müşteriye göndereceğiz ve bu çok iyi.",
    "ro": "Vom trimite raportul clientului vineri și este bine.",
    "hu": "Pénteken elküldjük a jelentést az ügyfélnek.",
    "el": "Θα στείλουμε την έκθεση την Παρασκευή.",
    "no": "Vi sender rapporten av hensyn til fristen, og jeg har mye å gjøre etter møtet.",
}  # fmt: skip


@pytest.mark.parametrize(("code", "sentence"), SENTENCES.items())
def test_one_sentence_is_enough(code: str, sentence: str) -> None:
    assert language_of(sentence) == code
    assert language_of(sentence.upper()) == code


def test_every_language_with_a_name_is_told() -> None:
    assert set(SENTENCES) == set(NAMES)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", None),
        ("12:30, 5 %", None),
        ("Budget", UNKNOWN_LATIN),
        ("SEND THE REPORT TO THE CLIENT", "en"),
        ("Here it is: Der Bericht ist fertig und wird am Freitag an den Kunden geschickt.", "de"),
        ("The word Rathaus is used in the text.", "en"),
    ],
)
def test_the_most_of_a_text_decides(text: str, code: str | None) -> None:
    assert language_of(text) == code


@given(st.text(max_size=200))
def test_any_text_has_a_language_or_none(text: str) -> None:
    assert language_of(text) in {None, UNKNOWN_LATIN, *NAMES}


def test_a_long_text_takes_no_time() -> None:
    began = time.process_time()
    language_of("é" * 1_000_000)
    language_of("a'" * 1_000_000)
    assert time.process_time() - began < 5.0

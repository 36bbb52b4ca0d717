"""The irregular verbs of English: the one table of past forms and participles.

Only verbs of what people do at work and at home; a regular past form ends in "ed".
"""

from __future__ import annotations

from collections.abc import Mapping

# Base, past and participle, where they differ from each other; each verb once.
_TABLE = """
    awake:awoke:awoken be:was:been bear:bore:borne beat:beat:beaten become:became:become begin:began:begun
    bend:bent:bent bid:bid:bid bind:bound:bound bite:bit:bitten blow:blew:blown break:broke:broken
    bring:brought:brought broadcast:broadcast:broadcast build:built:built burn:burnt:burnt buy:bought:bought
    cast:cast:cast catch:caught:caught choose:chose:chosen come:came:come cost:cost:cost cut:cut:cut
    deal:dealt:dealt dig:dug:dug do:did:done draw:drew:drawn dream:dreamt:dreamt drink:drank:drunk
    drive:drove:driven eat:ate:eaten fall:fell:fallen feed:fed:fed feel:felt:felt fight:fought:fought
    find:found:found fly:flew:flown forbid:forbade:forbidden forget:forgot:forgotten
    forgive:forgave:forgiven freeze:froze:frozen get:got:gotten give:gave:given go:went:gone
    grind:ground:ground grow:grew:grown hang:hung:hung have:had:had hear:heard:heard hide:hid:hidden
    hit:hit:hit hold:held:held keep:kept:kept know:knew:known lay:laid:laid lead:led:led learn:learnt:learnt
    leave:left:left lend:lent:lent let:let:let light:lit:lit lose:lost:lost make:made:made mean:meant:meant
    meet:met:met mow:mowed:mown outdo:outdid:outdone overtake:overtook:overtaken pay:paid:paid put:put:put
    quit:quit:quit read:read:read rebuild:rebuilt:rebuilt redo:redid:redone redraw:redrew:redrawn
    repay:repaid:repaid reset:reset:reset resell:resold:resold rerun:reran:rerun resend:resent:resent
    rewrite:rewrote:rewritten ride:rode:ridden ring:rang:rung rise:rose:risen run:ran:run say:said:said
    see:saw:seen seek:sought:sought sell:sold:sold send:sent:sent set:set:set sew:sewed:sewn
    shake:shook:shaken shed:shed:shed shoot:shot:shot show:showed:shown shut:shut:shut sing:sang:sung
    sink:sank:sunk sit:sat:sat sleep:slept:slept slide:slid:slid speak:spoke:spoken speed:sped:sped
    spell:spelt:spelt spend:spent:spent spin:spun:spun split:split:split spread:spread:spread
    stand:stood:stood steal:stole:stolen stick:stuck:stuck strike:struck:struck string:strung:strung
    swear:swore:sworn sweep:swept:swept swim:swam:swum swing:swung:swung take:took:taken
    teach:taught:taught tear:tore:torn tell:told:told think:thought:thought throw:threw:thrown
    undergo:underwent:undergone understand:understood:understood undertake:undertook:undertaken
    undo:undid:undone wake:woke:woken wear:wore:worn weave:wove:woven win:won:won wind:wound:wound
    withdraw:withdrew:withdrawn withhold:withheld:withheld write:wrote:written
"""
FORMS: Mapping[str, tuple[str, str]] = {
    base: (past, participle) for base, past, participle in (verb.split(":") for verb in _TABLE.split())
}
"""Each base with its past and its participle."""
BASES: Mapping[str, str] = {form: base for base, forms in FORMS.items() for form in forms}
"""Past forms and participles to their bases; a verb that does not change is its own ("put")."""
PARTICIPLES: Mapping[str, str] = {forms[1]: base for base, forms in FORMS.items()} | {"got": "get"}
"""Participles alone."""
UNCHANGED = frozenset(base for base, forms in FORMS.items() if forms[0] == base)
"""Verbs whose past looks like their present."""

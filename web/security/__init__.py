"""Who may open the page and change what it shows. Every request passes here before any view sees it.

In this order, each rule for a threat of its own (docs/threat-model.md):

1. the socket's peer must be in a local network (`daemon.base.addresses`);
2. the Host header must name this machine (`daemon.access.hosts`);
3. a visitor from another device must have entered a PIN (`door`; `daemon.access` keeps PINs,
   sessions and wrong guesses);
4. the visitor's role must allow the view (`roles`);
5. a request that changes something must come from a form of ours (`csrf`);
6. the answer tells the browser what it may do with it (`headers`).

What a new page has to do:

    @app.get("/settings")
    @require("admin")               # without it: a reader may GET and HEAD, all else needs an admin
    def settings() -> str: ...

    <form method="post">{{ csrf_field() }} ... </form>

A script sends the value of that field as the header X-CSRF-Token; uploads have to, since the field would be
looked for in the body. Templates know `visitor`: `visitor.role` is "reader", "member", "admin" or None,
`visitor.may("admin")` says what to offer; views find it at `flask.g.visitor`.

The server reads a whole body before anything here is called. So bodies are small, large files come in pieces,
and a view that takes more is listed in web.bodies, which checks for the PIN before the body is sent.
"""

from web.security.door import Door, Visitor, install
from web.security.roles import public, require

__all__ = ["Door", "Visitor", "install", "public", "require"]

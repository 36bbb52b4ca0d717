"""Who may open the page and change what it shows. Every request passes here before any view sees it.

In this order, each rule for a threat of its own (docs/threat-model.md):

1. the socket's peer must be in a local network (`peers`);
2. the Host header must name this machine (`hosts`);
3. whoever comes from another device has entered a PIN (`door`, `guesses`; kept by `daemon.access`);
4. the visitor's role must allow the view (`roles`);
5. what changes something must come from a form of ours (`csrf`);
6. the answer tells the browser what it may do with it (`headers`).

For a new page there is this much to do:

    @app.get("/settings")
    @require("admin")               # without it: a viewer may GET and HEAD, all else needs an admin
    def settings() -> str: ...

    <form method="post">{{ csrf_field() }} ... </form>

A script takes the value of that field and sends it as the header X-CSRF-Token; for uploads it has to, since
the field would be looked for in the body. Templates know `visitor`: `visitor.role` is "viewer", "admin" or
None, `visitor.may("admin")` says what to offer; views find it at `flask.g.visitor`.

The server takes in a whole body before anything here is asked: so bodies are small, large files come in
pieces, and a view that takes more is listed in web.bodies, where the PIN is asked for before the body.
"""

from web.security.door import Door, Visitor, install
from web.security.roles import public, require

__all__ = ["Door", "Visitor", "install", "public", "require"]

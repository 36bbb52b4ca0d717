"""`roomscribe run`: the three services as children, where there is no systemd."""

from __future__ import annotations

import click

from daemon.cli.context import AppContext


@click.command()
@click.option(
    "--port", type=click.IntRange(0, 65535), help="Port of the page, instead of the configured one."
)
@click.option("--host", metavar="ADDRESS", help="Address of the page; beyond loopback it needs a PIN.")
@click.pass_obj
def run(app: AppContext, port: int | None, host: str | None) -> int:
    """Record, transcribe and show the notes, in the foreground until Ctrl-C.

    Starts the recorder, the worker and the hub, and restarts any that crashes.
    """
    from daemon.base.log import log_to_stderr
    from daemon.base.supervise import Service, supervise

    log_to_stderr("run")
    config = app.config  # an error in it is one line here, not one in each service
    options = ["--state", str(app.state_dir)]
    options += ["--config", str(app.config_file.absolute())] if app.config_file else []
    options += ["--debug"] if app.debug else []
    page = ["--port", str(port)] if port is not None else []
    page += ["--host", host] if host is not None else []
    services = [
        Service("hub", [*options, "service", "hub", *page], is_vital=True),
        Service("worker", [*options, "service", "worker"]),
        Service("recorder", [*options, "service", "recorder"]),
    ]
    if config.llm.server:
        services.append(Service("relay", [*options, "service", "relay"]))
    return supervise(services)

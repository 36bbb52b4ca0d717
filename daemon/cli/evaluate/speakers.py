"""`roomscribe dev eval speakers`: how well voices are told apart, on recordings of one's own rooms."""

from __future__ import annotations

import json
from pathlib import Path

import click

from daemon.cli.context import AppContext


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False), metavar="FOLDER")
@click.option(
    "--engine", type=click.Choice(["classical", "onnx"]), default="classical", help="What tells them apart."
)
@click.option(
    "--voices", type=click.IntRange(1, 100), metavar="N", help="So many people speak in each recording."
)
@click.option("--most-voices", type=click.IntRange(1, 100), metavar="N", help="At most so many people speak.")
@click.option("--json", "as_json", is_flag=True, help="The figures as one JSON document.")
@click.pass_obj
def speakers(
    app: AppContext, folder: Path, engine: str, voices: int | None, most_voices: int | None, as_json: bool
) -> None:
    """Tell voices apart in every recording of FOLDER that has a NAME.rttm with the true turns beside it.

    Prints for each the diarization error rate (collar 0.25 s, overlap counted) and the share of turns with
    the right voice. Needs no speech weights: the turns are taken for the lines of a transcript. The engine
    onnx is the model that [models] voices names.
    """
    from daemon.models.weights import Weights
    from pipelines.errors import BadInputError
    from pipelines.evaluate.speakers import annotated, score_file
    from pipelines.speakers.classical import ClassicalEngine
    from pipelines.speakers.turns import VoiceCount

    if voices and most_voices:
        raise BadInputError("--voices and --most-voices exclude each other: give one of them")
    count = VoiceCount(exactly=voices, at_most=most_voices)
    weights = Weights(app.config, app.models_dir)
    chosen = ClassicalEngine() if engine == ClassicalEngine.name else weights.neural_engine()
    found = []
    for path in annotated(folder):
        found.append(score_file(path, chosen, count))
        if not as_json:
            click.echo(line(path.name, found[-1].score.der, found[-1].score.right_lines, found[-1].voices))
    total = sum((each.score for each in found[1:]), found[0].score)
    if as_json:
        click.echo(json.dumps({"files": [each.as_json() for each in found], "all": total.as_json()}))
    else:
        click.echo(line("all", total.der, total.right_lines))


def line(name: str, der: float, right: float, voices: int | None = None) -> str:
    heard = "" if voices is None else f", {voices} voice{'s' * (voices != 1)}"
    return f"{name}: DER {der:.1%}, {right:.1%} of lines with the right voice{heard}"

"""The rooms of a building: each shows its meetings in those that take them, and stays their only writer.

    STATE/rooms/pairs.json              which rooms this one knows                      written by the hub
    STATE/rooms/out/notes|gone|answers  what this room shows others                     written by the hub
    STATE/rooms/out/taken               what of a lost box was taken back, as empty files   written by the hub
    STATE/rooms/to/DEVICE/orders|back   what this room asks of another, or gives back   written by the hub
    STATE/rooms/unit/in/DEVICE/...      what another room shows                         written by Syncthing
    STATE/rooms/unit/from/DEVICE/...    what another room asks                          written by Syncthing
    STATE/rooms/unit/status.json        who is near, connected, asks                    written by the unit

Syncthing carries these folders, in a unit of its own (`service`); the hub reads and writes files and never
speaks to it (docs/adr/0311).
"""

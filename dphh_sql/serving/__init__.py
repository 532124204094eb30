"""`dphh serve`: analyst connections behind the PostgreSQL wire protocol (needs the extra `serve`).

A client talks to the protocol (`protocol`, over `wire`), which runs statements (`statements`, `results`) on an analyst
connection of its own and never sees the owner's. Why the protocol is ours: docs/adr/serving.md.
"""

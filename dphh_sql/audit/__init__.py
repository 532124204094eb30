"""The privacy audit: proof by machine on the installed package (`dphh audit`).

Nothing here takes part in a release. The accountant of this package is independent of
`dphh_sql.accounting.path`: it shares no code with it and works in rational arithmetic.
"""

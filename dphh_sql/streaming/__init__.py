"""Sketches: the frequent items of a row-order stream in bounded memory.

One pass, integer counters, unit increments. Everything here is exact and deterministic given the stream (and, for
the linear sketches, the hash functions): noise, thresholds and charges belong to `dphh_sql.mechanisms`.

The privacy of a sketch rests on how it differs between streams that differ in one row, with the *other rows in the same
order*. So rows are read in one total order (`reading`), and whatever a sketch does may depend on an item's own value
and on when it came, never on a number given to items in the order of their arrival.
"""

"""Night Market. Seven wares lie open in a row. For each, everybody lays one of seven lanterns face down.

The brightest lantern takes the ware, the dimmest a coin. Scorpions are wares, too: nobody wants them.
"""

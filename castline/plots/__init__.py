"""Pictures of feelings: a line chart of two people, a heat map of everybody, small charts of the greatest shifts.

They need matplotlib (`pip install 'castline[plot]'`), which is loaded when a picture is drawn and not before.
"""

from castline.plots.heat import plot_heat
from castline.plots.lines import plot_feelings
from castline.plots.multiples import plot_shifts

__all__ = ["plot_feelings", "plot_heat", "plot_shifts"]

"""Pictures of feelings: two people over the chapters, the network of everybody or their heat map, the greatest swings; and the
scores of a benchmark's methods.

They need matplotlib (`pip install 'castline[plot]'`), which is loaded when a picture is drawn and not before.
"""

from castline.plots.heat import plot_heat
from castline.plots.lines import plot_feelings
from castline.plots.multiples import choose_pairs, plot_shifts
from castline.plots.scores import plot_scores
from castline.plots.web import plot_web

__all__ = ["choose_pairs", "plot_feelings", "plot_heat", "plot_scores", "plot_shifts", "plot_web"]

// A point of what is drawn in a chart.

/** Seconds since 1970 UTC, of a bar. */
export type PlotPoint = { readonly time: number; readonly value: number };

// Places of ratios and percentages in figures, of one run and of several together.

/** Decimals of ratios and percentages. */
export const RATIO_SCALE = 8;

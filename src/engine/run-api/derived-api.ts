// Values of each bar that a program computes by itself, shared by runs on the same window.

/** Of one computation: as many columns as it has results. */
export type DerivedColumns = {
  /** Bars that are there, from the first on. */
  filledCount: number;
  readonly columns: readonly Float64Array[];
  /** Steps that each bar was charged when it was computed. */
  readonly charges: Float64Array;
  /** What the next bar is computed from. */
  readonly state: unknown;
};

/** `key` names all that the values depend on besides the program and the window. */
export type DerivedRequest = {
  readonly program: string;
  readonly key: string;
  readonly columnCount: number;
  readonly freshState: () => unknown;
};

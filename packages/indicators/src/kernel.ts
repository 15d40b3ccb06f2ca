// A kernel is one recurrence over rows of numbers: what it remembers is a block of numbers, and one
// loop serves both a whole column and a single new candle, so the two cannot differ.

/** Equally long columns, oldest row first. */
export type Columns = readonly Float64Array[];

export type Kernel = {
  readonly name: string;
  /** How many columns it writes. */
  readonly outputs: number;
  /** How many rows it takes in before the first row that has a value. */
  readonly lookback: (parameters: readonly number[]) => number;
  /** How many numbers it remembers between rows. */
  readonly size: (parameters: readonly number[]) => number;
  /** How many plain recurrences a row takes as long as; absent: one, whatever the parameters. */
  readonly rowWork?: (parameters: readonly number[]) => number;
  /** Writes into zeroed `state` what it remembers before the first row, parameters included. */
  readonly begin: (state: Float64Array, parameters: readonly number[]) => void;
  /**
   * Takes in rows `from` to `to` (exclusive) of `inputs` and writes the same rows of `outputs`, NaN
   * where there is no value yet. All inputs are finite. Reads and writes `state`, allocates
   * nothing.
   */
  readonly run: (
    state: Float64Array,
    inputs: Columns,
    outputs: Columns,
    from: number,
    to: number,
  ) => void;
};

/** For kernels that go through their window, the first parameter, again in each row. */
export function workOfWindow([period = 0]: readonly number[]): number {
  return 1 + period / 2;
}

/** For kernels that need no row before the first value. */
export function noLookback(): number {
  return 0;
}

/** For kernels whose state begins with their parameters and is zero after them. */
export function keepParameters(state: Float64Array, parameters: readonly number[]): void {
  state.set(parameters);
}

/** For kernels that remember nothing but their parameters. */
export function sizeOfParameters(parameters: readonly number[]): number {
  return parameters.length;
}

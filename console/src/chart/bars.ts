// Bars as charts need them, decoded from the columns of the API.

/** The columns of the API, as far as bars are made of them. */
export type Columns = {
  readonly price_step: string;
  readonly amount_step: string;
  readonly start_at: string | null;
  readonly minutes: readonly number[];
  readonly open: readonly number[];
  readonly high: readonly number[];
  readonly low: readonly number[];
  readonly close: readonly number[];
  readonly volume: readonly number[];
};

export type Bar = {
  /** Seconds since 1970 at which it begins. */
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
};

/** Oldest first. */
export function barsOf(columns: Columns): readonly Bar[] {
  const priceOf = unitsOf(columns.price_step);
  const amountOf = unitsOf(columns.amount_step);
  let time = columns.start_at === null ? 0 : Date.parse(columns.start_at) / 1_000;
  let [open, high, low, close] = [0, 0, 0, 0];
  return columns.minutes.map((minutes, at) => {
    time += minutes * 60;
    open += columns.open[at] ?? 0;
    high += columns.high[at] ?? 0;
    low += columns.low[at] ?? 0;
    close += columns.close[at] ?? 0;
    return {
      time,
      open: priceOf(open),
      high: priceOf(high),
      low: priceOf(low),
      close: priceOf(close),
      volume: amountOf(columns.volume[at] ?? 0),
    };
  });
}

/** A number of steps as the float that is nearest to the decimal: one division rounds once. */
export function unitsOf(step: string): (steps: number) => number {
  const [whole = '0', fraction = ''] = step.split('.');
  const numerator = Number(`${whole}${fraction}`);
  const denominator = 10 ** fraction.length;
  return (steps) => (steps * numerator) / denominator;
}

/** The bar that an instant is in: the last that begins then or before; -1: it is older than all. */
export function barIndexAt(bars: readonly { readonly time: number }[], seconds: number): number {
  let [low, high] = [0, bars.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((bars[middle]?.time ?? Infinity) <= seconds) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

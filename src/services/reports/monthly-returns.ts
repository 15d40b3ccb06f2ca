// Returns by calendar month (UTC) from an equity curve.

export type EquityPoint = { readonly atMs: number; readonly value: number };

export type YearOfReturns = {
  readonly year: number;
  /** Percent, January first; null where the curve does not reach. */
  readonly months: readonly (number | null)[];
  /** Percent over the part of the year that the curve covers. */
  readonly total: number;
};

type MonthEnd = { readonly year: number; readonly month: number; readonly value: number };

/**
 * Percent of the value at the month's beginning, which is the last point before it (the first point
 * of all for the first month). Empty without points, or with a beginning that is not above zero.
 */
export function monthlyReturns(equity: readonly EquityPoint[]): readonly YearOfReturns[] {
  const first = equity[0];
  if (first === undefined || first.value <= 0) return [];
  const ends = monthEnds(equity);
  const years = new Map<number, (number | null)[]>();
  const totals = new Map<number, { from: number; to: number }>();
  let before = first.value;
  for (const { year, month, value } of ends) {
    const months = years.get(year) ?? Array.from({ length: 12 }, () => null);
    months[month] = percentChange(before, value);
    years.set(year, months);
    totals.set(year, { from: totals.get(year)?.from ?? before, to: value });
    before = value;
  }
  return [...years].map(([year, months]) => {
    const { from, to } = totals.get(year) ?? { from: 1, to: 1 };
    return { year, months, total: percentChange(from, to) };
  });
}

function monthEnds(equity: readonly EquityPoint[]): readonly MonthEnd[] {
  const ends: MonthEnd[] = [];
  const firstMs = equity[0]?.atMs ?? 0;
  for (const { atMs, value } of equity) {
    // What stands at the end of a month is of that month, not of the next one.
    const date = new Date(Math.max(firstMs, atMs - 1));
    const end = { year: date.getUTCFullYear(), month: date.getUTCMonth(), value };
    const last = ends.at(-1);
    if (last !== undefined && last.year === end.year && last.month === end.month) ends.pop();
    ends.push(end);
  }
  return ends;
}

function percentChange(from: number, to: number): number {
  return from > 0 ? ((to - from) / from) * 100 : 0;
}

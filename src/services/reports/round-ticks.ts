// Round values along an axis, for people to read a chart by.

export type Tick = { readonly value: number; readonly text: string };

const STEPS = [1, 2, 5, 10];

/** About `count` values from `least` to `most`; one where the two are equal. */
export function roundTicks(least: number, most: number, count: number): readonly Tick[] {
  if (!(most > least)) return [{ value: least, text: least.toFixed(2) }];
  const rough = (most - least) / count;
  const power = Math.floor(Math.log10(rough));
  const part = 10 ** power;
  const factor = STEPS.find((step) => step * part >= rough) ?? 10;
  const decimals = Math.min(20, Math.max(0, factor === 10 ? -power - 1 : -power));
  const step = factor * part;
  const first = Math.ceil(least / step - 1e-9);
  const last = Math.floor(most / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const value = (first + index) * step;
    return { value, text: value.toFixed(decimals).replace(/^-(0(\.0*)?)$/, '$1') };
  });
}

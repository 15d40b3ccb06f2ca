// Importance of each input of a lab: the share of the differences in profit that its values explain
// by themselves.

import type { LabParameter, LabResult } from '@tidemill/client';

export type ScoredResult = { readonly result: LabResult; readonly profit: number };

export type Importance = {
  readonly key: string;
  /** From 0 to 1. */
  readonly share: number;
};

/** The most important first; none where all runs gained the same. */
export function importancesOf(
  swept: readonly LabParameter[],
  scored: readonly ScoredResult[],
): readonly Importance[] {
  const mean = meanOf(scored);
  const whole = scored.reduce((sum, { profit }) => sum + (profit - mean) ** 2, 0);
  if (whole === 0) return [];
  return swept
    .map(({ key }) => {
      const groups = new Map<unknown, ScoredResult[]>();
      for (const one of scored) {
        const value = one.result.parameters[key];
        const group = groups.get(value);
        if (group === undefined) groups.set(value, [one]);
        else group.push(one);
      }
      let between = 0;
      for (const group of groups.values()) between += group.length * (meanOf(group) - mean) ** 2;
      return { key, share: between / whole };
    })
    .toSorted((left, right) => right.share - left.share);
}

function meanOf(scored: readonly ScoredResult[]): number {
  return scored.reduce((sum, { profit }) => sum + profit, 0) / scored.length;
}

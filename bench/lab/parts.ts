// Parts of a lab's run by file: the first that fits counts.

import type { Part } from '../backtest/parts.ts';

export const LAB_PARTS: readonly Part[] = [
  ['collector', /\(garbage collector\)/],
  ['columns', /engine\/series|src\/indicators|shared-columns|align-columns/],
  ['update', /lua-script|^ (warm|main)$|src\/script|managed-column/],
  ['statistics', /equity-curve|managed-curve|trade-statistics|run-figures|overfitting/],
  [
    'result',
    /build-report|managed-result|result-figures|data-hash|backtesting\/sweep|execution-settings/,
  ],
  ['ledger', /domain\/(ledger|money|position)|positions\/|lib\/decimal/],
  ['match', /domain\/(matching|venue|order|market|fast-spot)|engine\/venue-feed/],
  ['order', /src\/commands\/trad|engine\/run\/(orders|apis)|advance-run|managed-run/],
  ['set-up', /make-feed|run-backtest|prepare-|commands\/binding|engine\/run\/run/],
];

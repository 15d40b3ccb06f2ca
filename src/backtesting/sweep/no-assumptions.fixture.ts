// Assumptions of a run that made none, for tests of what is computed from results.

import type { ResultFigures } from '#backtesting/sweep/result-figures.ts';

export const NO_ASSUMPTIONS: ResultFigures['assumptions'] = {
  ambiguousFills: 0,
  gapFills: 0,
  partialFills: 0,
  rejectedOrders: 0,
  missingMinutes: 0,
  liquidations: 0,
};

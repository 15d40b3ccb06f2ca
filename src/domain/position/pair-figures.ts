// Figures of a grid's pairs of fills, in the profit currency, fees deducted. A pair is a trade by
// itself, though the position that it changes may never close.

import type { Decimal } from '#lib/decimal.ts';

export type PairFigures = {
  readonly winning: number;
  readonly losing: number;
  readonly profit: Decimal;
  readonly biggestWin: Decimal;
  readonly biggestLoss: Decimal;
  readonly profitFactor: Decimal;
  readonly winRatePercent: Decimal;
  readonly averageProfit: Decimal;
};

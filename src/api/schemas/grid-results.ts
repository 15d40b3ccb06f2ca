// Results of a grid: pairs of fills that matched one another, and all the rest, which floats.

import type { Decimal } from '#lib/decimal.ts';
import { addDecimal, subtractDecimal, ZERO } from '#lib/decimal.ts';
import type { PairFigures } from '#domain/position/pair-figures.ts';
import { decimalField, field, shapeOf } from '#api/schemas/field-codec.ts';
import { int32 } from '#api/schemas/wire-values.ts';

type GridSource = {
  readonly pairs: PairFigures;
  readonly realizedProfit: Decimal;
  readonly unrealizedProfit: Decimal;
};

const PAIRS = 'Pairs of fills: a fill and the one on the other line that matches it.';

export const GRID_RESULTS = shapeOf<GridSource>()('GridResults', 'What a grid has brought.', {
  closed: field(int32(PAIRS, 21), ({ pairs }) => pairs.winning + pairs.losing),
  winning: field(int32('Of them with a profit.', 20), ({ pairs }) => pairs.winning),
  losing: field(int32('Of them with none.', 1), ({ pairs }) => pairs.losing),
  grid_profit: decimalField('Of those pairs, fees deducted.', '120.5', ({ pairs }) => pairs.profit),
  floating_profit: decimalField(
    'All other profit, open positions included.',
    '-8.1',
    floatingProfit,
  ),
  average_profit: decimalField('Of a pair.', '5.74', ({ pairs }) => pairs.averageProfit),
  biggest_win: decimalField('Of one pair.', '7.4', ({ pairs }) => pairs.biggestWin),
  biggest_loss: decimalField('Of one pair.', '-0.2', ({ pairs }) => pairs.biggestLoss),
  win_percentage: decimalField('0 to 100.', '95.24', ({ pairs }) => pairs.winRatePercent),
  profit_factor: decimalField('Won over lost.', '603.5', ({ pairs }) => pairs.profitFactor),
});

const NO_PAIRS: PairFigures = {
  winning: 0,
  losing: 0,
  profit: ZERO,
  biggestWin: ZERO,
  biggestLoss: ZERO,
  profitFactor: ZERO,
  winRatePercent: ZERO,
  averageProfit: ZERO,
};

/** All that was earned but for the pairs. */
export function floatingProfit({ pairs, realizedProfit, unrealizedProfit }: GridSource): Decimal {
  return subtractDecimal(addDecimal(realizedProfit, unrealizedProfit), pairs.profit);
}

/** `pairs` null: the grid has made no step yet. */
export function earnedOf({
  pairs,
  realizedProfit,
  unrealizedProfit,
}: Omit<GridSource, 'pairs'> & { readonly pairs: PairFigures | null }): GridSource {
  return { pairs: pairs ?? NO_PAIRS, realizedProfit, unrealizedProfit };
}

// What a grid has brought: pairs of fills that answered one another, and all the rest, which
// floats.

import type { Static } from 'typebox';
import type { Decimal } from '#lib/decimal.ts';
import { addDecimal, subtractDecimal, ZERO } from '#lib/decimal.ts';
import type { PairFigures } from '#domain/position/pair-figures.ts';
import { answeredDecimal, decimalToWire, int32, shape } from '#api/schemas/wire-values.ts';

const PAIRS = 'Pairs of fills: a fill and the one on the other line that matches it.';

export const GridResultsSchema = shape('GridResults', 'What a grid has brought.', {
  closed: int32(PAIRS, 21),
  winning: int32('Of them with a profit.', 20),
  losing: int32('Of them with none.', 1),
  grid_profit: answeredDecimal('Of those pairs, fees deducted.', '120.5'),
  floating_profit: answeredDecimal('All other profit, open positions included.', '-8.1'),
  average_profit: answeredDecimal('Of a pair.', '5.74'),
  biggest_win: answeredDecimal('Of one pair.', '7.4'),
  biggest_loss: answeredDecimal('Of one pair.', '-0.2'),
  win_percentage: answeredDecimal('0 to 100.', '95.24'),
  profit_factor: answeredDecimal('Won over lost.', '603.5'),
});

type Earned = {
  readonly pairs: PairFigures;
  readonly realizedProfit: Decimal;
  readonly unrealizedProfit: Decimal;
};

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
export function floatingProfit({ pairs, realizedProfit, unrealizedProfit }: Earned): Decimal {
  return subtractDecimal(addDecimal(realizedProfit, unrealizedProfit), pairs.profit);
}

/** `pairs` null: the grid has made no step yet. */
export function gridResultsToWire({
  pairs: counted,
  ...profits
}: Omit<Earned, 'pairs'> & { readonly pairs: PairFigures | null }): Static<
  typeof GridResultsSchema
> {
  const pairs = counted ?? NO_PAIRS;
  return {
    closed: pairs.winning + pairs.losing,
    winning: pairs.winning,
    losing: pairs.losing,
    grid_profit: decimalToWire(pairs.profit),
    floating_profit: decimalToWire(floatingProfit({ pairs, ...profits })),
    average_profit: decimalToWire(pairs.averageProfit),
    biggest_win: decimalToWire(pairs.biggestWin),
    biggest_loss: decimalToWire(pairs.biggestLoss),
    win_percentage: decimalToWire(pairs.winRatePercent),
    profit_factor: decimalToWire(pairs.profitFactor),
  };
}

// Figures of a grid's pairs as the column of JSON that they are stored in; its decimals are
// strings.

import { decimalFromColumn } from '#adapters/postgres/rows/decimal-column.ts';
import { figureText } from '#adapters/postgres/connection/storable-values.ts';
import type { PairFigures } from '#domain/position/pair-figures.ts';

export type PairsColumn = {
  readonly [Name in keyof PairFigures]: PairFigures[Name] extends number ? number : string;
};

/** Column of the pairs; null where a bot is no grid. */
export function pairsToColumn(pairs: PairFigures | null): PairsColumn | null {
  if (pairs === null) return null;
  return {
    winning: pairs.winning,
    losing: pairs.losing,
    profit: figureText(pairs.profit),
    biggestWin: figureText(pairs.biggestWin),
    biggestLoss: figureText(pairs.biggestLoss),
    profitFactor: figureText(pairs.profitFactor),
    winRatePercent: figureText(pairs.winRatePercent),
    averageProfit: figureText(pairs.averageProfit),
  };
}

/** Column as the text that a statement takes; null where a bot is no grid. */
export function pairsText(pairs: PairFigures | null): string | null {
  const column = pairsToColumn(pairs);
  return column === null ? null : JSON.stringify(column);
}

/** Pairs of a column; null where a bot is no grid. */
export function pairsFromColumn(column: PairsColumn | null): PairFigures | null {
  if (column === null) return null;
  return {
    winning: column.winning,
    losing: column.losing,
    profit: decimalFromColumn(column.profit),
    biggestWin: decimalFromColumn(column.biggestWin),
    biggestLoss: decimalFromColumn(column.biggestLoss),
    profitFactor: decimalFromColumn(column.profitFactor),
    winRatePercent: decimalFromColumn(column.winRatePercent),
    averageProfit: decimalFromColumn(column.averageProfit),
  };
}

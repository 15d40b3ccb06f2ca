// Profit of a trade that is still open when its run ends.

import { sumOf } from '../parts/steps.ts';

/** As the API has it. */
type Trade = {
  readonly is_closed: boolean;
  readonly realized_profit: string;
  readonly roi: string | null;
};

/**
 * With what the one that is open would still gain: what it has realized is little but its fees. Its
 * return is of that, and is not shown.
 */
export function withOpenProfit<Of extends Trade>(
  trades: readonly Of[],
  profit: string | undefined,
): readonly (Omit<Of, 'roi'> & Pick<Trade, 'roi'>)[] {
  const open = trades.filter(({ is_closed: isClosed }) => !isClosed);
  if (profit === undefined || open.length !== 1) return trades;
  return trades.map((trade) =>
    trade.is_closed
      ? trade
      : { ...trade, realized_profit: sumOf([trade.realized_profit, profit]), roi: null },
  );
}

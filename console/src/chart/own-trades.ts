// One's own orders and fills as a chart shows them.

import type { AccountFill, KnownOrder } from '@tidemill/client';
import { formatDecimal, formatFixed } from '../parts/format.ts';
import type { Trade } from './marks.ts';
import type { PriceLine } from './price-chart.ts';
import { CHART } from '../words/chart.ts';

/** Mark of a fill, its price with the decimals of the market. */
export function tradeOfFill(
  fill: Pick<AccountFill, 'fill_id' | 'filled_at' | 'side' | 'price' | 'amount'>,
  decimals: number,
): Trade {
  const { fill_id: id, filled_at: at, side, price, amount } = fill;
  const text = CHART.at(formatDecimal(amount), formatFixed(price, decimals));
  return { id, atMs: Date.parse(at), side, price: Number(price), text };
}

/** A line at its price, and a dashed one at what sets it off. */
export function linesOfOrder(
  order: Pick<KnownOrder, 'order_id' | 'side' | 'price' | 'trigger_price'>,
): readonly PriceLine[] {
  const { order_id: id, side, price, trigger_price: trigger } = order;
  const line = (part: string, at: string, isDashed: boolean): PriceLine => ({
    id: `${id}-${part}`,
    price: Number(at),
    look: side,
    isDashed,
  });
  return [
    ...(trigger === null ? [] : [line('trigger', trigger, true)]),
    ...(/[1-9]/.test(price) ? [line('price', price, false)] : []),
  ];
}

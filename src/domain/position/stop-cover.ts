// Cover of a position by the stops of its bot, and who watches for their prices: the exchange, also
// while the service is down, or the service.

import type { Decimal } from '#lib/decimal.ts';
import { addDecimal, subtractDecimal, ZERO } from '#lib/decimal.ts';
import { exitSide } from '#domain/position/position.ts';
import { isEmulated } from '#domain/order/is-emulated.ts';
import type { Order } from '#venue-port/order/order.ts';

/**
 * `exchange`: stops that it holds cover all of the position. `service`: stops do, and the service
 * watches for some or all of them. `part`: stops cover a part of it. `none`: there is no stop.
 */
export const STOP_COVERS = ['exchange', 'service', 'part', 'none'] as const;
export type StopCover = (typeof STOP_COVERS)[number];

export type CoveredPosition = {
  readonly marketTag: string;
  readonly direction: 'long' | 'short';
  readonly amount: Decimal;
};

/**
 * Of all positions of the bot in that direction of the market together: stops are not of one of
 * them. `orders`: those of the bot that work. One of which nobody knows whether the exchange has it
 * covers nothing.
 */
export function stopCover(
  { marketTag, direction }: CoveredPosition,
  positions: readonly CoveredPosition[],
  orders: readonly Order[],
): StopCover {
  const held = sumOf(
    positions.filter((each) => each.marketTag === marketTag && each.direction === direction),
    ({ amount }) => amount,
  );
  const stops = orders.filter(
    (order) => order.marketTag === marketTag && isStopAgainst(order, direction),
  );
  const [here, there] = [stops.filter(isEmulated), stops.filter(isAtExchange)];
  const atExchange = sumOf(there, leftOf);
  const inAll = addDecimal(atExchange, sumOf(here, leftOf));
  if (atExchange >= held) return 'exchange';
  if (inAll >= held) return 'service';
  return inAll > ZERO ? 'part' : 'none';
}

function isStopAgainst({ side, type, terms }: Order, direction: 'long' | 'short'): boolean {
  const isStop = type.startsWith('stop_') || type.startsWith('trailing_stop_');
  return isStop && terms.exit !== null && side === exitSide(direction);
}

function isAtExchange({ state, terms }: Order): boolean {
  return state === 'open' && terms.heldBy === 'exchange';
}

function leftOf({ amount, filledAmount }: Order): Decimal {
  return subtractDecimal(amount, filledAmount);
}

function sumOf<T>(items: readonly T[], valueOf: (item: T) => Decimal): Decimal {
  return items.reduce((sum, item) => addDecimal(sum, valueOf(item)), ZERO);
}

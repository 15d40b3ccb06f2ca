// Worst price of a market order that its venue takes as a limit alone.

import type { Decimal } from '#lib/decimal.ts';
import { decimal, multiplyDecimal } from '#lib/decimal.ts';
import type { NewVenueOrder } from '#venue-port/exchange/exchange.ts';
import { marketGrid, priceOf, ticksOf } from '#venue-port/market/market-grid.ts';
import type { Market } from '#venue-port/market/market.ts';
import { passivePrice } from '#venue-port/market/price-digits.ts';
import type { OrderSide } from '#venue-port/order/order.ts';
import type { AccountContext, ListedMarket, VenueDialect } from '#venues/dialect.ts';
import type { VenueRequests } from '#venues/venue-requests.ts';

type ProtectionDeps = {
  readonly requests: Pick<VenueRequests, 'read'>;
  readonly dialect: Pick<VenueDialect, 'orders' | 'price'>;
};

/** Of a market buy that must be sent as a limit: the worst it may fill at, times the price. */
const PROTECTION = { buy: decimal('1.02'), sell: decimal('0.98') } as const;

/**
 * Further away than a market order is ever filled in a market that it should meet; null where it
 * needs none. Throws Failure.
 */
export async function protectionPriceOf(
  { requests, dialect }: ProtectionDeps,
  { type, side }: Pick<NewVenueOrder, 'type' | 'side'>,
  listed: ListedMarket,
  context: AccountContext,
): Promise<Decimal | null> {
  const { market } = listed;
  const isInMode = side === 'buy' && dialect.orders.buysByLimitIn?.(context) === true;
  if (type !== 'market' || !(isInMode || isByLimit(market, side))) return null;
  const { price } = await requests.read(null, dialect.price(listed));
  const worst = multiplyDecimal(price, PROTECTION[side], 'floor');
  const grid = marketGrid(market);
  const onStep = priceOf(grid, ticksOf(grid, worst, side === 'buy' ? 'floor' : 'ceil'));
  return passivePrice(market, onStep, side);
}

function isByLimit({ marketBuyBy }: Market, side: OrderSide): boolean {
  return marketBuyBy === 'limit_ioc' || (marketBuyBy === 'quote_limit_ioc' && side === 'buy');
}

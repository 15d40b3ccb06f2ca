// The average price of an order that has ended, where the venue's look-ups name none.

import type { Decimal } from '#lib/decimal.ts';
import { AVERAGE_DIGITS, divideRounded, roundToDigits } from '#lib/decimal.ts';
import type { VenueAccount, VenueFill, VenueOrder } from '#venue-port/exchange/exchange.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { AccountContext, ListedMarket, VenueDialect } from '#venues/dialect.ts';
import { fillsOfOrder } from '#venues/fills-of-order.ts';
import type { VenueRequests } from '#venues/venue-requests.ts';

export type AverageDeps = {
  readonly dialect: VenueDialect;
  readonly requests: Pick<VenueRequests, 'readAll'>;
};

/** As it is where the fills cannot be read, or are not all listed yet. */
export async function withAverage(
  { dialect, requests }: AverageDeps,
  account: VenueAccount,
  listed: ListedMarket,
  context: AccountContext,
  order: VenueOrder,
): Promise<VenueOrder> {
  const isNamed = order.averageFillPrice > 0n || order.filledAmount === 0n;
  if (dialect.orders.averagesFrom !== 'fills' || order.state === 'open' || isNamed) return order;
  const { clientOrderId, venueOrderId, placedAtMs } = order;
  const name = { clientOrderId: clientOrderId ?? '', venueOrderId, placedAtMs };
  try {
    const query = dialect.account.orderFills(name, listed, context);
    const fills = fillsOfOrder(await requests.readAll(account, [query]), venueOrderId);
    return { ...order, averageFillPrice: averageOf(fills, order.filledAmount) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return order;
  }
}

function averageOf(fills: readonly VenueFill[], filledAmount: Decimal): Decimal {
  const amount = fills.reduce((sum, fill) => sum + fill.amount, 0n);
  if (amount !== filledAmount) return 0n as Decimal;
  const value = fills.reduce((sum, fill) => sum + fill.amount * fill.price, 0n);
  return roundToDigits(divideRounded(value, amount, 'half_even') as Decimal, AVERAGE_DIGITS);
}

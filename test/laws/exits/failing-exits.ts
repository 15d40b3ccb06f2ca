// Exchanges that let the first sale at market fail: it is refused, or half of it is filled and the
// rest is ended. Whoever holds the rest still has to get out.

import { rejected } from '#lib/result.ts';
import type { Decimal } from '#lib/decimal.ts';
import { divideRounded } from '#lib/decimal.ts';
import type { Lots } from '#venue-port/market/market-grid.ts';
import { amountOf, lotsOf, marketGrid } from '#venue-port/market/market-grid.ts';
import type { Exchange, NewVenueOrder } from '#venue-port/exchange/exchange.ts';

type Failing = {
  readonly cell: string;
  readonly met: (exchange: Exchange) => Exchange;
};

/** Both ways in which an exit fails, each once. */
export const FAILING_EXITS: readonly Failing[] = [
  {
    cell: 'its exit refused once',
    met: (exchange) =>
      atFirstExit(exchange, async () =>
        rejected({ code: 'order_rejected', detail: 'the market is busy' }),
      ),
  },
  {
    cell: 'half of its exit filled',
    met: (exchange) =>
      atFirstExit(exchange, async (account, order) => {
        const market = (await exchange.listMarkets()).find(
          ({ marketTag }) => marketTag === order.marketTag,
        );
        if (market === undefined) throw new Error('an order is on a market');
        const grid = marketGrid(market);
        const half = divideRounded(lotsOf(grid, order.amount, 'floor'), 2n, 'floor') as Lots;
        const amount: Decimal = amountOf(grid, half);
        return exchange.placeOrder(account, { ...order, amount });
      }),
  },
];

function atFirstExit(exchange: Exchange, place: Exchange['placeOrder']): Exchange {
  let hasFailed = false;
  return {
    ...exchange,
    async placeOrder(account, order) {
      if (hasFailed || !isExit(order)) return exchange.placeOrder(account, order);
      hasFailed = true;
      return place(account, order);
    },
  };
}

function isExit({ side, type }: NewVenueOrder): boolean {
  return side === 'sell' && type === 'market';
}

// Orders that were placed elsewhere on an account: what each exchange lists as open it finds by its
// own number, whatever we would call it. Nothing is recorded of what it does not find.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import type { VenueOrder } from '#venue-port/exchange/exchange.ts';
import { openLoopbackExchange } from '../loopback-exchange.ts';
import { amount } from '#loopback/amount.ts';
import { exchangeOf } from '#loopback/server/venue-state.ts';
import { placeOrder } from '#loopback/exchange/place-order.ts';
import type { VenueCode } from '#loopback/skins/all-venues.ts';
import { ALL_VENUES, dollarsAt, VENUE_CODES } from '#loopback/skins/all-venues.ts';

const REST = {
  name: 'web-1',
  side: 'buy',
  kind: 'limit',
  lifetime: 'gtc',
  quoteQuantity: null,
  isReduceOnly: false,
  positionSide: 'net',
  // One exchange shows an order as it was written.
  asWritten: {
    configuration:
      '{"limit_limit_gtc":{"base_size":"0.01","limit_price":"50000","post_only":false}}',
  },
} as const;

for (const code of VENUE_CODES)
  for (const kind of kindsAt(code))
    test(`an order from elsewhere at ${code} (${kind}) is found by its number`, async (t) => {
      const opened = await openLoopbackExchange(code);
      t.after(() => opened.close());
      const placement = placeOrder(exchangeOf(opened.server.state, code), {
        ...REST,
        accountId: 'a1',
        marketKey: `${kind}:BTC${dollarsAt(code)}`,
        price: amount('50000'),
        quantity: amount('0.01'),
      });
      assert.equal(placement.kind, 'accepted');
      opened.server.control('advance', { ms: 1_000 });
      const { exchange } = opened.venue;
      const marketType = kind === 'spot' ? 'spot' : 'futures';
      const account = { accountId: 'a1', marketType } as const;
      const [row, ...others] = await exchange.fetchOpenOrders(account);
      assert(row !== undefined && others.length === 0);
      assert.equal(row.clientOrderId, null);
      const look = async (accountId: string, order: VenueOrder) => {
        const { marketTag, venueOrderId, placedAtMs } = order;
        const name = { clientOrderId: venueOrderId, venueOrderId, placedAtMs };
        return exchange.fetchOrder({ accountId, marketType }, marketTag, name);
      };
      assert.deepEqual(await look('a1', row), { kind: 'found', order: row });
      const elsewhere = await look('a2', row);
      assert.equal(elsewhere.kind, 'absent', 'another account has no order of this number');
    });

function kindsAt(code: VenueCode): readonly ('spot' | 'linear')[] {
  const { markets } = ALL_VENUES[code];
  return (['spot', 'linear'] as const).filter((kind) =>
    markets.some((market) => market.kind === kind && market.base === 'BTC'),
  );
}

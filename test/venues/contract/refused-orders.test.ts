// Orders that each exchange carries out although its reply refused them, or said that they were
// not taken: it was another's. The record says in the end what the exchange says.

import { suite, test } from 'node:test';
import type { TestContext } from 'node:test';
import assert from 'node:assert/strict';
import { present } from '#lib/assert.ts';
import { decimal } from '#lib/decimal.ts';
import { LIMITS } from '#lib/limits.ts';
import { rejected } from '#lib/result.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import type { Order } from '#venue-port/order/order.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { sampleAccount, sampleCaller, sampleUser } from '#ports/stores/store.fixture.ts';
import { memoryStore } from '#adapters/memory/memory-store.ts';
import { systemDigest } from '#adapters/system/system-ports.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { placeOrder } from '#services/orders/place-order.ts';
import { reconcileAccounts } from '#services/orders/reconcile-accounts.ts';
import type { VenueCode } from '#loopback/skins/all-venues.ts';
import { ALL_VENUES, dollarsAt, VENUE_CODES } from '#loopback/skins/all-venues.ts';
import { openLoopbackExchange } from '../loopback-exchange.ts';

const ignore = (): void => undefined;
const PRICE = 60_000;

const REPLIES: Readonly<Record<string, () => ReturnType<Exchange['placeOrder']>>> = {
  refused: async () => rejected({ code: 'order_rejected', detail: 'what another did wrong' }),
  'not sent': () => Promise.reject(new Failure('rate_limited', 'another was too fast')),
};

/** How far from the price its limit is, and what becomes of it. */
const OUTCOMES = [
  ['filled', 1.01],
  ['open', 0.9],
] as const;

for (const code of VENUE_CODES)
  for (const kind of kindsAt(code))
    suite(`an order at ${code} (${kind})`, () => {
      for (const [reply, replied] of Object.entries(REPLIES))
        for (const [outcome, share] of OUTCOMES)
          test(`that we hold as ${reply} is ${outcome} there, and then here`, async (t) => {
            const world = await openWorld(t, code, kind, replied);
            const before = await world.place(share);
            assert.deepEqual(
              [before.state, before.venueOrderId],
              [reply === 'refused' ? 'rejected' : 'unplaced', null],
            );
            await world.pass(LIMITS.reconcileIntervalMs);
            const { state, filledAmount, venueOrderId, reason } = await world.read(before);
            assert.equal(state, outcome);
            assert.equal(filledAmount === before.amount, outcome === 'filled');
            assert.notEqual(venueOrderId, null);
            const hasReason = reply === 'refused' && outcome === 'filled';
            if (hasReason) assert.match(reason ?? '', /^It had ended here as rejected/);
            else assert.equal(reason, null);
          });
    });

async function openWorld(
  t: TestContext,
  code: VenueCode,
  kind: 'spot' | 'linear',
  replied: Exchange['placeOrder'],
) {
  const opened = await openLoopbackExchange(code);
  t.after(() => opened.close());
  const { server, venue } = opened;
  const dollars = dollarsAt(code);
  server.control('price', { venue: code, market: `${kind}:BTC${dollars}`, price: String(PRICE) });
  const marketType = kind === 'spot' ? 'spot' : 'futures';
  const exchange: Exchange = {
    ...venue.exchange,
    async placeOrder(...request) {
      const response = await venue.exchange.placeOrder(...request);
      assert(response.ok, 'the exchange carries it out');
      return replied(...request);
    },
  };
  const store = memoryStore();
  const user = sampleUser({ plan: 'unlimited' });
  await store.insertUser(user);
  const account = sampleAccount(user.userId, { accountId: 'a1', exchange: code, marketType });
  await store.insertAccount(account);
  const deps = {
    clock: { nowMs: () => server.state.clock.nowMs() },
    digest: systemDigest,
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    accounts: store,
    orders: store,
    idempotency: store,
    bots: store,
    exchanges: exchangeRegistry([exchange]),
  };
  const marketTag = await opened.marketTag(marketType, `BTC${dollars}`);
  const pass = async (ms: number): Promise<void> => {
    server.control('advance', { ms });
    await venue.measureClock();
    assert.deepEqual(await reconcileAccounts(deps), { compared: 1, failed: 0 });
  };
  return {
    pass,
    async place(share: number): Promise<Order> {
      await venue.measureClock();
      const command = {
        caller: sampleCaller(user.userId),
        accountId: account.accountId,
        marketTag,
        side: 'buy',
        type: 'limit',
        price: decimal(String(PRICE * share)),
        amount: decimal('0.01'),
        derivationId: `${code} ${kind} ${share}`,
        isTakeover: false,
        completion: null,
      } as const;
      await placeOrder(deps, command).catch((error: unknown) => {
        assert(error instanceof Failure, String(error));
      });
      const [written] = await store.listEndedOrders(account.accountId, null, 2);
      return present(written, 'how it ended was written');
    },
    read: async ({ orderId }: Order) =>
      present(await store.findOrder(user.userId, orderId), 'it was written'),
  };
}

function kindsAt(code: VenueCode): readonly ('spot' | 'linear')[] {
  const { markets } = ALL_VENUES[code];
  return (['spot', 'linear'] as const).filter((kind) =>
    markets.some((market) => market.kind === kind && market.base === 'BTC'),
  );
}

// Verdict on an order from whatever happens to its request, row by row, and that it agrees with
// what the loopback venue then has.

import { randomBytes } from 'node:crypto';
import { after, suite, test } from 'node:test';
import assert from 'node:assert/strict';

import { decimal } from '#lib/decimal.ts';
import { identifierFromBytes } from '#lib/identifier.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { Exchange, NewVenueOrder, VenueAccount } from '#venue-port/exchange/exchange.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';
import { someOf } from '../support/share-of-cases.ts';
import { ALL_VENUES, dollarsAt, VENUE_CODES } from '#loopback/skins/all-venues.ts';
import type { VenueCode } from '#loopback/skins/all-venues.ts';
import type { AccountTruth } from '#loopback/control/truth.ts';
import type { LoopbackExchange } from './loopback-exchange.ts';
import { openLoopbackExchange } from './loopback-exchange.ts';

/** The kind of account that is traded on: spot, where there is any. */
function marketTypeOf(code: VenueCode): 'spot' | 'futures' {
  return ALL_VENUES[code].markets.some(({ kind }) => kind === 'spot') ? 'spot' : 'futures';
}

/** A fault with its trouble, what placing comes to, and whether the venue then has the order. */
const ROWS: readonly (readonly [string, string, string, boolean])[] = [
  ['slow', '', 'open', true],
  ['reset_before', '', 'unknown', false],
  ['reset_after', '', 'unknown', true],
  ['reset_in_response', '', 'unknown', true],
  ['truncated', '', 'unknown', true],
  ['empty', '', 'unknown', true],
  ['html', '', 'unknown', true],
  ['trouble_before', 'timeout', 'unknown', false],
  ['trouble_after', 'timeout', 'unknown', true],
  ['trouble_before', 'internal', 'unknown', false],
  ['trouble_after', 'internal', 'unknown', true],
  ['trouble_before', 'unknown_code', 'unknown', false],
  ['trouble_before', 'rate_limited', 'rate_limited', false],
  ['trouble_before', 'banned', 'rate_limited', false],
];

/** The venue's clock is set back by so much more than it accepts. */
const SURELY_AHEAD_MS = 3_000;

for (const code of VENUE_CODES) {
  const { rules, tooManyBy, timeStampAheadMsMax } = ALL_VENUES[code];
  const account = { accountId: 'a1', marketType: marketTypeOf(code) };
  const placing = async (exchange: Exchange, order: NewVenueOrder): Promise<string> =>
    placingOf(exchange, account, order);
  suite(`the verdict table at ${code}`, { concurrency: 4 }, () => {
    const opened: LoopbackExchange[] = [];
    const open = async (settings = {}): Promise<LoopbackExchange> => {
      const exchange = await openLoopbackExchange(code, settings);
      opened.push(exchange);
      return exchange;
    };
    after(async () => {
      for (const exchange of opened) await exchange.close();
    });

    for (const [kind, trouble, conclusion, isThere] of rowsAt(code))
      test(`${kind} ${trouble}: ${conclusion}`, async () => {
        const exchange = await open();
        const { venue, server } = exchange;
        const order = await restingBuy(venue.exchange);
        const rule = { venue: code, kind, operations: ['place'], delayMs: 10 };
        server.control('fault', trouble === '' ? rule : { ...rule, trouble });
        assert.equal(await placing(venue.exchange, order), conclusion);
        assert.equal(namesAt(exchange).includes(order.clientOrderId), isThere);
        const isStopped = venue.budgetFigures().pausedForMs > 0;
        const isOfAddress = trouble !== 'rate_limited' || tooManyBy === 'address';
        assert.equal(isStopped, conclusion === 'rate_limited' && isOfAddress);
        if (isStopped) return;
        passEngine(server);
        const name = { ...order, venueOrderId: null, placedAtMs: order.decidedAtMs };
        const found = await venue.exchange.fetchOrder(account, order.marketTag, name);
        assert.equal(found.kind, isThere ? 'found' : 'absent');
      });

    test('a ban stops everything from this address, and a wait is announced', async () => {
      const exchange = await open();
      const { venue, server } = exchange;
      const order = await restingBuy(venue.exchange);
      const rule = { venue: code, kind: 'trouble_before', operations: ['place'] };
      server.control('fault', { ...rule, trouble: 'banned' });
      assert.equal(await placing(venue.exchange, order), 'rate_limited');
      const count = requestsAt(server);
      for (let attempt = 0; attempt < 3; attempt++) {
        assert.equal(await placing(venue.exchange, order), 'rate_limited');
        await assert.rejects(venue.exchange.fetchBalances(account), { code: 'rate_limited' });
      }
      assert.equal(requestsAt(server), count);
    });

    test('a key that worked and is revoked marks its account, and not the others', async () => {
      const exchange = await open();
      const { venue, server, refusals } = exchange;
      const { apiKey } = exchange.addAccount('a3');
      const other = { ...account, accountId: 'a3' };
      const useKey = async (): Promise<unknown> =>
        needsKeyToRead(code)
          ? venue.exchange.fetchBalances(other)
          : venue.exchange.placeOrder(other, await restingBuy(venue.exchange));
      await useKey();
      server.control('key', { venue: code, key: apiKey, isRevoked: true });
      await assert.rejects(useKey(), { code: 'unauthorized' });
      assert.deepEqual(
        refusals.map(([accountId]) => accountId),
        ['a3'],
      );
      await venue.exchange.fetchBalances(account);
      assert.equal(refusals.length, 1);
    });

    test('a second order of the same name is the first one', async (t) => {
      if (rules.names === 'free') return t.skip('this venue compares no names');
      const exchange = await open();
      const { venue, server } = exchange;
      const order = await restingBuy(venue.exchange);
      const first = await venue.exchange.placeOrder(account, order);
      passEngine(server);
      const second = await venue.exchange.placeOrder(account, order);
      assert(first.ok && second.ok);
      assert.equal(second.value.venueOrderId, first.value.venueOrderId);
      assert.deepEqual(namesAt(exchange), [order.clientOrderId]);
    });

    test('while the clocks differ by over a second orders are refused, reads are not', async () => {
      const exchange = await open({ isClockShared: false });
      const { venue, server } = exchange;
      const order = await restingBuy(venue.exchange);
      assert.equal(await placing(venue.exchange, order), 'open');
      const stepMs = -SURELY_AHEAD_MS - (timeStampAheadMsMax ?? 0);
      server.control('clock', { stepMs });
      // The first request that is refused for its time stamp measures the clock and is signed anew.
      await venue.exchange.fetchBalances(account);
      // Without time stamps, only a measurement tells of the clock.
      if (timeStampAheadMsMax === null) await venue.measureClock();
      assert((venue.exchange.clockSkewMs() ?? 0) < -1_500);
      const late = await restingBuy(venue.exchange);
      assert.equal(await placing(venue.exchange, late), 'unavailable');
      assert(!namesAt(exchange).includes(late.clientOrderId));
      server.control('clock', { stepMs: -stepMs });
      assert.equal(await venue.measureClock(), true);
      assert.equal(await placing(venue.exchange, late), 'open');
    });
  });
}

/** Anybody may read what an address has at Hyperliquid. */
function needsKeyToRead(code: string): boolean {
  return code !== 'hyperliquid';
}

/** Futures of Binance share their readers of refusals with spot, which has all rows every day. */
function rowsAt(code: string): typeof ROWS {
  return code === 'binanceusdm' ? ROWS.slice(-someOf(ROWS.length)) : ROWS;
}

/** What was acknowledged is carried out. */
function passEngine(server: LoopbackExchange['server']): void {
  server.control('advance', { ms: 50 });
}

async function placingOf(
  exchange: Exchange,
  account: VenueAccount,
  order: NewVenueOrder,
): Promise<string> {
  try {
    const result = await exchange.placeOrder(account, order);
    if (!result.ok) return result.rejection.code;
    // Taken, and not seen yet.
    return result.value.state === 'acknowledged' ? 'open' : result.value.state;
  } catch (error) {
    if (error instanceof OutcomeUnknown) return 'unknown';
    if (error instanceof Failure) return error.code;
    throw error;
  }
}

async function restingBuy(exchange: Exchange): Promise<NewVenueOrder> {
  const dollars = dollarsAt(exchange.code as VenueCode);
  const markets = await exchange.listMarkets();
  const market = markets.find(({ base, quote }) => base === 'BTC' && quote === dollars);
  assert(market !== undefined);
  await exchange.fetchPrice(market.marketTag);
  return {
    clientOrderId: identifierFromBytes('ord', randomBytes(16)).replace('_', ''),
    marketTag: market.marketTag,
    side: 'buy',
    type: 'limit',
    price: decimal('50000'),
    amount: decimal('0.002'),
    terms: PLAIN_TERMS,
    decidedAtMs: Date.now(),
    sendByMs: Number.MAX_SAFE_INTEGER,
  };
}

type Truth = { readonly accounts: readonly Pick<AccountTruth, 'orders'>[] };

/** As we spell them. */
function namesAt({ server, dialect }: LoopbackExchange): readonly string[] {
  const { accounts } = server.control('truth', { venue: dialect.code, account: 'a1' }) as Truth;
  return accounts.flatMap(({ orders }) => orders.map(({ name }) => dialect.ownName(name) ?? name));
}

function requestsAt(server: LoopbackExchange['server']): number {
  const { requests } = server.control('requests', {}) as { readonly requests: readonly unknown[] };
  return requests.length;
}

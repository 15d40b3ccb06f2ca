// History and paper accounts over the loopback venue: what is read of an exchange without an
// account of it, its history, and the prices and minutes that paper accounts are settled by.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { present } from '#lib/assert.ts';
import { decimal, formatDecimal, ZERO } from '#lib/decimal.ts';
import { identifierFromBytes } from '#lib/identifier.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, minuteStartMs } from '#lib/time.ts';
import { listedFromMs } from '#domain/candle/listed-from-ms.ts';
import type { Market } from '#venue-port/market/market.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import { PAPER_PREFIX } from '#domain/venue/paper-account.ts';
import { shareOfPrice } from '#ports/exchange/exchange-harness.contract.ts';
import type { Exchange, NewVenueOrder } from '#venue-port/exchange/exchange.ts';
import { memoryHistoryStore } from '#adapters/memory/memory-history-store.ts';
import { makePaperPrices } from '#adapters/paper/paper-prices.ts';
import { requestedMarketData } from '#adapters/paper/requested-market-data.ts';
import { withPaperAccounts } from '#adapters/paper/with-paper-accounts.ts';
import { makeAccountUpdater } from '#adapters/sim/account-updater.ts';
import { makeMemorySimStore } from '#adapters/sim/memory-sim-store.ts';
import { makeSimExchange } from '#adapters/sim/sim-exchange.ts';
import { makeSimPrices } from '#adapters/sim/sim-prices.ts';
import { openSimWallet } from '#adapters/sim/sim-wallets.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { syncHistory } from '#services/history/sync-history.ts';
import { someOf } from '../support/share-of-cases.ts';
import type { VenueServer } from '#loopback/server/venue-server.ts';
import { dollarsAt, VENUE_CODES } from '#loopback/skins/all-venues.ts';
import type { VenueCode } from '#loopback/skins/all-venues.ts';
import { listedMinutes, mainKind, storedMinutes } from './listed-minutes.ts';
import { openLoopbackExchange } from './loopback-exchange.ts';

/** More than any venue lists in one reply, and in the middle of a day. */
const SYNCED_MS = 1.6 * DAY_MS;

/** The venue has minutes of the market until now, with gaps. */
async function openWithMinutes(t: TestContext, code: VenueCode) {
  const loopback = await openLoopbackExchange(code);
  t.after(() => loopback.close());
  const { server, venue } = loopback;
  const kind = mainKind(code);
  const nowMs = (): number => server.state.clock.nowMs();
  // Far from a whole hour: around it no order is taken, until what funding is due is known.
  server.control('advance', { ms: HOUR_MS - (nowMs() % HOUR_MS) + 20 * MINUTE_MS });
  const symbol = `BTC${dollarsAt(code)}`;
  const marketTag = await loopback.marketTag(kind === 'spot' ? 'spot' : 'futures', symbol);
  const listed = await venue.exchange.listMarkets();
  const market = present(
    listed.find((each) => each.marketTag === marketTag),
    'it is listed',
  );
  const startMs = minuteStartMs(nowMs() - SYNCED_MS);
  const candles: string[][] = [];
  for (let atMs = startMs; atMs < minuteStartMs(nowMs()); atMs += MINUTE_MS) {
    const minute = (atMs - startMs) / MINUTE_MS;
    const open = 50_000 + (minute % 97);
    const figures = [open, open + 12, open - 9, open + (minute % 7), 12];
    const isGap = minute % 500 > 480 || minute === 3;
    if (!isGap) candles.push([atMs, ...figures].map(String));
  }
  const at = { venue: code, market: `${kind}:${symbol}` };
  server.control('candles', { ...at, candles });
  return { ...loopback, at, market, nowMs, startMs };
}

for (const code of someCodes())
  test(`history of ${code} is synced as it lists it, once, and on from there`, async (t) => {
    const { server, venue, market, nowMs, startMs } = await openWithMinutes(t, code);
    const { exchange } = venue;
    const history = memoryHistoryStore();
    const exchanges = exchangeRegistry([exchange]);
    const deps = { exchanges, history, candleSources: [], archiveCode: '', clock: { nowMs } };
    const sync = async () => {
      const command = { marketTag: market.marketTag, fromMs: startMs };
      const synced = await syncHistory(deps, command, () => undefined);
      assert(synced.ok);
      return synced.value;
    };
    const { candlesReachMs = Infinity } = exchange.promises;
    const fromMs = Math.max(startMs, listedFromMs(nowMs(), candlesReachMs));
    const truth = () => listedMinutes(server, market, fromMs, minuteStartMs(nowMs()));

    const first = await sync();
    assert.equal(first.covered?.fromMs, fromMs);
    assert.equal(first.addedCount, truth().length);

    passMinutes(server, code, 15);
    const second = await sync();
    assert.equal(second.replacedCount, 0);
    const stored = await storedMinutes(history, market, startMs, minuteStartMs(nowMs()));
    assert.deepEqual(stored, truth());
    assert.equal(stored.length, first.addedCount + second.addedCount);
    assert(second.addedCount > 0);
  });

for (const code of someCodes())
  test(`a paper account at ${code} trades at its price, and in its minutes`, async (t) => {
    const { server, venue, market, nowMs, at } = await openWithMinutes(t, code);
    const { marketTag, marketType } = market;
    const exchange = await paperAt(venue.exchange, nowMs, market);
    const account = { accountId: PAPER_ID, marketType };
    const { price } = await exchange.fetchPrice(marketTag);
    const order = { ...PAPER_ORDER, marketTag, decidedAtMs: nowMs() };

    const bought = await exchange.placeOrder(account, { ...order, clientOrderId: 'bought' });
    assert(bought.ok && bought.value.state === 'filled');
    const paid = Number(bought.value.averageFillPrice) / Number(price);
    assert(paid >= 1 && paid < 1.001, `it paid ${paid} of the last price`);

    const resting = { ...order, type: 'limit', price: shareOfPrice(market, price, '98') } as const;
    const placed = await exchange.placeOrder(account, { ...resting, clientOrderId: 'resting' });
    assert(placed.ok && placed.value.state === 'open');
    const name = { clientOrderId: 'resting', venueOrderId: null, placedAtMs: nowMs() };
    const stateOf = async () => {
      const found = await exchange.fetchOrder(account, marketTag, name);
      return found.kind === 'found' ? found.order.state : found.kind;
    };
    passMinutes(server, code, 3);
    assert.equal(await stateOf(), 'open');
    const [high, low] = ['98.5', '97'].map((percent) =>
      formatDecimal(shareOfPrice(market, price, percent)),
    );
    const fallMs = minuteStartMs(nowMs());
    passMinutes(server, code, 3);
    server.control('candles', { ...at, candles: [[`${fallMs}`, high, high, low, low, '12']] });
    assert.equal(await stateOf(), 'filled');
    const { fills } = await exchange.fetchFills(account, [marketTag], null, 10);
    assert.deepEqual(
      fills.map(({ clientOrderId }) => clientOrderId),
      ['bought', 'resting'],
    );
    assert.equal(server.state.skins[code].exchange.orders.size, 0);
  });

/** In the middle of a minute, after so many in which all markets traded. */
function passMinutes(server: VenueServer, code: string, count: number): void {
  for (let minute = 0; minute < count; minute += 1) {
    server.control('trades', { venue: code, seed: minute, share: 1 });
    server.control('advance', { ms: MINUTE_MS });
  }
}

const PAPER_ID = identifierFromBytes(PAPER_PREFIX, randomBytes(16));
const PAPER_ORDER: Omit<NewVenueOrder, 'clientOrderId' | 'marketTag' | 'decidedAtMs'> = {
  side: 'buy',
  type: 'market',
  price: ZERO,
  amount: decimal('0.01'),
  terms: PLAIN_TERMS,
  sendByMs: Number.MAX_SAFE_INTEGER,
};

/** With one account of play money. */
async function paperAt(
  exchange: Exchange,
  nowMs: () => number,
  { marketType, quote }: Market,
): Promise<Exchange> {
  const clock = { nowMs };
  const store = makeMemorySimStore();
  const prices = makePaperPrices(
    makeSimPrices('tidemill'),
    [requestedMarketData(exchange, clock)],
    clock,
  );
  const api = makeAccountUpdater({ store, prices, clock });
  const simulated = makeSimExchange({ store, api, prices, clock, nextFillShare: () => null });
  const deposits = [{ currency: quote, amount: decimal('10000') }];
  await openSimWallet(store, { accountId: PAPER_ID, marketType, deposits, nowMs: nowMs() });
  return withPaperAccounts(exchange, simulated);
}

/** The newest ones every day, all of them with `npm run test:thorough`. */
function someCodes(): readonly VenueCode[] {
  return VENUE_CODES.slice(-someOf(VENUE_CODES.length));
}

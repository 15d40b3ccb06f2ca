import { test } from 'node:test';
import assert from 'node:assert/strict';
import { decimal } from '#lib/decimal.ts';
import type { VenueFill } from '#venue-port/exchange/exchange.ts';
import type { Verdict } from '#venues/dialect.ts';
import {
  ACCOUNT,
  LOG,
  NAME,
  NOW_MS,
  scriptedVenue,
  venueOrder,
} from '#venues/scripted-venue.fixture.ts';
import type { WireOutcome } from '#venues/wire/venue-wire.ts';
import { makeMarketList } from '#venues/market-list.ts';
import { spotMarket } from '#venue-port/market/market.fixture.ts';

const done = (value: unknown): Verdict<unknown> => ({ kind: 'done', value });
const BALANCES = done({ updatedAtMs: NOW_MS, balances: [] });
const REFUSED: Verdict<never> = {
  kind: 'not_done',
  failure: 'unauthorized',
  retryAfterMs: null,
  stopsAddress: false,
  detail: 'invalid key',
};

/** Requests in turn, and how often the account is marked as refused. */
const REFUSALS: readonly (readonly [string, readonly Verdict<unknown>[], number])[] = [
  ['accepted, then refused', [BALANCES, REFUSED], 1],
  ['refused once', [REFUSED], 0],
  ['refused three times', [REFUSED, REFUSED, REFUSED], 1],
  ['refused twice, accepted, refused', [REFUSED, REFUSED, BALANCES, REFUSED], 1],
  ['accepted, then another failure', [BALANCES, { ...REFUSED, failure: 'rate_limited' }], 0],
];

for (const [title, balances, marksCount] of REFUSALS)
  test(`a key that is ${title}: marked ${marksCount} times`, async () => {
    const venue = scriptedVenue({ balances });
    for (const verdict of balances) {
      const requested = venue.exchange.fetchBalances(ACCOUNT);
      if (verdict.kind === 'done') await requested;
      else await assert.rejects(requested, { name: 'Failure' });
    }
    assert.equal(venue.refusals.length, marksCount);
    for (const refusal of venue.refusals) assert.deepEqual(refusal, ['a1', 'invalid key']);
  });

const CLOCK_OR_KEY: Verdict<never> = { kind: 'clock', detail: 'unauthorized', mayBeKey: true };

test('what may be the clock or the key is the key once the clock was measured', async () => {
  const venue = scriptedVenue({ balances: [CLOCK_OR_KEY, BALANCES, CLOCK_OR_KEY, CLOCK_OR_KEY] });
  assert.deepEqual((await venue.exchange.fetchBalances(ACCOUNT)).balances, []);
  await assert.rejects(venue.exchange.fetchBalances(ACCOUNT), { code: 'unauthorized' });
  assert.deepEqual(venue.refusals, [['a1', 'unauthorized']]);
  const unmeasured = scriptedVenue({ balances: [CLOCK_OR_KEY] }, { skewMs: null });
  await assert.rejects(unmeasured.exchange.fetchBalances(ACCOUNT), { code: 'unavailable' });
  assert.deepEqual(unmeasured.refusals, []);
});

test('balances are read page by page, and their list has an end', async () => {
  const page = (currency: string, rest: unknown) => {
    const balance = { currency, available: decimal('1'), locked: decimal('0') };
    return done({ updatedAtMs: NOW_MS, balances: [balance], rest });
  };
  const last = { call: {}, read: () => page('B', null) };
  const venue = scriptedVenue({ balances: [page('A', last)] });
  const { balances } = await venue.exchange.fetchBalances(ACCOUNT);
  assert.deepEqual(
    balances.map(({ currency }) => currency),
    ['A', 'B'],
  );
  const endless = { call: {}, read: (): unknown => page('C', endless) };
  const other = scriptedVenue({ balances: [page('A', endless)] });
  await assert.rejects(other.exchange.fetchBalances(ACCOUNT), { code: 'corrupt_reply' });
});

test('a verdict that stops the address stops it, as long as it says', async () => {
  const stop = { ...REFUSED, failure: 'rate_limited', stopsAddress: true } as const;
  const venue = scriptedVenue({ balances: [stop, { ...stop, retryAfterMs: 5_000 }] });
  for (let count = 0; count < 2; count++)
    await assert.rejects(venue.exchange.fetchBalances(ACCOUNT), { code: 'rate_limited' });
  assert.deepEqual(venue.stops, [60_000, 5_000]);
});

test('a stranger has no credentials, and nothing is sent', async () => {
  const venue = scriptedVenue({});
  const stranger = { ...ACCOUNT, accountId: 'a2' };
  await assert.rejects(venue.exchange.fetchBalances(stranger), { code: 'unauthorized' });
  assert.deepEqual(venue.sent, []);
});

test('a list is read page by page, to its end', async () => {
  const [one, two] = [venueOrder(), venueOrder({ venueOrderId: 'v2', clientOrderId: null })];
  const next = { call: {}, read: () => done({ items: [two], next: null }) };
  const venue = scriptedVenue({ open: [done({ items: [one], next })] });
  assert.deepEqual(await venue.exchange.fetchOpenOrders(ACCOUNT), [one, two]);
});

const fill = (fillId: string, clientOrderId: string | null = null): VenueFill => ({
  fillId,
  venueOrderId: 'v1',
  clientOrderId,
  marketTag: 'm1',
  side: 'buy',
  price: decimal('1'),
  amount: decimal('1'),
  fee: decimal('0'),
  feeCurrency: 'USDT',
  isMaker: false,
  filledAtMs: NOW_MS,
});

test('fills are read up to the limit, and named by the orders that were seen', async () => {
  const venue = scriptedVenue({
    open: [done({ items: [venueOrder()], next: null })],
    fills: [
      done({ items: [fill('f1')], cursor: '1', rest: null }),
      done({ items: [fill('f2')], cursor: '2', rest: null }),
      done({ items: [], cursor: '2', rest: null }),
      done({ items: [], cursor: null, rest: null }),
    ],
  });
  const first = await venue.exchange.fetchFills(ACCOUNT, ['m1'], null, 1);
  assert.deepEqual(first.fills, [fill('f1')]);
  await venue.exchange.fetchOpenOrders(ACCOUNT);
  const second = await venue.exchange.fetchFills(ACCOUNT, ['m1', 'gone'], first.cursor, 100);
  assert.deepEqual(second.fills, [fill('f2', 'ours-1')]);
  const third = await venue.exchange.fetchFills(ACCOUNT, ['m1'], second.cursor, 100);
  assert.deepEqual(third, { fills: [], cursor: second.cursor });
  await assert.rejects(venue.exchange.fetchFills(ACCOUNT, ['m1'], 'x', 1), {
    code: 'corrupt_reply',
  });
});

test('fills of an account are one list, and a page may take several requests', async () => {
  const page = (items: readonly VenueFill[], cursor: string, rest: unknown = null) =>
    done({ items, cursor, rest });
  const call = {
    access: 'private',
    section: 'private',
    method: 'GET',
    path: 'rest',
    parameters: {},
    lane: 'fills',
    cost: 1,
  };
  const rest = { call, read: () => page([fill('f2')], '2') };
  const venue = scriptedVenue(
    { fills: [page([fill('f1')], '1'), page([], '1', rest), page([], '2')] },
    { fillLists: 'account' },
  );
  const { fills, cursor } = await venue.exchange.fetchFills(ACCOUNT, [], null, 100);
  assert.deepEqual([fills, cursor], [[fill('f1'), fill('f2')], '2']);
  assert.deepEqual(venue.sent, ['fills', 'fills', 'rest', 'fills']);
});

test('fills of an order are requested by the name of the venue', async () => {
  const venue = scriptedVenue({
    look_up: [{ kind: 'absent' }, done(venueOrder()), { kind: 'forgotten' }],
    order_fills: [done({ items: [fill('f1')], next: null })],
  });
  const ask = async (): Promise<readonly VenueFill[]> =>
    venue.exchange.fetchOrderFills(ACCOUNT, 'm1', NAME);
  assert.deepEqual(await ask(), []);
  assert.deepEqual(await ask(), [fill('f1', 'ours-1')]);
  await assert.rejects(ask(), { code: 'unavailable' });
});

test('a fill of an order that is listed twice counts once', async () => {
  const items = [fill('f1'), fill('f2'), fill('f1')];
  const venue = scriptedVenue({ order_fills: [done({ items, next: null })] });
  const name = { ...NAME, venueOrderId: 'v1' };
  const fills = await venue.exchange.fetchOrderFills(ACCOUNT, 'm1', name);
  assert.deepEqual(
    fills.map(({ fillId }) => fillId),
    ['f1', 'f2'],
  );
});

for (const [what, odd] of [
  ['of another order', { ...fill('f2'), venueOrderId: 'v2' }],
  ['that contradicts another row', { ...fill('f1'), amount: decimal('2') }],
] as const)
  test(`a list of an order's fills with one ${what} is not read`, async () => {
    const items = [fill('f1'), odd];
    const venue = scriptedVenue({ order_fills: [done({ items, next: null })] });
    const name = { ...NAME, venueOrderId: 'v1' };
    const read = venue.exchange.fetchOrderFills(ACCOUNT, 'm1', name);
    await assert.rejects(read, { code: 'corrupt_reply' });
  });

test('candles are requested in parts, and only closed ones are given', async () => {
  const minute = 60_000;
  const candle = (openTimeMs: number) => ({
    openTimeMs,
    open: 1n,
    high: 1n,
    low: 1n,
    close: 1n,
    volume: 0n,
  });
  const times = [NOW_MS - 3 * minute, NOW_MS - 2 * minute, NOW_MS - minute, NOW_MS - minute / 2];
  const venue = scriptedVenue({
    candles: [done(times.slice(0, 2).map(candle)), done(times.slice(2).map(candle))],
  });
  const found = await venue.exchange.fetchCandles('m1', NOW_MS - 3 * minute, NOW_MS + minute);
  assert.deepEqual(
    found.map(({ openTimeMs }) => openTimeMs),
    times.slice(0, 3),
  );
});

const HANG: WireOutcome = { kind: 'no_reply', cause: 'timeout' };
const BUSY: WireOutcome = {
  kind: 'reply',
  status: 503,
  headers: new Map(),
  body: '',
  receivedAtMs: NOW_MS,
};
const OWN: WireOutcome = { kind: 'not_sent', cause: 'budget', retryAfterMs: null };

/** How the last calls ended, and the health that follows. */
const HEALTHS: readonly (readonly [readonly WireOutcome[], string])[] = [
  [[HANG], 'degraded'],
  [[BUSY, HANG, BUSY, HANG], 'degraded'],
  [[BUSY, HANG, BUSY, HANG, HANG], 'down'],
  [[OWN, OWN, OWN, OWN, OWN], 'open'],
  [[{ ...BUSY, status: 400 }], 'open'],
];

for (const [outcomes, health] of HEALTHS)
  test(`after ${outcomes.length} calls the venue is ${health}, and open after one reply`, async () => {
    const balances = Array.from({ length: outcomes.length + 1 }, () => BALANCES);
    const venue = scriptedVenue({ balances }, { outcomes });
    for (const _ of outcomes) await venue.exchange.fetchBalances(ACCOUNT);
    assert.equal(venue.exchange.health(), health);
    await venue.exchange.fetchBalances(ACCOUNT);
    assert.equal(venue.exchange.health(), 'open');
  });

test('markets that did not change stay the same objects, and the others are named', async () => {
  const tags = [
    ['m1', 'm2', 'm3'],
    ['m1', 'm2', 'm4'],
  ];
  const steps = ['0.1', '0.5'];
  const list = makeMarketList(
    'x',
    async (onPart) => {
      const priceStep = steps.shift() ?? assert.fail();
      for (const marketTag of tags.shift() ?? [])
        onPart([
          {
            market: spotMarket(marketTag === 'm2' ? { priceStep } : {}, { marketTag }),
            symbol: marketTag.toUpperCase(),
          },
        ]);
    },
    LOG,
  );
  const [before] = await Promise.all([list.current(), list.current()]);
  assert.deepEqual(await list.refresh(), { gone: ['m3'], changed: ['m2'] });
  const after = await list.current();
  assert.equal(after, list.latest());
  assert.equal(after.byTag.get('m1'), before.byTag.get('m1'));
  assert.equal(after.find('spot', 'M2')?.market.priceStep, decimal('0.5'));
  assert.equal(after.find('futures', 'M2'), null);
  assert.deepEqual(
    after.markets.map(({ marketTag }) => marketTag),
    ['m1', 'm2', 'm4'],
  );
});

test('a list of markets that cannot be read leaves the one before', async () => {
  let isDown = true;
  let follow = (): void => assert.fail();
  const warned: string[] = [];
  const list = makeMarketList(
    'x',
    async (onPart) => {
      if (isDown) throw new Error('down');
      onPart([{ market: spotMarket(), symbol: 'S1' }]);
    },
    { ...LOG, warn: (event) => void warned.push(event) },
  );
  await assert.rejects(list.current(), /down/);
  isDown = false;
  const before = await list.current();
  isDown = true;
  list.follow({
    every(intervalMs, run) {
      assert.equal(intervalMs, 300_000);
      follow = run;
      return () => undefined;
    },
  });
  follow();
  await new Promise<void>((resolve) => void setImmediate(resolve));
  assert.deepEqual(warned, ['venue.markets_not_read']);
  assert.equal(await list.current(), before);
});

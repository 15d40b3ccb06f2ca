// Orders of a run that wait: which go now, which a minute triggers, what has to end before them,
// and how a trail goes on. Runs are of bots on the simulated exchange, orders are made by hand.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';

import { decimal } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import { addOrder, nextOrderId } from '#engine/run/orders/bot-orders.ts';
import type { RequestedOrder, TrackedOrder } from '#engine/run/orders/tracked-order.ts';
import { newTrackedOrder } from '#engine/run/orders/tracked-order.ts';
import type { OrderToPlace } from '#engine/run/run-event.ts';
import { tradeMarket } from '#engine/run/run.ts';
import {
  emulateOrder,
  goneBefore,
  sentCount,
  stopEmulating,
  takeArrivals,
  watchEmulated,
} from '#services/live/orders/waiting-orders.ts';
import { openRun } from '#services/live/run/loaded-run.fixture.ts';
import { botHarness, IDLE } from '#services/live/runner/bot-harness.fixture.ts';
import type { HostedRun } from '#services/live/state/hosted-run.ts';

const ROW = 3;

type Wish = Partial<OrderToPlace & TrackedOrder>;

/** A run, and how an order of it comes to be known. */
async function openedRun(on: 'spot' | 'futures' = 'spot') {
  const harness = await botHarness();
  const { accountId } = harness[on];
  const marketTag = on === 'spot' ? 'SIM_BTC_USDT' : 'SIM_BTC_USDT_PERP';
  const bot = await harness.start(IDLE, { accountId, marketTag });
  await harness.passMinutes(1, [harness.runner()]);
  const opened = await openRun(harness.deps, await harness.find(bot));
  assert.ok(opened.ok);
  const live = opened.value.run;
  return { live, track: (name: string, wish: Wish = {}) => track(live, name, wish) };
}

/** An open order of the run, its name as its note; a market sale of 100 lots unless wished so. */
function track(live: HostedRun, name: string, wish: Wish): OrderToPlace {
  const { run } = live.engine;
  const orderId = nextOrderId(run.orders);
  const market = tradeMarket(run);
  const requested: RequestedOrder = {
    orderId,
    positionId: 'p1',
    market,
    action: 'sell',
    side: 'sell',
    type: 'market',
    isEnter: false,
    isReduceOnly: false,
    isImmediate: false,
    lots: 100n as Lots,
    limitTicks: null,
    triggerTicks: null,
    trailTicks: null,
    activationTicks: null,
    activationDistanceTicks: null,
    timeoutMs: null,
    note: name,
    oca: null,
    restOf: null,
    openedAtMs: live.progress.decidedAtMs,
  };
  const order = Object.assign(newTrackedOrder({ ...requested, ...wish }), wish);
  addOrder(run.orders, order);
  const { side, type, lots, limitTicks, triggerTicks, trailTicks, activationTicks, oca } = order;
  return {
    orderId,
    marketTag: market.market.marketTag,
    side,
    type,
    lots,
    limitTicks,
    triggerTicks,
    trailTicks,
    activationTicks,
    oca,
    isPostOnly: false,
    isImmediate: false,
    timeoutMs: null,
    positionGroup: order.positionId,
    role: wish.role ?? null,
    openLots: null,
    restOf: order.restOf,
    leverage: decimal('1'),
    marginMode: 'isolated',
  };
}

const nameOf = ({ engine }: HostedRun, orderId: string): string | undefined =>
  engine.run.orders.all.find((each) => each.orderId === orderId)?.note;
const idOf = ({ engine }: HostedRun, name: string): string =>
  engine.run.orders.all.find(({ note }) => note === name)?.orderId ?? name;
const namesOf = (live: HostedRun, orders: readonly { readonly orderId: string }[]) =>
  orders.map(({ orderId }) => nameOf(live, orderId));

suite('orders that wait for what was sent with them', () => {
  const ENTRY = { side: 'buy', action: 'buy', isEnter: true } as const;
  const EXIT = { isReduceOnly: true } as const;
  /** Takes what goes of an entry and another order that are requested in one round. */
  const withEntry = async (wish: Wish) => {
    const { live, track } = await openedRun();
    live.orders.waiting.push(track('entry', ENTRY), track('other', wish));
    const gone = namesOf(live, takeArrivals(live));
    return { gone, waiting: namesOf(live, live.orders.waiting) };
  };

  test('an entry goes', async () => {
    const { live, track } = await openedRun();
    live.orders.waiting.push(track('entry', ENTRY));
    assert.deepEqual(namesOf(live, takeArrivals(live)), ['entry']);
    assert.deepEqual(live.orders.waiting, []);
  });

  test('one that was cancelled while it waited is forgotten', async () => {
    const { live, track } = await openedRun();
    live.orders.waiting.push({ ...track('known', ENTRY), orderId: 'cancelled' });
    assert.deepEqual(namesOf(live, takeArrivals(live)), []);
    assert.deepEqual(live.orders.waiting, []);
  });

  test('an exit waits until it is known what its entry has filled', async () => {
    assert.deepEqual(await withEntry(EXIT), { gone: ['entry'], waiting: ['other'] });
  });

  test('a stop goes with its entry: until that fills it can sell nothing', async () => {
    const stop = { ...EXIT, role: 'stop' } as const;
    assert.deepEqual(await withEntry(stop), { gone: ['entry', 'other'], waiting: [] });
  });

  test('a further entry goes with the first', async () => {
    assert.deepEqual(await withEntry(ENTRY), { gone: ['entry', 'other'], waiting: [] });
  });

  const DISTANT = { activationDistanceTicks: 50n as Ticks, trailTicks: 5n as Ticks };

  test('a trailing stop that begins at a distance from its entry waits for it', async () => {
    const trailing = { ...DISTANT, type: 'trailing_stop_market', role: 'stop' } as const;
    assert.deepEqual(await withEntry(trailing), { gone: ['entry'], waiting: ['other'] });
  });

  test('a trailing entry at a distance has nothing to wait for', async () => {
    const trailing = { ...DISTANT, ...ENTRY, type: 'trailing_stop_market' } as const;
    assert.deepEqual(await withEntry(trailing), { gone: ['entry', 'other'], waiting: [] });
  });

  test('an exit of another position is refused where that has nothing open', async () => {
    const { live, track } = await openedRun();
    const exit = track('exit', { ...EXIT, positionId: 'p2' });
    live.orders.waiting.push(track('entry', ENTRY), exit);
    assert.deepEqual(namesOf(live, takeArrivals(live)), ['entry']);
    assert.deepEqual(live.orders.waiting, []);
    const refused = live.engine.run.orders.all.find(({ note }) => note === 'exit');
    assert.equal(refused?.state, 'failed');
    assert.notEqual(refused.message, '');
  });

  test('a target waits for an entry that is at work', async () => {
    const { live, track } = await openedRun();
    track('entry', { ...ENTRY, isSent: true });
    live.orders.waiting.push(track('target', { ...EXIT, role: 'target' }));
    assert.deepEqual(namesOf(live, takeArrivals(live)), []);
    assert.deepEqual(namesOf(live, live.orders.waiting), ['target']);
  });

  test('only what was written down to be sent counts as sent', async () => {
    const { live, track } = await openedRun();
    for (const name of ['sent', 'sent too']) track(name, { isSent: true });
    track('requested');
    live.orders.waiting.push(track('waits', { isSent: true }));
    assert.equal(sentCount(live), 2);
  });
});

suite('orders that are watched here for their price', () => {
  const at = (price: bigint) => price as Ticks;
  /** A run whose minute has these prices, in ticks, and whose orders are watched. */
  const watching = async (
    orders: readonly (readonly [name: string, wish: Wish])[],
    [open, high, low, close]: readonly [number, number, number, number],
  ) => {
    const { live, track } = await openedRun();
    const { candles, rowOffset } = tradeMarket(live.engine.run);
    Object.assign(live.engine.run.stage, { row: ROW });
    const index = ROW + rowOffset;
    for (const [column, value] of Object.entries({ open, high, low, close })) {
      const values = candles[column as 'open'];
      values[index] = value;
    }
    candles.isMissing[index] = 0;
    const placed = orders.map(([name, wish]) => track(name, wish));
    // It works from the instant of the minute on.
    const openMs = candles.firstOpenMs + index * MINUTE_MS;
    for (const order of placed) emulateOrder(live.orders, order, openMs);
    return { live, candles, index, placed, openMs };
  };
  const STOP = { type: 'stop_market', triggerTicks: at(990n) } as const;
  const TARGET = { type: 'take_profit_market', triggerTicks: at(1_010n) } as const;
  const GROUP = { oca: { name: 'g', kind: 'cancel' } } as const;
  const QUIET = [1_000, 1_005, 995, 1_000] as const;
  const WIDE = [1_000, 1_010, 990, 1_000] as const;
  const left = (live: HostedRun) => [...live.orders.emulated.keys()].map((id) => nameOf(live, id));
  const setOff = (live: HostedRun) => [...live.orders.triggered].map((id) => nameOf(live, id));

  test('a minute that has the price triggers an order, and no other one', async () => {
    const { live } = await watching(
      [
        ['stop', STOP],
        ['low', { ...STOP, triggerTicks: at(900n) }],
      ],
      WIDE,
    );
    watchEmulated(live, ROW);
    assert.deepEqual([setOff(live), left(live)], [['stop'], ['low']]);
  });

  test('a minute without it triggers nothing', async () => {
    const { live } = await watching(
      [
        ['stop', STOP],
        ['target', TARGET],
      ],
      QUIET,
    );
    watchEmulated(live, ROW);
    assert.deepEqual([setOff(live), left(live)], [[], ['stop', 'target']]);
  });

  test('a stop with a limit is triggered by its price, whatever its limit', async () => {
    const wish = { type: 'stop_limit', triggerTicks: at(990n), limitTicks: at(1_100n) } as const;
    const { live } = await watching([['stop', wish]], WIDE);
    watchEmulated(live, ROW);
    assert.deepEqual([setOff(live), left(live)], [['stop'], []]);
  });

  test('a missing minute triggers nothing', async () => {
    const { live, candles, index } = await watching([['stop', STOP]], WIDE);
    candles.isMissing[index] = 1;
    watchEmulated(live, ROW);
    assert.deepEqual([setOff(live), left(live)], [[], ['stop']]);
  });

  test('of a group a minute triggers one', async () => {
    const both = [
      ['stop', { ...STOP, ...GROUP }],
      ['target', { ...TARGET, ...GROUP }],
    ] as const;
    const { live } = await watching(both, WIDE);
    watchEmulated(live, ROW);
    assert.deepEqual([setOff(live), left(live)], [['stop'], ['target']]);
  });

  test('what is of no group is triggered beside it', async () => {
    const { live } = await watching(
      [
        ['stop', STOP],
        ['target', TARGET],
      ],
      WIDE,
    );
    watchEmulated(live, ROW);
    assert.deepEqual([setOff(live), left(live)], [['stop', 'target'], []]);
  });

  test('one that has ended is not triggered any more', async () => {
    const { live } = await watching([['stop', STOP]], WIDE);
    for (const order of live.engine.run.orders.open) order.state = 'cancelled';
    watchEmulated(live, ROW);
    assert.deepEqual(setOff(live), []);
  });

  test('what locks the coins of a triggered order is cancelled', async () => {
    const { live } = await watching([['stop', { ...STOP, ...GROUP }]], WIDE);
    track(live, 'limit', { ...GROUP, type: 'limit', limitTicks: at(1_100n), isSent: true });
    watchEmulated(live, ROW);
    assert.deepEqual([...live.orders.cancelsWanted], [idOf(live, 'limit')]);
  });

  test('a trailing stop follows the price from minute to minute', async () => {
    const wish = { type: 'trailing_stop_market', trailTicks: at(20n) } as const;
    const { live } = await watching([['trail', wish]], [1_000, 1_015, 999, 1_010]);
    watchEmulated(live, ROW);
    assert.deepEqual(setOff(live), []);
    assert.equal(live.orders.emulated.get(idOf(live, 'trail'))?.trail?.extremeTicks, at(1_015n));
  });

  const TRAILING = { type: 'trailing_stop_market', trailTicks: at(20n) } as const;

  test('the rest of a trailing stop goes on from where that was: it never loosens', async () => {
    const { live, openMs } = await watching([['trail', TRAILING]], [1_000, 1_015, 999, 1_010]);
    watchEmulated(live, ROW);
    const rest = track(live, 'rest', { ...TRAILING, restOf: idOf(live, 'trail') });
    live.orders.waiting.push(track(live, 'another', {}), rest);
    stopEmulating(live.orders, idOf(live, 'trail'));
    assert.deepEqual(left(live), []);
    emulateOrder(live.orders, rest, openMs);
    assert.equal(live.orders.emulated.get(idOf(live, 'rest'))?.trail?.extremeTicks, at(1_015n));
    assert.equal(live.orders.leftTrails.size, 0, 'it is used once');
  });

  test('of a trail that nobody goes on with nothing is retained', async () => {
    const { live } = await watching(
      [
        ['trail', TRAILING],
        ['stop', STOP],
      ],
      QUIET,
    );
    live.orders.waiting.push(track(live, 'rest', { restOf: idOf(live, 'stop') }));
    live.orders.waiting.push(track(live, 'rest of another', { restOf: 'unknown' }));
    for (const name of ['trail', 'stop', 'unknown']) stopEmulating(live.orders, idOf(live, name));
    assert.deepEqual([left(live), live.orders.leftTrails.size], [[], 0]);
  });

  test('a trailing stop that goes on for none begins anew', async () => {
    const { live, openMs } = await watching([['trail', TRAILING]], [1_000, 1_015, 999, 1_010]);
    watchEmulated(live, ROW);
    live.orders.waiting.push(track(live, 'rest', { ...TRAILING, restOf: idOf(live, 'trail') }));
    stopEmulating(live.orders, idOf(live, 'trail'));
    emulateOrder(live.orders, track(live, 'other', TRAILING), openMs);
    assert.equal(live.orders.emulated.get(idOf(live, 'other'))?.trail?.extremeTicks, null);
    assert.equal(live.orders.leftTrails.size, 1, 'it is the other one that goes on');
  });
});

suite('what has to end before a triggered order is sent', () => {
  const CANCEL = { oca: { name: 'g', kind: 'cancel' }, isSent: true } as const;
  const REDUCE = { oca: { name: 'g', kind: 'reduce' }, isSent: true } as const;
  const before = async (wish: Wish, own: Wish = CANCEL, on: 'spot' | 'futures' = 'spot') => {
    const { live, track } = await openedRun(on);
    track('stop', own);
    track('other', wish);
    return namesOf(live, goneBefore(live, idOf(live, 'stop')));
  };
  const lots = (count: bigint) => count as Lots;

  const CASES: readonly (readonly [string, readonly string[], Wish, Wish?])[] = [
    ['another of its group at the exchange', ['other'], CANCEL],
    ['not one of no group', [], { isSent: true }],
    ['not one of another group', [], { ...CANCEL, oca: { name: 'h', kind: 'cancel' } }],
    ['not one of the other side, which locks something else', [], { ...CANCEL, side: 'buy' }],
    ['not one that was not sent', [], { ...CANCEL, isSent: false }],
    ['where it has no group, nothing', [], CANCEL, { isSent: true }],
    ['one of which it would leave nothing', ['other'], REDUCE, REDUCE],
    ['not one of which it leaves a part', [], { ...REDUCE, lots: lots(101n) }, REDUCE],
    [
      'one whose rest it takes',
      ['other'],
      { ...REDUCE, lots: lots(150n), filledLots: lots(30n), takenLots: lots(20n) },
      REDUCE,
    ],
    [
      'not one of which more is left than of itself',
      [],
      { ...REDUCE, lots: lots(90n) },
      { ...REDUCE, filledLots: lots(5n), takenLots: lots(6n) },
    ],
  ];
  for (const [what, expected, wish, own] of CASES)
    test(what, async () => assert.deepEqual(await before(wish, own), expected));

  test('on futures nothing: orders there lock no coins', async () => {
    assert.deepEqual(await before(CANCEL, CANCEL, 'futures'), []);
  });

  test('not one that waits, or is watched here', async () => {
    const { live, track } = await openedRun();
    track('stop', CANCEL);
    live.orders.waiting.push(track('waits', CANCEL));
    emulateOrder(live.orders, track('watched', CANCEL), 0);
    assert.deepEqual(namesOf(live, goneBefore(live, idOf(live, 'stop'))), []);
  });

  test('of an order that has ended nothing', async () => {
    const { live, track } = await openedRun();
    track('other', CANCEL);
    assert.deepEqual(namesOf(live, goneBefore(live, 'ended')), []);
  });
});

// The rules by which resting orders meet a minute's candle, rule by rule, under each rule set.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ZERO } from '#lib/decimal.ts';
import type { Candle } from '#venue-port/candle/candle.ts';
import type { MatchingRules } from '#domain/matching/matching-rules.ts';
import { MATCHING_RULES } from '#domain/matching/matching-rules.ts';
import { isExpired, matchMinute } from '#domain/matching/match-minute.ts';
import {
  candle,
  fills,
  lots,
  minute,
  OPEN_MS,
  order,
  SAMPLE_MINUTE,
  ticks,
  trail,
} from '#domain/matching/matching.fixture.ts';
import type { RestingOrder } from '#domain/matching/resting-order.ts';

const { realistic, tradingview, touch } = MATCHING_RULES;
/** The realistic rules without slippage, for cases about other rules. */
const unslipped: MatchingRules = {
  ...realistic,
  slippage: { halfSpreadTicks: ticks(0), impactPercentAtFullVolume: ZERO, pricePercent: ZERO },
};

type Case = readonly [MatchingRules, RestingOrder, Candle, string];

function walk(name: string, cases: readonly Case[]): void {
  for (const [index, [rules, resting, ofCandle, expected]] of cases.entries())
    test(`${name} (${rules.name}, case ${index + 1}): ${expected || 'nothing'}`, () => {
      assert.equal(fills(minute(rules, [resting], ofCandle)), expected);
    });
}

const buy95 = order({ limit: 95 });
const sell105 = order({ side: 'sell', limit: 105 });

walk('limit order: the price must trade through by a step, or touch', [
  [realistic, buy95, candle(100, 102, 95, 101), ''],
  [realistic, buy95, candle(100, 102, 94, 101), 'a 10@95 maker'],
  [realistic, sell105, candle(100, 105, 98, 101), ''],
  [realistic, sell105, candle(100, 106, 98, 101), 'a 10@105 maker'],
  [touch, buy95, candle(100, 102, 96, 101), ''],
  [touch, buy95, candle(100, 102, 95, 101), 'a 10@95 maker'],
  [touch, sell105, candle(100, 105, 98, 101), 'a 10@105 maker'],
  [tradingview, buy95, candle(100, 102, 95, 101), 'a 10@95 maker'],
  [tradingview, sell105, candle(100, 104, 98, 101), ''],
]);

walk('limit order: a better open fills at the open, as taker, without slippage', [
  [realistic, buy95, candle(94, 97, 93, 96), 'a 10@94 taker gap'],
  [realistic, buy95, candle(95, 97, 95, 96), ''],
  [realistic, sell105, candle(108, 109, 107, 108), 'a 10@108 taker gap'],
  [touch, buy95, candle(90, 97, 89, 96), 'a 10@90 taker gap'],
  [touch, buy95, candle(95, 97, 95, 96), 'a 10@95 maker'],
  [tradingview, sell105, candle(108, 109, 107, 108), 'a 10@108 taker gap'],
]);

const postOnly = order({ limit: 95, isPostOnly: true });
walk('post-only order that rests: always the maker, at its own price as far as it traded', [
  [realistic, postOnly, candle(93, 97, 92, 96), 'a 10@95 maker gap'],
  [realistic, postOnly, candle(93, 94, 92, 94), 'a 10@94 maker gap'],
]);

const market = order({ type: 'market' });
const marketSell = order({ type: 'market', side: 'sell' });
walk('market order: the open plus slippage, as taker', [
  [realistic, market, candle(100, 105, 95, 101), 'a 10@101 taker'],
  [realistic, marketSell, candle(100, 105, 95, 101), 'a 10@99 taker'],
  [realistic, market, candle(100, 100, 95, 96), 'a 10@100 taker'],
  [touch, market, candle(100, 105, 95, 101), 'a 10@100 taker'],
  [tradingview, marketSell, candle(100, 105, 95, 101), 'a 10@100 taker'],
]);

const stopSell = order({ type: 'stop_market', side: 'sell', trigger: 95 });
const stopBuy = order({ type: 'stop_market', trigger: 105 });
walk('stop: the trigger or, on a gap, the open; plus slippage, within the candle', [
  [realistic, stopSell, candle(100, 102, 96, 101), ''],
  [realistic, stopSell, candle(100, 102, 90, 101), 'a 10@94 taker'],
  [realistic, stopSell, candle(100, 102, 95, 101), 'a 10@95 taker'],
  [realistic, stopSell, candle(92, 94, 90, 93), 'a 10@91 taker gap'],
  [realistic, stopSell, candle(92, 94, 92, 93), 'a 10@92 taker gap'],
  [realistic, stopSell, candle(95, 96, 90, 91), 'a 10@94 taker'],
  [realistic, stopBuy, candle(100, 108, 99, 101), 'a 10@106 taker'],
  [realistic, stopBuy, candle(107, 110, 106, 109), 'a 10@108 taker gap'],
  [touch, stopSell, candle(100, 102, 95, 101), 'a 10@95 taker'],
  [touch, stopSell, candle(92, 94, 90, 93), 'a 10@92 taker gap'],
  [tradingview, stopBuy, candle(100, 108, 99, 101), 'a 10@105 taker'],
  [tradingview, stopBuy, candle(107, 110, 106, 109), 'a 10@107 taker gap'],
]);

const takeProfit = order({ type: 'take_profit_market', side: 'sell', trigger: 105 });
const takeProfitBuy = order({ type: 'take_profit_market', trigger: 95 });
walk('take profit at market: triggered by touching, then like a stop', [
  [realistic, takeProfit, candle(100, 104, 99, 101), ''],
  [realistic, takeProfit, candle(100, 105, 99, 101), 'a 10@104 taker'],
  [realistic, takeProfit, candle(107, 108, 106, 107), 'a 10@106 taker gap'],
  [realistic, takeProfitBuy, candle(100, 102, 94, 101), 'a 10@96 taker'],
  [touch, takeProfit, candle(100, 105, 99, 101), 'a 10@105 taker'],
]);

const stopLimit = order({ type: 'stop_limit', side: 'sell', trigger: 95, limit: 93 });
const stopAbove = order({ type: 'stop_limit', side: 'sell', trigger: 95, limit: 97 });
walk('stop limit: triggered, it takes up to its limit, or rests for what is left of the path', [
  [realistic, stopLimit, candle(100, 102, 90, 101), 'a 10@94 taker'],
  [realistic, stopLimit, candle(94, 96, 90, 91), 'a 10@93 taker gap'],
  [realistic, stopLimit, candle(92, 93, 90, 91), ''],
  [realistic, stopLimit, candle(92, 94, 91, 91), 'a 10@93 maker'],
  [realistic, stopAbove, candle(100, 102, 95, 97), ''],
  [realistic, stopAbove, candle(100, 102, 95, 98), 'a 10@97 maker'],
  [touch, stopAbove, candle(100, 102, 95, 97), 'a 10@97 maker'],
  [touch, stopLimit, candle(100, 102, 90, 101), 'a 10@95 taker'],
]);

const profitLimit = order({ type: 'take_profit_limit', side: 'sell', trigger: 105, limit: 104 });
const profitAbove = order({ type: 'take_profit_limit', side: 'sell', trigger: 105, limit: 107 });
walk('take profit limit: triggered by touching, then a limit order', [
  [realistic, profitLimit, candle(100, 108, 99, 101), 'a 10@104 taker'],
  [realistic, profitAbove, candle(100, 107, 99, 101), ''],
  [realistic, profitAbove, candle(100, 108, 99, 101), 'a 10@107 maker'],
  [touch, profitAbove, candle(100, 107, 99, 101), 'a 10@107 maker'],
]);

const trailing = order({ type: 'trailing_stop_market', side: 'sell', trail: trail(10, 100) });
const trailingBuy = order({ type: 'trailing_stop_market', trail: trail(10, 100) });
const trailingLimit = order({
  type: 'trailing_stop_limit',
  side: 'sell',
  trail: trail(10, 100, 2),
});
walk('trailing stop: follows the best price along the path', [
  [unslipped, trailing, candle(100, 104, 95, 96), ''],
  [unslipped, trailing, candle(100, 104, 91, 92), 'a 10@94 taker'],
  [unslipped, trailing, candle(100, 102, 91, 92), 'a 10@92 taker'],
  [unslipped, trailing, candle(100, 120, 95, 96), 'a 10@110 taker'],
  [unslipped, trailing, candle(100, 104, 94, 94), 'a 10@94 taker'],
  [unslipped, trailing, candle(88, 95, 85, 90), 'a 10@88 taker gap'],
  [unslipped, trailingBuy, candle(100, 104, 95, 96), ''],
  [unslipped, trailingBuy, candle(100, 109, 95, 96), 'a 10@105 taker ambiguous'],
  [unslipped, trailingBuy, candle(100, 109, 98, 99), 'a 10@108 taker ambiguous'],
  [realistic, trailing, candle(100, 102, 90, 92), 'a 10@91 taker ambiguous'],
  [realistic, trailingLimit, candle(100, 102, 88, 92), 'a 10@91 taker ambiguous'],
  [realistic, trailingLimit, candle(87, 88, 85, 86), ''],
]);

test('trailing stop: keeps the best price seen when it is not triggered', () => {
  const outcome = minute(unslipped, [trailing], candle(100, 104, 96, 103));
  assert.deepEqual(outcome.changed, [{ ...trailing, trail: trail(10, 104) }]);
});

test('trailing stop: a trailing limit that is triggered works on as a limit order', () => {
  const outcome = minute(realistic, [trailingLimit], candle(87, 88, 85, 86));
  assert.deepEqual(outcome.changed, [{ ...trailingLimit, isTriggered: true, limitTicks: 88n }]);
  const next = minute(realistic, outcome.changed, candle(86, 89, 85, 86));
  assert.equal(fills(next), 'a 10@88 maker');
});

test('path inside the candle: the nearer extreme first, the low when both are as near', () => {
  const both = [
    order({ orderId: 'low', limit: 95 }),
    order({ orderId: 'high', side: 'sell', limit: 105 }),
  ];
  const lowFirst = fills(minute(realistic, both, candle(99, 110, 90, 100)));
  const highFirst = fills(minute(realistic, both, candle(101, 110, 90, 100)));
  const tie = fills(minute(realistic, both, candle(100, 110, 90, 100)));
  assert.equal(lowFirst, 'low 10@95 maker, high 10@105 maker');
  assert.equal(highFirst, 'high 10@105 maker, low 10@95 maker');
  assert.equal(tie, 'low 10@95 maker, high 10@105 maker');
});

const exits = [
  order({ orderId: 'target', side: 'sell', limit: 105, role: 'target', positionGroup: 'p' }),
  order({
    orderId: 'stop',
    sequence: 2,
    type: 'stop_market',
    side: 'sell',
    trigger: 95,
    role: 'stop',
    positionGroup: 'p',
  }),
];

test('stop and target inside one candle: realistic and touch fill the stop, ambiguous', () => {
  const highFirst = candle(101, 110, 90, 100);
  assert.equal(fills(minute(realistic, exits, highFirst)), 'stop 10@94 taker ambiguous');
  assert.equal(fills(minute(touch, exits, highFirst)), 'stop 10@95 taker ambiguous');
});

test('stop and target inside one candle: tradingview follows the path', () => {
  const highFirst = fills(minute(tradingview, exits, candle(101, 110, 90, 100)));
  const lowFirst = fills(minute(tradingview, exits, candle(99, 110, 90, 100)));
  assert.equal(highFirst, 'target 10@105 maker ambiguous');
  assert.equal(lowFirst, 'stop 10@95 taker ambiguous');
});

test('stop and target: one that fills at the open came first beyond doubt', () => {
  const targetGap = fills(minute(realistic, exits, candle(107, 110, 90, 100)));
  const stopGap = fills(minute(realistic, exits, candle(93, 110, 90, 100)));
  assert.equal(targetGap, 'target 10@107 taker gap');
  assert.equal(stopGap, 'stop 10@92 taker gap');
});

test('stop and target of different positions, or of none, do not touch each other', () => {
  const apart = exits.map((exit) => ({ ...exit, positionGroup: exit.orderId }));
  const groupless = exits.map((exit) => ({ ...exit, positionGroup: null }));
  for (const orders of [apart, groupless])
    assert.equal(
      fills(minute(touch, orders, candle(101, 110, 90, 100))),
      'target 10@105 maker, stop 10@95 taker',
    );
});

test('stop and target: after a target for half, the stop sells only the other half', () => {
  const half = exits.map((exit) =>
    exit.role === 'target' ? { ...exit, remainingLots: lots(4) } : exit,
  );
  const outcome = minute(unslipped, half, candle(107, 110, 90, 100));
  assert.equal(fills(outcome), 'target 4@107 taker gap, stop 6@95 taker partial');
});

test('stop and target for halves of one position: both fill, and nothing is ambiguous', () => {
  const halves = exits.map((exit) => ({ ...exit, openLots: lots(20) }));
  for (const rules of [realistic, touch, tradingview]) {
    const { executions } = minute(rules, halves, candle(101, 110, 90, 100));
    assert.deepEqual(
      executions.map((it) => [it.orderId, it.lots, it.isPartial, it.isAmbiguous]),
      [
        ['target', 10n, false, false],
        ['stop', 10n, false, false],
      ],
    );
  }
});

test('stop and target that together exceed what is open: the stop first, or the path', () => {
  const most = exits.map((exit) => ({ ...exit, openLots: lots(14) }));
  const highFirst = candle(101, 110, 90, 100);
  assert.equal(
    fills(minute(touch, most, highFirst)),
    'target 4@105 maker ambiguous partial, stop 10@95 taker ambiguous',
  );
  assert.equal(
    fills(minute(tradingview, most, highFirst)),
    'target 10@105 maker ambiguous, stop 4@95 taker ambiguous partial',
  );
});

test('exits that only reduce fill no more than what is open, alone or together', () => {
  const highFirst = candle(101, 110, 90, 100);
  const capped = (open: number, orders: readonly RestingOrder[]) =>
    fills(
      matchMinute(touch, orders, highFirst, {
        ...SAMPLE_MINUTE,
        openOf: () => ({ lots: lots(open), isCap: true, position: null }),
      }),
    );
  const [target, stop] = exits as [RestingOrder, RestingOrder];
  const other = { ...target, orderId: 'other', sequence: 3 };
  assert.equal(capped(6, [stop]), 'stop 6@95 taker partial');
  assert.equal(capped(0, [stop]), '');
  assert.equal(capped(14, [target, other]), 'target 10@105 maker, other 4@105 maker partial');
});

test('of two opposite stops that the open has passed, tradingview fills the long one first', () => {
  const stops = [
    order({ orderId: 'short', type: 'stop_market', side: 'sell', trigger: 105 }),
    order({ orderId: 'long', sequence: 2, type: 'stop_market', trigger: 95 }),
  ];
  const passed = candle(100, 101, 99, 100);
  assert.equal(
    fills(minute(tradingview, stops, passed)),
    'long 10@100 taker gap, short 10@100 taker gap',
  );
  assert.equal(
    fills(minute(touch, stops, passed)),
    'short 10@100 taker gap, long 10@100 taker gap',
  );
});

test('slippage: tradingview fills beyond the candle, the others at most at its extremes', () => {
  const slips = { ...unslipped.slippage, halfSpreadTicks: ticks(9) };
  const stop = order({ type: 'stop_market', trigger: 103 });
  const high104 = candle(100, 104, 99, 100);
  assert.equal(
    fills(minute({ ...tradingview, slippage: slips }, [stop], high104)),
    'a 10@112 taker',
  );
  assert.equal(fills(minute({ ...touch, slippage: slips }, [stop], high104)), 'a 10@104 taker');
});

test('slippage: half the spread and a share of the participation', () => {
  const rules: MatchingRules = { ...realistic, participationPercentMax: null };
  const buyLots = (size: number) =>
    fills(
      minute(
        rules,
        [order({ type: 'market', size })],
        candle(10_000, 20_000, 5_000, 10_000, 1_000),
      ),
    );
  assert.equal(buyLots(1), 'a 1@10001 taker');
  assert.equal(buyLots(100), 'a 100@10006 taker');
  assert.equal(buyLots(1_000), 'a 1000@10051 taker');
  assert.equal(buyLots(5_000), 'a 5000@10051 taker');
});

test('slippage: a sale never goes below one tick', () => {
  const rules = {
    ...touch,
    slippage: { ...touch.slippage, halfSpreadTicks: ticks(5) },
  };
  assert.equal(fills(minute(rules, [marketSell], candle(3, 4, 1, 2))), 'a 10@1 taker');
});

test('size: at most 10 % of the volume, shared in path order, the rest stays', () => {
  const orders = [
    order({ orderId: 'late', limit: 92, size: 60, sequence: 1 }),
    order({ orderId: 'third', limit: 95, size: 60, sequence: 4 }),
    order({ orderId: 'second', limit: 95, size: 30, sequence: 3 }),
    order({ orderId: 'first', limit: 97, size: 30, sequence: 2 }),
  ];
  const outcome = minute(realistic, orders, candle(100, 101, 90, 95, 1_009));
  assert.equal(fills(outcome), 'first 30@97 maker, second 30@95 maker, third 40@95 maker partial');
  assert.deepEqual(outcome.changed, [{ ...orders[1], remainingLots: 20n }]);
  assert.equal(outcome.usedLots, 100n);
});

test('size: what arrivals have used of the minute is no longer there', () => {
  const context = { ...SAMPLE_MINUTE, usedLots: lots(95) };
  const outcome = matchMinute(realistic, [buy95], candle(100, 101, 90, 95, 1_000), context);
  assert.equal(fills(outcome), 'a 5@95 maker partial');
  assert.equal(outcome.usedLots, 100n);
});

test('size: tradingview and touch fill any size, in a minute without volume too', () => {
  for (const rules of [tradingview, touch])
    assert.equal(fills(minute(rules, [buy95], candle(100, 101, 90, 95, 0))), 'a 10@95 maker');
  assert.equal(fills(minute(realistic, [buy95], candle(100, 101, 90, 95, 9))), '');
});

test('size: a stop that is triggered with nothing left fills at the next open', () => {
  const dry = minute(realistic, [stopSell], candle(100, 101, 90, 98, 0));
  assert.equal(fills(dry), '');
  assert.deepEqual(dry.changed, [{ ...stopSell, isTriggered: true }]);
  const next = minute(realistic, dry.changed, candle(98, 101, 90, 95));
  assert.equal(fills(next), 'a 10@97 taker');
});

test('time-out: an order fills until its last instant, then expires with what is left', () => {
  const half = order({ limit: 95, expiresAtMs: OPEN_MS + 30_000 });
  // The path 100, 101, 90, 100 is 22 ticks long: 94 is reached after 8 of them, 91 after 11.
  const early = minute(realistic, [half], candle(100, 101, 90, 100));
  assert.equal(fills(early), 'a 10@95 maker');
  assert.deepEqual(early.expired, []);
  const late = minute(realistic, [{ ...half, limitTicks: ticks(91) }], candle(100, 101, 90, 100));
  assert.equal(fills(late), '');
  assert.deepEqual(late.expired, [{ ...half, limitTicks: ticks(91) }]);
});

test('time-out: an order that ended before the minute fills nothing', () => {
  const before = order({ limit: 95, expiresAtMs: OPEN_MS });
  const outcome = minute(realistic, [before], candle(90, 101, 90, 95));
  assert.equal(fills(outcome), '');
  assert.deepEqual(outcome.expired, [before]);
  const atEnd = order({ limit: 95, expiresAtMs: OPEN_MS + 60_000, size: 500 });
  const last = minute(realistic, [atEnd], candle(100, 101, 90, 95, 1_000));
  assert.equal(fills(last), 'a 100@95 maker partial');
  assert.deepEqual(last.expired, [{ ...atEnd, remainingLots: 400n }]);
  assert.equal(isExpired(atEnd, OPEN_MS + 59_999), false);
  assert.equal(isExpired(atEnd, OPEN_MS + 60_000), true);
});

test('an order that became live within the minute meets only the rest of the path', () => {
  const lowFirst = candle(100, 110, 95, 105);
  const early = order({ limit: 97, liveFromMs: OPEN_MS + 5_000 });
  const late = order({ limit: 97, liveFromMs: OPEN_MS + 30_000 });
  const [fill] = minute(realistic, [early], lowFirst).executions;
  // 100 to 96 is 4 of 25 ticks: 9.6 seconds.
  assert.equal(fill?.atMs, OPEN_MS + 9_600);
  assert.equal(fills(minute(realistic, [late], lowFirst)), '');
  const next = order({ limit: 97, liveFromMs: OPEN_MS + 60_000 });
  assert.equal(fills(minute(realistic, [next], candle(90, 91, 89, 90))), '');
});

test('an order that became live within the minute fills at its own price', () => {
  const lowFirst = candle(100, 110, 90, 105);
  const live = { liveFromMs: OPEN_MS + 10_000 };
  // After ten of sixty seconds the price has travelled 6 of 35 ticks, to 94.
  const limited = order({ limit: 96, ...live });
  assert.equal(fills(minute(realistic, [limited], lowFirst)), 'a 10@96 maker');
  const stopped = order({ type: 'stop_market', side: 'sell', trigger: 97, ...live });
  assert.equal(fills(minute(touch, [stopped], lowFirst)), 'a 10@97 taker');
  const stopLimited = order({ type: 'stop_limit', side: 'sell', trigger: 97, limit: 95, ...live });
  assert.equal(fills(minute(touch, [stopLimited], lowFirst)), 'a 10@97 taker');
  const trailed = order({
    type: 'trailing_stop_market',
    side: 'sell',
    trail: trail(3, 100),
    ...live,
  });
  assert.equal(fills(minute(touch, [trailed], lowFirst)), 'a 10@97 taker');
});

test('a minute that affects no order returns nothing at all', () => {
  assert.deepEqual(minute(realistic, [buy95, sell105], candle(100, 102, 98, 101)), {
    executions: [],
    changed: [],
    expired: [],
    usedLots: 0n,
  });
});

for (const isExitFirst of [true, false])
  test(`tradingview: passed stops of one side fill the entry first, exit placed ${isExitFirst ? 'first' : 'last'}`, () => {
    const sale = { side: 'sell', type: 'stop_market', trigger: 99 } as const;
    const exit = { orderId: 'exit', positionGroup: 'p', role: 'stop', openLots: lots(10) } as const;
    const orders = [
      order({ ...sale, orderId: 'entry', trigger: 98, sequence: isExitFirst ? 2 : 1 }),
      order({ ...sale, ...exit, sequence: isExitFirst ? 1 : 2 }),
      order({ orderId: 'limit', limit: 95, sequence: 0 }),
    ];
    const fell = candle(90, 91, 89, 90);
    const names = ({ executions }: ReturnType<typeof minute>) =>
      executions.map(({ orderId }) => orderId);
    assert.deepEqual(names(minute(tradingview, orders, fell)), ['entry', 'exit', 'limit']);
    const placed = isExitFirst ? ['exit', 'entry'] : ['entry', 'exit'];
    assert.deepEqual(names(minute(touch, orders, fell)), ['limit', ...placed]);
  });

test('a market order that leaves a position takes nothing from its stops and targets', () => {
  const sale = { side: 'sell', positionGroup: 'p' } as const;
  const orders = [
    order({ ...sale, orderId: 'market', type: 'market' }),
    order({
      ...sale,
      orderId: 'stop',
      type: 'stop_market',
      trigger: 99,
      role: 'stop',
      sequence: 2,
    }),
    order({ ...sale, orderId: 'target', limit: 101, role: 'target', sequence: 3 }),
  ];
  const outcome = minute(touch, orders, candle(100, 102, 98, 100));
  assert.equal(fills(outcome), 'market 10@100 taker, stop 10@99 taker ambiguous');
});

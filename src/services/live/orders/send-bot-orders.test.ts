// Orders that a step of a run has written down: what reaches the exchange, what must not, and what
// is left for a later round. Each is a spot order of a bot, on a simulated exchange.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';

import { decimal } from '#lib/decimal.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Order } from '#venue-port/order/order.ts';
import { ORDER_STATES } from '#venue-port/order/order.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';
import {
  cancelBotOrders,
  cancelEmulatedOrders,
  findSentOrders,
  resumeBotOrders,
  sendBotOrders,
  sendTriggeredOrders,
} from '#services/live/orders/send-bot-orders.ts';
import type { OrdersOfBot } from '#services/live/orders/orders-of-bot.fixture.ts';
import {
  EMULATED,
  HELD,
  NOT_HELD,
  ordersOfBot,
  withBrokenRuns,
} from '#services/live/orders/orders-of-bot.fixture.ts';

const DECISION_MS = LIMITS.botDecisionMsMax;
const REQUEST_MS = LIMITS.exchangeRequestTimeoutMs;

suite('orders that a step has written down', () => {
  test('are sent in their order, and all of them were', async () => {
    const given = await ordersOfBot();
    const orders = [await given.write('first'), await given.write('second')];
    assert.equal(await send(given, orders), true);
    assert.deepEqual(given.calls, ['place first', 'place second']);
    assert.deepEqual(await given.states(), { first: 'open', second: 'open' });
  });

  test('what waits with us for its price is not sent, and holds up nothing', async () => {
    const given = await ordersOfBot();
    const orders = [await given.write('stop', EMULATED), await given.write('entry')];
    assert.equal(await send(given, orders), true);
    assert.deepEqual(given.calls, ['place entry']);
  });

  test('are sent no more once another process has the bot', async () => {
    const given = await ordersOfBot();
    const orders = [await given.write('first'), await given.write('second')];
    const heldForOne = () => given.calls.length === 0;
    assert.equal(await sendBotOrders(given.deps, given.at, orders, heldForOne), false);
    assert.deepEqual(given.calls, ['place first']);
    assert.deepEqual(await given.states(), { first: 'open', second: 'pending' });
  });

  test('one that fails is said and tried again later, and the others are sent', async () => {
    const given = await ordersOfBot();
    const orders = [await given.write('first'), await given.write('second')];
    given.fail('first', new Failure('unavailable', 'no line to the exchange'));
    assert.equal(await send(given, orders), false);
    assert.deepEqual(given.calls, ['place first', 'place second']);
    const { botId } = given.bot;
    const [{ orderId }] = orders as [Order, Order];
    assert.deepEqual(given.warnings, [
      ['bot.order_failing', { bot_id: botId, order_id: orderId, cause: 'no line to the exchange' }],
    ]);
  });

  test('a defect of ours is not taken for an exchange that fails', async () => {
    const given = await ordersOfBot();
    const orders = [await given.write('first')];
    given.fail('first', new TypeError('a defect'));
    await assert.rejects(send(given, orders), /a defect/);
  });
});

/** What is sent of an order of such an age, and what is noted of it. */
type AgeCase = readonly [
  name: string,
  ageMs: number,
  waitedMs: number,
  expiresInMs: number | null,
  reason: RegExp | null,
];

const AGES: readonly AgeCase[] = [
  ['of now', 0, 0, null, null],
  ['at the end of what a decision is good for', DECISION_MS, 0, null, null],
  ['a moment later', DECISION_MS + 1, 0, null, /decided too long ago/],
  ['that comes in time with its time over: the exchange ends it', REQUEST_MS, 0, 0, null],
  ['late, with its time over just now', REQUEST_MS + 1, 0, 0, /its time was over/],
  ['late, with its time not over', REQUEST_MS + 1, 0, 1, null],
  ['late, without an end', REQUEST_MS + 1, 0, null, null],
  ['too late, with its time over', DECISION_MS + 1, 0, 0, /decided too long ago/],
];

suite('an order that comes late', () => {
  for (const [name, ageMs, waitedMs, expiresInMs, reason] of AGES)
    test(`${name}: ${reason === null ? 'is sent' : 'is given up, and says why'}`, async () => {
      const given = await ordersOfBot();
      const { nowMs } = given;
      const order = await given.write('late', {
        placedAtMs: nowMs - ageMs,
        updatedAtMs: nowMs - waitedMs,
        terms: { ...PLAIN_TERMS, expiresAtMs: expiresInMs === null ? null : nowMs + expiresInMs },
      });
      assert.equal(await send(given, [order]), true);
      if (reason === null) return assert.deepEqual(given.calls, ['place late']);
      assert.deepEqual(given.calls, []);
      const [stored] = await given.stored();
      assert.equal(stored?.state, 'unplaced');
      assert.match(stored?.reason ?? '', reason);
    });

  test('that waited for others is noted first, so that nobody gives it up', async () => {
    const sendBy = async (waitedMs: number): Promise<number | undefined> => {
      const given = await ordersOfBot();
      const times = { placedAtMs: given.nowMs - waitedMs, updatedAtMs: given.nowMs - waitedMs };
      assert.equal(await send(given, [await given.write('late', times)]), true);
      return (given.requests.at(-1)?.sendByMs ?? 0) - given.nowMs;
    };
    const half = REQUEST_MS / 2;
    assert.equal(await sendBy(1_000), LIMITS.orderSendMsMax - 1_000);
    assert.equal(await sendBy(half), LIMITS.orderSendMsMax - half);
    assert.equal(await sendBy(half + 1), LIMITS.orderSendMsMax);
  });

  test('that somebody gave up while it waited is not sent', async () => {
    const given = await ordersOfBot();
    const waitedMs = REQUEST_MS / 2 + 1;
    const order = await given.write('late', { updatedAtMs: given.nowMs - waitedMs });
    await given.become(order, 'unplaced');
    assert.equal(await send(given, [order]), false);
    assert.deepEqual(given.calls, []);
  });

  test('that waited is not sent by a process that lost the bot while it was noted', async () => {
    const given = await ordersOfBot();
    const waitedMs = REQUEST_MS / 2 + 1;
    const order = await given.write('late', { updatedAtMs: given.nowMs - waitedMs });
    let requestedCount = 0;
    const heldOnce = () => (requestedCount += 1) === 1;
    assert.equal(await sendBotOrders(given.deps, given.at, [order], heldOnce), false);
    assert.deepEqual(given.calls, []);
    assert.deepEqual(await given.states(), { late: 'pending' });
  });
});

suite('what waited with us for a price that has come', () => {
  test('is sent, once its price has come', async () => {
    const given = await ordersOfBot();
    const stop = await given.write('stop', EMULATED);
    await given.write('other', EMULATED);
    await sendTriggeredOrders(given.deps, given.triggered([stop, []]), HELD);
    assert.deepEqual(given.calls, ['place stop']);
    assert.deepEqual(await given.states(), { stop: 'open', other: 'open' });
  });

  test('is sent once: not when it was sent already, and not when it is not stored', async () => {
    const given = await ordersOfBot();
    const sent = await given.write('sent', { ...EMULATED, venueOrderId: 'v1' });
    const live = given.triggered([sent, []]);
    const { triggered } = live.run.view;
    const unknown = { orderId: 'of no order', after: [] };
    live.run.view = { ...live.run.view, triggered: [unknown, ...triggered] };
    await sendTriggeredOrders(given.deps, live, HELD);
    assert.deepEqual(given.calls, []);
  });

  test('is left to the process that has the bot now', async () => {
    const given = await ordersOfBot();
    const stop = await given.write('stop', EMULATED);
    await sendTriggeredOrders(given.deps, given.triggered([stop, []]), NOT_HELD);
    assert.deepEqual(given.calls, []);
    assert.deepEqual(await given.states(), { stop: 'open' });
  });

  test('one that fails does not keep the next from its price', async () => {
    const given = await ordersOfBot();
    const [one, other] = [await given.write('one', EMULATED), await given.write('two', EMULATED)];
    given.fail('one', new Failure('unavailable', 'no line to the exchange'));
    await sendTriggeredOrders(given.deps, given.triggered([one, []], [other, []]), HELD);
    assert.deepEqual(given.calls, ['place one', 'place two']);
  });

  test('asks the store nothing while no price has come', async () => {
    const given = await ordersOfBot();
    await given.write('stop', EMULATED);
    await sendTriggeredOrders(withBrokenRuns(given), given.triggered(), HELD);
    assert.deepEqual(given.calls, []);
  });

  /** What became of the target that locks the same coins, and whether the stop may be sent. */
  const BEFORE: readonly (readonly [string, Partial<Order> | null, string, boolean])[] = [
    ['is cancelled', { state: 'cancelled' }, '0', true],
    ['is still at work', { state: 'open', venueOrderId: 'v2' }, '0', false],
    ['has filled more than the run has learned', filled('0.005'), '0', false],
    ['has filled what the run has learned', filled('0.005'), '0.005', true],
    ['is not stored', null, '0', false],
  ];
  for (const [what, target, filledAmount, isSent] of BEFORE)
    test(`${isSent ? 'is sent' : 'waits'} when the order that it replaces ${what}`, async () => {
      const given = await ordersOfBot();
      const stop = await given.write('stop', EMULATED);
      const before = target === null ? null : await given.write('target', target);
      const gone = await given.write('gone', { state: 'cancelled' });
      const after = [gone.orderId, before?.orderId ?? 'of no order'].map((orderId) => ({
        orderId: given.nameOf(orderId),
        filledAmount: decimal(orderId === gone.orderId ? '0' : filledAmount),
      }));
      await sendTriggeredOrders(given.deps, given.triggered([stop, after]), HELD);
      assert.deepEqual(given.calls, isSent ? ['place stop'] : []);
    });
});

function filled(amount: string): Partial<Order> {
  return { state: 'cancelled', filledAmount: decimal(amount) };
}

suite('orders that were written and perhaps not sent', () => {
  test('are carried on: what the exchange does not know is sent again', async () => {
    const given = await ordersOfBot();
    await given.write('first');
    await given.write('second');
    assert.equal(await resumeBotOrders(given.deps, given.live, HELD), true);
    assert.deepEqual(given.calls, ['look first', 'place first', 'look second', 'place second']);
  });

  test('are left alone when they are known to have been sent', async () => {
    const given = await ordersOfBot();
    await given.write('open', { state: 'open', venueOrderId: 'v1' });
    await given.write('over', { state: 'cancelled' });
    await given.write('stop', EMULATED);
    assert.equal(await resumeBotOrders(given.deps, given.live, HELD), true);
    assert.deepEqual(given.calls, []);
  });

  test('are left to the process that has the bot now', async () => {
    const given = await ordersOfBot();
    await given.write('first');
    assert.equal(await resumeBotOrders(given.deps, given.live, NOT_HELD), false);
    assert.deepEqual(given.calls, []);
  });

  test('are tried again later when the exchange fails, and the others go on', async () => {
    const given = await ordersOfBot();
    await given.write('first');
    await given.write('second');
    given.fail('first', new Failure('unavailable', 'no line to the exchange'));
    assert.equal(await resumeBotOrders(given.deps, given.live, HELD), false);
    assert.deepEqual(given.calls, ['look first', 'look second', 'place second']);
  });

  const serviceTerms = { terms: EMULATED.terms };
  /** What an order may have been decided at, and whether it is still carried on. */
  const RESUMED: readonly (readonly [string, Partial<Order>, number, number, boolean])[] = [
    ['decided as long ago as a decision is good for', {}, DECISION_MS, 0, true],
    ['decided longer ago', {}, DECISION_MS + 1, 0, false],
    ['set off just now, requested long ago', serviceTerms, DECISION_MS * 9, 0, true],
    ['set off as long ago as a decision is good for', serviceTerms, 0, DECISION_MS, true],
    ['set off longer ago', serviceTerms, 0, DECISION_MS + 1, false],
  ];
  for (const [what, changes, ageMs, writtenMs, isResumed] of RESUMED)
    test(`one ${what} ${isResumed ? 'is carried on' : 'is left to reconciliation'}`, async () => {
      const given = await ordersOfBot();
      const times = { placedAtMs: given.nowMs - ageMs, updatedAtMs: given.nowMs - writtenMs };
      await given.write('old', { ...changes, ...times });
      assert.equal(await resumeBotOrders(given.deps, given.live, HELD), true);
      assert.deepEqual(given.calls, isResumed ? ['look old', 'place old'] : []);
    });

  test('are found by the names that the run gave them', async () => {
    const given = await ordersOfBot();
    const order = await given.write('first');
    const sent = await findSentOrders(given.deps, given.live);
    assert.deepEqual([...sent], [[given.nameOf(order.orderId), order]]);
  });

  test('ask the store nothing when the run has none', async () => {
    const given = await ordersOfBot();
    assert.deepEqual(await findSentOrders(withBrokenRuns(given), given.live), new Map());
  });
});

suite('orders that a bot no longer wants', () => {
  const WANTED = { isCancelWanted: true };

  for (const state of ORDER_STATES) {
    const mayBeThere = ['open', 'lost', 'unknown'].includes(state);
    test(`${state}: ${mayBeThere ? 'is cancelled' : 'nothing of it is at the exchange'}`, async () => {
      const given = await ordersOfBot();
      await given.write('gone', { state }, WANTED);
      await cancelBotOrders(given.deps, given.live, HELD);
      assert.equal(given.calls.includes('cancel gone'), mayBeThere);
    });
  }

  test('what it still wants stays', async () => {
    const given = await ordersOfBot();
    await given.place('wanted');
    await given.place('gone', WANTED);
    await cancelBotOrders(given.deps, given.live, HELD);
    assert.deepEqual(given.calls.slice(2), ['cancel gone']);
    assert.deepEqual(await given.states(), { wanted: 'open', gone: 'cancelled' });
  });

  test('are left to the process that has the bot now', async () => {
    const given = await ordersOfBot();
    await given.write('gone', { state: 'open' }, WANTED);
    await cancelBotOrders(given.deps, given.live, NOT_HELD);
    assert.deepEqual(given.calls, []);
  });

  for (const error of [
    new Failure('unavailable', 'no line to the exchange'),
    new OutcomeUnknown('the response was lost'),
  ])
    test(`are cancelled later when ${error.message}, and the others at once`, async () => {
      const given = await ordersOfBot();
      await given.place('first', WANTED);
      await given.place('second', WANTED);
      given.fail('first', error);
      await cancelBotOrders(given.deps, given.live, HELD);
      assert.deepEqual(await given.states(), { first: 'open', second: 'cancelled' });
      assert.equal(given.warnings.length, 1);
    });

  test('one that is not stored, or on an unknown market, does not hold up the others', async () => {
    const given = await ordersOfBot();
    await given.write('elsewhere', { state: 'open', marketTag: null }, WANTED);
    await given.place('gone', WANTED);
    const { view } = given.live.run;
    const [shown] = view.sent;
    assert.ok(shown !== undefined);
    const unwritten = { ...shown, orderId: 'unwritten', storedId: 'of no order' };
    given.live.run.view = { ...view, sent: [unwritten, ...view.sent] };
    await cancelBotOrders(given.deps, given.live, HELD);
    assert.deepEqual(await given.states(), { elsewhere: 'open', gone: 'cancelled' });
  });

  test('ask the store nothing when there are none', async () => {
    const given = await ordersOfBot();
    await given.write('wanted', { state: 'open' });
    await cancelBotOrders(withBrokenRuns(given), given.live, HELD);
    assert.deepEqual(given.calls, []);
  });
});

suite('orders whose time is over', () => {
  const TIMEOUT_MS = 60_000;
  const CASES: readonly (readonly [
    what: string,
    isPlain: boolean,
    leftMs: number,
    isGone: boolean,
  ])[] = [
    ['are cancelled where the exchange does not end them', true, 0, true],
    ['stay a moment before that', true, 1, false],
    ['are left to an exchange that ends them itself', false, 0, false],
  ];
  for (const [what, isPlain, leftMs, isGone] of CASES)
    test(what, async () => {
      const given = await ordersOfBot({ isPlain });
      const openedAtMs = given.live.run.window.endMs - TIMEOUT_MS + leftMs;
      await given.place('brief', { openedAtMs, timeoutMs: TIMEOUT_MS });
      await given.place('endless', { openedAtMs: 0 });
      await cancelBotOrders(given.deps, given.live, HELD);
      const brief = isGone ? 'cancelled' : 'open';
      assert.deepEqual(await given.states(), { brief, endless: 'open' });
    });
});

suite('what waits with us when no minutes come that could have its price', () => {
  test('is cancelled, and what is at the exchange stays', async () => {
    const given = await ordersOfBot();
    await given.place('resting');
    await given.write('stop', EMULATED);
    await cancelEmulatedOrders(given.deps, given.live, HELD);
    assert.deepEqual(given.calls.slice(1), []);
    assert.deepEqual(await given.states(), { resting: 'open', stop: 'cancelled' });
  });

  test('is left to the process that has the bot now', async () => {
    const given = await ordersOfBot();
    await given.write('stop', EMULATED);
    await cancelEmulatedOrders(given.deps, given.live, NOT_HELD);
    assert.deepEqual(await given.states(), { stop: 'open' });
  });
});

function send(given: OrdersOfBot, orders: readonly Order[]): Promise<boolean> {
  return sendBotOrders(given.deps, given.at, orders, HELD);
}

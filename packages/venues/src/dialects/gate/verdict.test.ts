import { test } from 'node:test';
import assert from 'node:assert/strict';
import { HOUR_MS } from '#lib/time.ts';
import { GATE } from '#venues/dialects/gate/gate.ts';
import {
  BTC_SPOT,
  failure,
  FILLED,
  newOrder,
  NOW_MS,
  ORDER_ID,
  OUR_NAME,
  PLACING,
  reply,
  RESTING,
  SPOT,
} from '#venues/dialects/gate/gate.fixture.ts';
import type { BothVerdicts } from '#venues/dialects/reply/verdicts.fixture.ts';
import { BOTH, brief } from '#venues/dialects/reply/verdicts.fixture.ts';
import type { WireOutcome } from '#venues/wire/venue-wire.ts';
import { leftOutBy } from '#venues/dialects/reply/left-out.fixture.ts';

const NAME = { clientOrderId: OUR_NAME, venueOrderId: null, placedAtMs: NOW_MS - 1_000 };
const KNOWN = { ...NAME, venueOrderId: ORDER_ID };
const { orders, account } = GATE;
const PLACE = orders.place(newOrder(), BTC_SPOT, PLACING);
const CANCEL = orders.cancel(NAME, BTC_SPOT, SPOT);
const [BY_ID] = orders.lookUp(KNOWN, BTC_SPOT, SPOT);
const [LISTED] = orders.placedBetween?.(NOW_MS - 60_000, NOW_MS, BTC_SPOT, SPOT) ?? [];
assert(BY_ID !== undefined && LISTED !== undefined);

const HTML = '<html><head><title>403 Forbidden</title></head></html>';

/** What happened, the verdict on a placement, and that on a look-up. */
const OUTCOMES: readonly (readonly [string, WireOutcome, BothVerdicts])[] = [
  ['connection refused', { kind: 'not_sent', cause: 'refused', retryAfterMs: null }, BOTH.notSent],
  ['hang', { kind: 'no_reply', cause: 'timeout' }, BOTH.timedOut],
  ['reset', { kind: 'no_reply', cause: 'reset' }, BOTH.timedOut],
  ['truncated', { kind: 'no_reply', cause: 'truncated' }, BOTH.timedOut],
  ['empty 200', reply(''), BOTH.unreadable],
  ['HTML 200', reply(HTML), BOTH.unreadable],
  ['{} 200', reply({}), BOTH.unreadable],
  ['a list 200', reply([]), BOTH.unreadable],
  ['a receipt without an order', reply({ id: ORDER_ID, text: RESTING.text }), BOTH.unreadable],
  ['a label in a 200', reply({ label: 'BALANCE_NOT_ENOUGH', message: '' }), BOTH.unreadable],
  ['500', reply('', { status: 500 }), BOTH.unclear],
  ['502 HTML', reply(HTML, { status: 502 }), BOTH.unclear],
  ['404 HTML', reply(HTML, { status: 404 }), BOTH.unclear],
  ['firewall', reply(HTML, { status: 403 }), BOTH.unclear],
  ['401 HTML', reply(HTML, { status: 401 }), BOTH.unclear],
  ['a redirect', reply('', { status: 302 }), BOTH.unclear],
  ['an order in a 500', reply(RESTING, { status: 500 }), BOTH.unclear],
  ['internal error', failure(500, 'INTERNAL'), BOTH.unclear],
  ['too busy', failure(400, 'TOO_BUSY'), BOTH.unclear],
  ['a server error', failure(400, 'SERVER_ERROR'), BOTH.unclear],
  ['a parameter in a 500', failure(500, 'INVALID_PARAM_VALUE'), BOTH.unclear],
  ['a label never seen', failure(400, 'SURPRISE'), BOTH.unclear],
  ['no label', reply({ message: 'x' }, { status: 400 }), BOTH.unclear],
  ['another path', failure(404, 'NOT_FOUND'), BOTH.unclear],
  ['too many of the user', failure(429, 'TOO_MANY_REQUESTS'), BOTH.tooFast],
  ['too fast', failure(400, 'TOO_FAST'), BOTH.tooFast],
  ['429 HTML', reply(HTML, { status: 429 }), BOTH.banned],
  ['key', failure(401, 'INVALID_KEY'), BOTH.unauthorized],
  ['signature', failure(401, 'INVALID_SIGNATURE'), BOTH.unauthorized],
  ['address', failure(403, 'IP_FORBIDDEN'), BOTH.unauthorized],
  ['a key that only reads', failure(403, 'READ_ONLY'), BOTH.unauthorized],
  ['right', failure(403, 'FORBIDDEN'), BOTH.unauthorized],
  ['time', failure(403, 'REQUEST_EXPIRED'), BOTH.clock],
  ['parameter', failure(400, 'INVALID_PARAM_VALUE', 'Your order size is too small'), BOTH.refused],
  ['precision', failure(400, 'INVALID_PRECISION'), BOTH.refused],
  ['post-only', failure(400, 'POC_FILL_IMMEDIATELY'), BOTH.refused],
  ['funds', failure(400, 'BALANCE_NOT_ENOUGH'), BOTH.poor],
  ['no such order', failure(404, 'ORDER_NOT_FOUND'), BOTH.noSuchOrder],
  ['no such name', failure(404, 'CLIENT_ID_NOT_FOUND'), BOTH.noSuchOrder],
];

for (const [title, outcome, [ofPlacement, ofLookUp]] of OUTCOMES)
  test(`Gate, ${title}: a placement is "${ofPlacement}", a look-up "${ofLookUp}"`, () => {
    assert.equal(brief(PLACE.read(outcome)), ofPlacement);
    assert.equal(brief(BY_ID.read(outcome)), ofLookUp);
    if (title === 'a list 200') return;
    // No list says that there is no order.
    const ofList = ofLookUp === 'absent' ? 'not_done unavailable' : ofLookUp;
    assert.equal(brief(LISTED.read(outcome)), ofList);
  });

/** What the venue says of an order that it has placed, and the verdict. */
const RECEIPTS: readonly (readonly [string, object, string])[] = [
  ['the order', {}, 'done'],
  ['the order as it ended', FILLED, 'done'],
  ['no id', { id: undefined }, 'unknown'],
  ['another name', { text: 't-another' }, 'unknown'],
  ['the other side', { side: 'sell' }, 'unknown'],
  ['another status', { status: 'merged' }, 'unknown'],
  ['a part that is more', { left: '0.02' }, 'unknown'],
];

for (const [title, changes, expected] of RECEIPTS)
  test(`Gate replies with ${title}: the placement is "${expected}"`, () => {
    assert.equal(brief(PLACE.read(reply({ ...RESTING, ...changes }, { status: 201 }))), expected);
  });

const CANCELS: readonly (readonly [string, WireOutcome, string])[] = [
  ['cancelled', reply({ ...RESTING, status: 'cancelled', finish_as: 'cancelled' }), 'done'],
  ['still open', reply(RESTING), 'done'],
  ['no such order', failure(404, 'ORDER_NOT_FOUND'), 'absent'],
  ['closed', failure(400, 'ORDER_CLOSED'), 'absent'],
  ['cancelled before', failure(400, 'ORDER_CANCELLED'), 'absent'],
  ['failed', failure(400, 'CANCEL_FAIL'), 'unknown'],
  ['another order', reply({ ...RESTING, text: 't-another' }), 'unknown'],
  ['parameter', failure(400, 'INVALID_PARAM_VALUE'), 'unknown'],
  ['hang', { kind: 'no_reply', cause: 'timeout' }, 'unknown'],
  ['key', failure(401, 'INVALID_KEY'), 'not_done unauthorized'],
];

for (const [title, outcome, expected] of CANCELS)
  test(`Gate, ${title}: a cancellation is "${expected}"`, () => {
    assert.equal(brief(CANCEL.read(outcome)), expected);
  });

test('a cancellation at Gate that leaves the order open says that it was taken', () => {
  assert.deepEqual(CANCEL.read(reply(RESTING)), { kind: 'done', value: null });
});

test('the absence of an order says nothing when Gate may have forgotten it', () => {
  for (const [hours, expected] of [
    [23, 'absent'],
    [25, 'forgotten'],
  ] as const) {
    const name = { ...KNOWN, placedAtMs: NOW_MS - hours * HOUR_MS };
    const [query] = orders.lookUp(name, BTC_SPOT, SPOT);
    assert(query !== undefined);
    assert.equal(brief(query.read(failure(404, 'ORDER_NOT_FOUND'))), expected);
  }
});

test('orders of Gate are looked up by its id, or in lists', () => {
  assert.deepEqual(orders.lookUp(NAME, BTC_SPOT, SPOT), []);
});

test('a look-up at Gate that brings another order, or an unreadable one, is a failure', () => {
  const failing = [
    { ...RESTING, id: 'other' },
    { ...RESTING, status: 'constructor' },
    { ...RESTING, left: '' },
    { ...RESTING, left: '-1' },
    { ...RESTING, amount: '1,5' },
    { ...RESTING, create_time_ms: 'soon' },
    { ...RESTING, side: 'both' },
    { ...RESTING, type: 'trail' },
    { ...RESTING, currency_pair: '' },
    {},
  ] as const;
  for (const order of failing) {
    assert.equal(brief(BY_ID.read(reply(order))), 'not_done corrupt_reply');
    if (!('id' in order) || order.id !== 'other')
      assert.equal(leftOutBy(() => LISTED.read(reply([order]))).length, 1);
  }
});

test('too many public requests stop the address, and those of a user do not', () => {
  const many = failure(429, 'TOO_MANY_REQUESTS');
  assert.equal(brief(GATE.time().read(many)), 'not_done rate_limited address');
  assert.equal(brief(account.balances(SPOT).read(many)), 'not_done rate_limited');
});

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { decimal, ZERO } from '#lib/decimal.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import { HYPERLIQUID } from '#venues/dialects/hyperliquid/hyperliquid.ts';
import {
  BTC_PERP,
  CLOID,
  FUTURES,
  newOrder,
  NOW_MS,
  ORDER_ID,
  OUR_NAME,
  refusal,
  reply,
  shownOrder,
  statusOfOrder,
} from '#venues/dialects/hyperliquid/hyperliquid.fixture.ts';
import type { BothVerdicts } from '#venues/dialects/reply/verdicts.fixture.ts';
import { BOTH, brief } from '#venues/dialects/reply/verdicts.fixture.ts';
import type { WireOutcome } from '#venues/wire/venue-wire.ts';

const NAME = { clientOrderId: OUR_NAME, venueOrderId: null, placedAtMs: NOW_MS - 1_000 };
const KNOWN = { ...NAME, venueOrderId: ORDER_ID };
const { orders } = HYPERLIQUID;
const PLACE = orders.place(newOrder(), BTC_PERP, {
  ...FUTURES,
  protectionPrice: null,
  marginMode: null,
});
const [BY_NAME] = orders.lookUp(NAME, BTC_PERP, FUTURES);
const [BY_ID] = orders.lookUp(KNOWN, BTC_PERP, FUTURES);
assert(BY_NAME !== undefined && BY_ID !== undefined);

const HTML = '<html><head><title>403 Forbidden</title></head></html>';
const UNREADABLE_AT_ONCE: BothVerdicts = ['rejected order_rejected', 'not_done unavailable'];

/** What happened, the verdict on a placement, and that on a look-up. */
const OUTCOMES: readonly (readonly [string, WireOutcome, BothVerdicts])[] = [
  ['connection refused', { kind: 'not_sent', cause: 'refused', retryAfterMs: null }, BOTH.notSent],
  ['hang', { kind: 'no_reply', cause: 'timeout' }, BOTH.timedOut],
  ['reset', { kind: 'no_reply', cause: 'reset' }, BOTH.timedOut],
  ['truncated', { kind: 'no_reply', cause: 'truncated' }, BOTH.timedOut],
  ['empty 200', reply(''), BOTH.unreadable],
  ['HTML 200', reply(HTML), BOTH.unreadable],
  ['{} 200', reply({}), BOTH.unreadable],
  ['null 200', reply(null), BOTH.unreadable],
  ['a list 200', reply([]), BOTH.unreadable],
  ['a status never seen', reply({ status: 'fine' }), BOTH.unreadable],
  ['success without a response', reply({ status: 'ok' }), BOTH.unreadable],
  ['success without an order', reply({ status: 'ok', response: {} }), BOTH.unreadable],
  ['success with none', statusOfOrder(undefined), BOTH.unreadable],
  ['a status of text', statusOfOrder('success'), BOTH.unreadable],
  ['a word in place of an order', statusOfOrder('waitingForFill'), BOTH.unreadable],
  ['500', reply('null', { status: 500 }), BOTH.unclear],
  ['502 HTML', reply(HTML, { status: 502 }), BOTH.unclear],
  ['404 HTML', reply(HTML, { status: 404 }), BOTH.unclear],
  ['firewall', reply(HTML, { status: 403 }), BOTH.unclear],
  ['a redirect', reply('', { status: 302 }), BOTH.unclear],
  ['a body that cannot be parsed', reply('Failed to', { status: 422 }), UNREADABLE_AT_ONCE],
  ['too many of the address', reply(HTML, { status: 429 }), BOTH.banned],
];

for (const [title, outcome, [ofPlacement, ofLookUp]] of OUTCOMES)
  test(`Hyperliquid, ${title}: a placement is "${ofPlacement}", a look-up "${ofLookUp}"`, () => {
    assert.equal(brief(PLACE.read(outcome)), ofPlacement);
    assert.equal(brief(BY_NAME.read(outcome)), ofLookUp);
    assert.equal(brief(BY_ID.read(outcome)), ofLookUp);
  });

/** What the venue says, of the order or of the action, and the verdict on a placement. */
const WORDS: readonly (readonly [string, string])[] = [
  ['Price must be divisible by tick size. asset=0', 'rejected order_rejected'],
  ['Order must have minimum value of $10. asset=0', 'rejected order_rejected'],
  ['Reduce only order would increase position. asset=0', 'rejected order_rejected'],
  ['Post only order would have immediately matched, bbo was 1@2', 'rejected order_rejected'],
  ['Order could not immediately match against any resting orders', 'rejected order_rejected'],
  ['No liquidity available for market order.', 'rejected order_rejected'],
  ['Order has invalid size.', 'rejected order_rejected'],
  ['Invalid TP/SL price. asset=0', 'rejected trigger_passed'],
  ['Insufficient margin to place order. asset=5', 'rejected insufficient_funds'],
  ['Must deposit before performing actions. User: 0x12', 'rejected insufficient_funds'],
  ['User or API Wallet 0x31ca does not exist.', 'not_done unauthorized'],
  ['Invalid nonce: duplicate nonce 1', 'clock'],
  ['Too many cumulative requests sent (11 > 10) for', 'not_done rate_limited'],
  ['Order was never placed, already canceled, or filled.', 'unknown'],
  ['Insufficient', 'unknown'],
  ['Nothing that is documented', 'unknown'],
];

for (const [words, expected] of WORDS)
  test(`Hyperliquid, "${words}": a placement is "${expected}"`, () => {
    assert.equal(brief(PLACE.read(refusal(words))), expected);
    assert.equal(brief(PLACE.read(statusOfOrder({ error: words }))), expected);
  });

const CANCELS: readonly (readonly [string, WireOutcome, string])[] = [
  ['taken', statusOfOrder('success', 'cancel'), 'done'],
  ['taken in another word', statusOfOrder('done', 'cancel'), 'unknown'],
  [
    'ended or never was',
    statusOfOrder({ error: 'Order was never placed, already canceled, or filled.' }),
    'absent',
  ],
  ['refused for no known reason', statusOfOrder({ error: 'Surprise' }), 'unknown'],
  ['refused for its number', refusal('Invalid nonce: duplicate nonce 1'), 'clock'],
  ['hang', { kind: 'no_reply', cause: 'timeout' }, 'unknown'],
];

for (const [title, outcome, expected] of CANCELS)
  test(`Hyperliquid, a cancellation that is ${title}: "${expected}"`, () => {
    for (const name of [NAME, KNOWN])
      assert.equal(brief(orders.cancel(name, BTC_PERP, FUTURES).read(outcome)), expected);
  });

test('a reply of Hyperliquid for another order, or without its number, is none', () => {
  const oid = Number(ORDER_ID);
  for (const status of [{ resting: { oid } }, { resting: { oid, cloid: CLOID } }])
    assert.equal(brief(PLACE.read(statusOfOrder(status))), 'done');
  const other = CLOID.replace('9', '8');
  for (const status of [{ resting: {} }, { resting: { oid, cloid: other } }, { filled: { oid } }])
    assert.equal(brief(PLACE.read(statusOfOrder(status))), 'unknown');
  // Names of its owner's other programs, which are none of ours.
  for (const cloid of ['', '0x00000000000000000000000000000001', 'mine'])
    assert.equal(brief(PLACE.read(statusOfOrder({ resting: { oid, cloid } }))), 'unknown');
  const two = { type: 'order', data: { statuses: [{ resting: { oid } }, { resting: { oid } }] } };
  assert.equal(brief(PLACE.read(reply({ status: 'ok', response: two }))), 'unknown');
});

test('of an entry of Hyperliquid that brings its stop both, or what is wrong, are said', () => {
  const terms = { ...PLAIN_TERMS, attachedStop: decimal('30000') };
  const entry = newOrder({ type: 'market', price: ZERO, terms });
  const context = { ...FUTURES, protectionPrice: decimal('35000'), marginMode: null };
  const verdictOn = (...statuses: readonly unknown[]): string => {
    const response = { type: 'order', data: { statuses } };
    const verdict = orders.place(entry, BTC_PERP, context).read(reply({ status: 'ok', response }));
    return brief(verdict);
  };
  const filled = { filled: { totalSz: '0.0125', avgPx: '34560.5', oid: Number(ORDER_ID) } };
  assert.equal(verdictOn(filled, 'waitingForTrigger'), 'done');
  assert.equal(verdictOn(filled), 'unknown');
  const error = 'Insufficient margin to place order. asset=0';
  assert.equal(verdictOn({ error }), 'rejected insufficient_funds');
  assert.equal(verdictOn({ error }, { error }), 'rejected insufficient_funds');
});

test('an order of Hyperliquid under another name is not the one that was looked up', () => {
  assert.equal(brief(BY_NAME.read(shownOrder())), 'done');
  for (const cloid of [CLOID.replace('9', '8'), null, undefined])
    assert.equal(brief(BY_NAME.read(shownOrder({ cloid }))), 'not_done corrupt_reply');
  assert.equal(brief(BY_ID.read(shownOrder({ oid: 1 }))), 'not_done corrupt_reply');
});

test('Hyperliquid has no order of a name for a day, and then it may have had one', () => {
  const absent = reply({ status: 'unknownOid' });
  const verdicts = [86_399_999, 86_400_000].map((ageMs) => {
    const name = { ...NAME, placedAtMs: NOW_MS - ageMs };
    return orders.lookUp(name, BTC_PERP, FUTURES)[0]?.read(absent).kind;
  });
  assert.deepEqual(verdicts, ['absent', 'forgotten']);
});

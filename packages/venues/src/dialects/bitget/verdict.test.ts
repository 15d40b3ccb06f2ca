import { test } from 'node:test';
import assert from 'node:assert/strict';
import { DAY_MS } from '#lib/time.ts';
import { BITGET } from '#venues/dialects/bitget/bitget.ts';
import {
  BTC_SPOT,
  newOrder,
  NOW_MS,
  OPEN,
  ORDER_ID,
  OUR_NAME,
  PLACING,
  RECEIPT,
  refusal,
  reply,
  RESTING,
  SPOT,
  success,
} from '#venues/dialects/bitget/bitget.fixture.ts';
import type { BothVerdicts } from '#venues/dialects/reply/verdicts.fixture.ts';
import { BOTH, brief } from '#venues/dialects/reply/verdicts.fixture.ts';
import type { WireOutcome } from '#venues/wire/venue-wire.ts';
import { leftOutBy } from '#venues/dialects/reply/left-out.fixture.ts';

const NAME = { clientOrderId: OUR_NAME, venueOrderId: null, placedAtMs: NOW_MS - 1_000 };
const KNOWN = { ...NAME, venueOrderId: ORDER_ID };
const { orders, account } = BITGET;
const PLACE = orders.place(newOrder(), BTC_SPOT, PLACING);
const [BY_ID] = orders.lookUp(KNOWN, BTC_SPOT, SPOT);
const [LISTED] = orders.placedBetween?.(NOW_MS - 60_000, NOW_MS, BTC_SPOT, SPOT) ?? [];
assert(BY_ID !== undefined && LISTED !== undefined);

const HTML = '<html><head><title>403 Forbidden</title></head></html>';

const REGION: BothVerdicts = ['not_done region_blocked', 'not_done region_blocked'];

/** What happened, the verdict on a placement, and that on a look-up. */
const OUTCOMES: readonly (readonly [string, WireOutcome, BothVerdicts])[] = [
  ['connection refused', { kind: 'not_sent', cause: 'refused', retryAfterMs: null }, BOTH.notSent],
  ['hang', { kind: 'no_reply', cause: 'timeout' }, BOTH.timedOut],
  ['reset', { kind: 'no_reply', cause: 'reset' }, BOTH.timedOut],
  ['truncated', { kind: 'no_reply', cause: 'truncated' }, BOTH.timedOut],
  ['empty 200', reply(''), BOTH.unreadable],
  ['HTML 200', reply(HTML), BOTH.unreadable],
  ['{} 200', reply({}), BOTH.unreadable],
  ['a list 200', reply([RECEIPT]), BOTH.unreadable],
  ['a receipt without a code', reply(RECEIPT), BOTH.unreadable],
  ['success without data', reply({ code: '00000', msg: 'success' }), BOTH.unreadable],
  ['success with null', success(null), BOTH.unreadable],
  ['success with text', success(ORDER_ID), BOTH.unreadable],
  ['500', reply('', { status: 500 }), BOTH.unclear],
  ['502 HTML', reply(HTML, { status: 502 }), BOTH.unclear],
  ['520 HTML', reply(HTML, { status: 520 }), BOTH.unclear],
  ['404 HTML', reply(HTML, { status: 404 }), BOTH.unclear],
  ['firewall', reply(HTML, { status: 403 }), BOTH.unclear],
  ['401 HTML', reply(HTML, { status: 401 }), BOTH.unclear],
  ['a redirect', reply('', { status: 302 }), BOTH.unclear],
  ['success in a 500', success(RECEIPT, { status: 500 }), BOTH.unclear],
  ['success in a 400', success(RECEIPT, { status: 400 }), BOTH.unclear],
  ['a refusal in a 500', refusal('43012', 'Insufficient balance', 500), BOTH.unclear],
  ['timed out inside', refusal('40010', 'Request timed out'), BOTH.unclear],
  ['abnormal', refusal('40015', 'System is abnormal, please try again later'), BOTH.unclear],
  ['upgrade', refusal('40200', 'Server upgrade, please try again later'), BOTH.unclear],
  ['a service failed', refusal('40725', 'service return an error'), BOTH.unclear],
  ['the order failed', refusal('43002', 'Pending order failed'), BOTH.unclear],
  ['a check of the name', refusal('40500', 'Client_oid check error'), BOTH.unclear],
  ['unknown error', refusal('45001', 'Unknown error'), BOTH.unclear],
  ['another path', refusal('40404', 'Request URL NOT FOUND', 404), BOTH.unclear],
  ['a code never seen', refusal('98765'), BOTH.unclear],
  ['a code of KuCoin', refusal('200004', 'Balance insufficient!'), BOTH.unclear],
  ['a code with zeros before it', refusal('043012', 'Insufficient balance'), BOTH.unclear],
  ['an empty code', refusal('', 'x'), BOTH.unclear],
  ['too many of the user', refusal('429', 'Too Many Requests', 429), BOTH.tooFast],
  ['429 HTML', reply(HTML, { status: 429 }), BOTH.banned],
  ['late or early', refusal('40008', 'Request timestamp expired'), BOTH.clock],
  ['no time stamp', refusal('40005', 'Invalid ACCESS_TIMESTAMP'), BOTH.clock],
  ['no such key', refusal('40037', 'Apikey does not exist'), BOTH.unauthorized],
  ['key', refusal('40006', 'Invalid ACCESS_KEY'), BOTH.unauthorized],
  ['passphrase', refusal('40012', 'apikey/password is incorrect'), BOTH.unauthorized],
  ['signature', refusal('40009', 'sign signature error'), BOTH.unauthorized],
  ['right', refusal('40014', 'Incorrect permissions'), BOTH.unauthorized],
  ['address', refusal('40018', 'Invalid IP'), BOTH.unauthorized],
  ['region', refusal('40103', 'based on your IP address'), REGION],
  ['region, in other words', refusal('40104', 'Based on your IP address'), REGION],
  ['duplicate', refusal('43118', 'clientOrderId duplicate'), BOTH.taken],
  ['duplicate, in other words', refusal('40786', 'Duplicate clientOid'), BOTH.taken],
  ['balance', refusal('43012', 'Insufficient balance'), BOTH.poor],
  ['a code that is a number', reply({ code: 43_012, msg: '' }, { status: 400 }), BOTH.poor],
  ['parameter', refusal('40017', 'Parameter verification failed size'), BOTH.refused],
  ['value', refusal('45110', 'less than the minimum amount 1 USDT'), BOTH.refused],
  ['too far from the market', refusal('43009', 'The current order price'), BOTH.refused],
  ['halted', refusal('43120', 'symbol is not open trade'), BOTH.refused],
  ['a refusal in a 200', refusal('43012', 'Insufficient balance', 200), BOTH.poor],
  ['no such order', refusal('43001', 'The order does not exist'), BOTH.noSuchOrder],
  ['no such order, in other words', refusal('40109', 'cannot be found'), BOTH.noSuchOrder],
];

for (const [title, outcome, [ofPlacement, ofLookUp]] of OUTCOMES)
  test(`Bitget, ${title}: a placement is "${ofPlacement}", a look-up "${ofLookUp}"`, () => {
    assert.equal(brief(PLACE.read(outcome)), ofPlacement);
    assert.equal(brief(BY_ID.read(outcome)), ofLookUp);
    // No refusal of a list says that there is no order.
    const ofList = ofLookUp === 'absent' ? 'not_done unavailable' : ofLookUp;
    assert.equal(brief(LISTED.read(outcome)), ofList);
  });

const CANCELS: readonly (readonly [string, WireOutcome, string])[] = [
  ['taken', success(RECEIPT), 'done'],
  ['taken for another', success({ ...RECEIPT, orderId: '2' }), 'unknown'],
  ['taken for our name alone', success({ clientOid: OUR_NAME }), 'unknown'],
  ['of no order', refusal('43001', 'The order does not exist'), 'absent'],
  ['of one that has ended', refusal('43004', 'There is no order to cancel'), 'absent'],
  ['refused for a parameter', refusal('40017', 'Parameter verification failed'), 'unknown'],
  ['late inside', refusal('40010', 'Request timed out'), 'unknown'],
  ['too fast', refusal('429', '', 429), 'not_done rate_limited'],
  ['without a reply', { kind: 'no_reply', cause: 'timeout' }, 'unknown'],
];

for (const [title, outcome, expected] of CANCELS)
  test(`Bitget, a cancellation that is ${title}: "${expected}"`, () => {
    assert.equal(brief(orders.cancel(KNOWN, BTC_SPOT, SPOT).read(outcome)), expected);
  });

test('a cancellation at Bitget by our name is one of that name', () => {
  const { call, read } = orders.cancel(NAME, BTC_SPOT, SPOT);
  assert.deepEqual(call.parameters, { symbol: 'BTCUSDT', clientOid: OUR_NAME });
  assert.equal(brief(read(success(RECEIPT))), 'done');
  assert.equal(brief(read(success({ ...RECEIPT, clientOid: 'a' }))), 'unknown');
});

test('a receipt of Bitget for another order, or without its id, is none', () => {
  assert.equal(brief(PLACE.read(success(RECEIPT))), 'done');
  for (const other of [{ clientOid: 'a' }, { clientOid: null }, { orderId: '' }, { orderId: null }])
    assert.equal(brief(PLACE.read(success({ ...RECEIPT, ...other }))), 'unknown');
  for (const orderId of ['../info', '1?a=b', '-1', '1e5', 'é', '1'.repeat(33)])
    assert.equal(brief(PLACE.read(success({ ...RECEIPT, orderId }))), 'unknown');
});

/** What a look-up and the lists would show, and nobody can read. */
const UNREADABLE: readonly object[] = [
  { status: 'constructor' },
  { status: undefined },
  { baseVolume: '' },
  { baseVolume: '-1' },
  { baseVolume: '0.02' },
  { quoteVolume: null },
  { size: '1,5' },
  { cTime: 'soon' },
  { side: 'both' },
  { orderType: 'trail' },
  { symbol: '' },
  { orderId: 'a' },
];

test('a look-up at Bitget that brings another order, several, or an unreadable one, fails', () => {
  assert.equal(brief(BY_ID.read(success([RESTING]))), 'done');
  for (const changes of UNREADABLE) {
    const title = JSON.stringify(changes);
    const found = brief(BY_ID.read(success([{ ...RESTING, ...changes }])));
    assert.equal(found, 'not_done corrupt_reply', title);
    const listed = leftOutBy(() => LISTED.read(success([{ ...OPEN, ...changes }])));
    assert.equal(listed.length, 1, title);
  }
  for (const rows of [[RESTING, RESTING], [{ ...RESTING, orderId: '2' }], {}])
    assert.equal(brief(BY_ID.read(success(rows))), 'not_done corrupt_reply');
});

test('Bitget has no order of an id for 89 days, and then it may have had one', () => {
  for (const outcome of [success([]), refusal('43001', 'The order does not exist')])
    for (const [ageMs, expected] of [
      [89 * DAY_MS - 1, 'absent'],
      [89 * DAY_MS, 'forgotten'],
    ] as const) {
      const name = { ...KNOWN, placedAtMs: NOW_MS - ageMs };
      const [query] = orders.lookUp(name, BTC_SPOT, SPOT);
      assert(query !== undefined);
      assert.equal(brief(query.read(outcome)), expected);
    }
});

test('orders of Bitget are looked up by its id, or in lists', () => {
  assert.deepEqual(orders.lookUp(NAME, BTC_SPOT, SPOT), []);
});

test('too many requests of nobody stop the address, and those of a user do not', () => {
  const many = refusal('429', 'Too Many Requests', 429);
  assert.equal(brief(BITGET.time().read(many)), 'not_done rate_limited address');
  assert.equal(brief(account.balances(SPOT).read(many)), 'not_done rate_limited');
});

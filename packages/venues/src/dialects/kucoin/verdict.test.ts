import { test } from 'node:test';
import assert from 'node:assert/strict';
import { KUCOIN } from '#venues/dialects/kucoin/kucoin.ts';
import {
  BTC_SPOT,
  success,
  newOrder,
  NOW_MS,
  ORDER_ID,
  OUR_NAME,
  RECEIPT,
  refusal,
  reply,
  RESTING,
  SPOT,
} from '#venues/dialects/kucoin/kucoin.fixture.ts';
import type { BothVerdicts } from '#venues/dialects/reply/verdicts.fixture.ts';
import { BOTH, brief } from '#venues/dialects/reply/verdicts.fixture.ts';
import type { WireOutcome } from '#venues/wire/venue-wire.ts';

const NAME = { clientOrderId: OUR_NAME, venueOrderId: null, placedAtMs: NOW_MS - 1_000 };
const KNOWN = { ...NAME, venueOrderId: ORDER_ID };
const { orders, account } = KUCOIN;
const PLACE = orders.place(newOrder(), BTC_SPOT, {
  ...SPOT,
  protectionPrice: null,
  marginMode: null,
});
const [BY_NAME] = orders.lookUp(NAME, BTC_SPOT, SPOT);
const [BY_ID] = orders.lookUp(KNOWN, BTC_SPOT, SPOT);
assert(BY_NAME !== undefined && BY_ID !== undefined);

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
  ['a list 200', reply([]), BOTH.unreadable],
  ['a code that is a number', reply({ code: 200_000, data: RECEIPT }), BOTH.unreadable],
  ['success without data', reply({ code: '200000' }), BOTH.unreadable],
  ['success with null', success(null), BOTH.unreadable],
  ['500', reply('', { status: 500 }), BOTH.unclear],
  ['502 HTML', reply(HTML, { status: 502 }), BOTH.unclear],
  ['520 HTML', reply(HTML, { status: 520 }), BOTH.unclear],
  ['404 HTML', reply(HTML, { status: 404 }), BOTH.unclear],
  ['firewall', reply(HTML, { status: 403 }), BOTH.unclear],
  ['a redirect', reply('', { status: 302 }), BOTH.unclear],
  ['success in a 500', success(RECEIPT, { status: 500 }), BOTH.unclear],
  ['success in a 400', success(RECEIPT, { status: 400 }), BOTH.unclear],
  ['a refusal in a 500', refusal('400100', 'Parameter Error', 500), BOTH.unclear],
  ['internal error', refusal('500000', 'Internal Server Error'), BOTH.unclear],
  ['time out inside', refusal('408000', 'Network timeout'), BOTH.unclear],
  ['third party', refusal('126038', 'Third-party service call failed'), BOTH.unclear],
  ['a code with two meanings', refusal('200002', 'Too many requests'), BOTH.unclear],
  ['a code never seen', refusal('987654'), BOTH.unclear],
  ['a code of OKX', refusal('51008', 'Insufficient balance'), BOTH.unclear],
  ['too many of the account', refusal('429000', 'Too Many Requests', 429), BOTH.tooFast],
  ['429 HTML', reply(HTML, { status: 429 }), BOTH.banned],
  ['late or early', refusal('400002', 'KC-API-TIMESTAMP Invalid', 400), BOTH.clock],
  ['key', refusal('400003', 'KC-API-KEY not exists', 401), BOTH.unauthorized],
  ['passphrase', refusal('400004', 'KC-API-PASSPHRASE error', 401), BOTH.unauthorized],
  ['signature', refusal('400005', 'Signature error', 401), BOTH.unauthorized],
  ['address', refusal('400006', 'The requested ip address is not listed'), BOTH.unauthorized],
  ['right', refusal('400007', 'Access Denied'), BOTH.unauthorized],
  ['an old key', refusal('400008', 'Please create a V3 API key.'), BOTH.unauthorized],
  ['frozen', refusal('411100', 'User are frozen'), BOTH.unauthorized],
  ['region', refusal('400500', 'Your located country/region'), REGION],
  ['region of an address', refusal('126046', 'does not support your IP region'), REGION],
  ['duplicate', refusal('126044', 'clientOid duplicate'), BOTH.taken],
  ['duplicate, in other words', refusal('126033', 'Duplicate order'), BOTH.taken],
  ['balance', refusal('200004', 'Balance insufficient!'), BOTH.poor],
  ['balance, in other words', refusal('400100', 'account.available.amount'), BOTH.poor],
  ['parameter', refusal('400100', 'Order size below the minimum requirement.'), BOTH.refused],
  ['step', refusal('600100', 'Order size increment invalid.'), BOTH.refused],
  ['halted', refusal('126009', 'Trading pair is suspended'), BOTH.refused],
  ['too many orders', refusal('126011', 'There are too many orders'), BOTH.refused],
  ['no such order', refusal('126043', 'Order does not exist'), BOTH.noSuchOrder],
  ['no such order, in other words', refusal('400100', 'order not exist.'), BOTH.noSuchOrder],
  ['no such order, in words alone', refusal('order_not_exist'), BOTH.noSuchOrder],
];

for (const [title, outcome, [ofPlacement, ofLookUp]] of OUTCOMES)
  test(`KuCoin, ${title}: a placement is "${ofPlacement}", a look-up "${ofLookUp}"`, () => {
    assert.equal(brief(PLACE.read(outcome)), ofPlacement);
    assert.equal(brief(BY_NAME.read(outcome)), ofLookUp);
    assert.equal(brief(BY_ID.read(outcome)), ofLookUp);
  });

const CANCELS: readonly (readonly [string, WireOutcome, string])[] = [
  ['taken', success({ orderId: ORDER_ID }), 'done'],
  ['taken for another', success({ orderId: 'a' }), 'unknown'],
  ['taken for our name instead', success({ clientOid: OUR_NAME }), 'unknown'],
  ['ended or never was', refusal('400100', 'order_not_exist_or_not_allow_to_cancel'), 'absent'],
  ['no such order', refusal('126043', 'Order does not exist'), 'absent'],
  ['parameter', refusal('400100', 'Parameter Error'), 'unknown'],
  ['suspended', refusal('126010', 'Trading pair suspended order cancellation'), 'unknown'],
  ['too fast', refusal('429000', '', 429), 'not_done rate_limited'],
  ['hang', { kind: 'no_reply', cause: 'timeout' }, 'unknown'],
];

for (const [title, outcome, expected] of CANCELS)
  test(`KuCoin, a cancellation that is ${title}: "${expected}"`, () => {
    assert.equal(brief(orders.cancel(KNOWN, BTC_SPOT, SPOT).read(outcome)), expected);
  });

test('a receipt of KuCoin for another order, or without its id, is none', () => {
  assert.equal(brief(PLACE.read(success(RECEIPT))), 'done');
  for (const other of [{ clientOid: 'a' }, { orderId: '' }, { orderId: undefined }])
    assert.equal(brief(PLACE.read(success({ ...RECEIPT, ...other }))), 'unknown');
  for (const id of ['../accounts', 'a/b', 'a?b', '$&', 'é'])
    assert.equal(brief(PLACE.read(success({ ...RECEIPT, orderId: id }))), 'unknown');
});

test('an order of KuCoin under another name is not the one that was looked up', () => {
  assert.equal(brief(BY_NAME.read(success(RESTING))), 'done');
  assert.equal(
    brief(BY_NAME.read(success({ ...RESTING, clientOid: 'a' }))),
    'not_done corrupt_reply',
  );
  assert.equal(brief(BY_ID.read(success({ ...RESTING, id: 'a' }))), 'not_done corrupt_reply');
});

test('KuCoin has no order of a name for two days, and then it may have had one', () => {
  const absent = refusal('126043', 'Order does not exist');
  const ages = [2 * 86_400_000 - 1, 2 * 86_400_000];
  const verdicts = ages.map((ageMs) => {
    const name = { ...NAME, placedAtMs: NOW_MS - ageMs };
    return orders.lookUp(name, BTC_SPOT, SPOT)[0]?.read(absent).kind;
  });
  assert.deepEqual(verdicts, ['absent', 'forgotten']);
});

test('too many requests are of the address where nobody made them, until the window ends', () => {
  const limited = refusal('429000', 'Too Many Requests', 429);
  assert.equal(brief(KUCOIN.time().read(limited)), 'not_done rate_limited address');
  const headers = new Map([['gw-ratelimit-reset', '1234']]);
  const verdict = account.balances(SPOT).read({ ...limited, headers });
  assert(verdict.kind === 'not_done');
  assert.deepEqual([verdict.stopsAddress, verdict.retryAfterMs], [false, 1_234]);
});

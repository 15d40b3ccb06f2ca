import { test } from 'node:test';
import assert from 'node:assert/strict';
import { HOUR_MS } from '#lib/time.ts';
import type { Verdict } from '#venues/dialect.ts';
import { OKX } from '#venues/dialects/okx/okx.ts';
import {
  BTC_SPOT,
  list,
  newOrder,
  NOW_MS,
  OUR_NAME,
  refusal,
  refusedOrder,
  reply,
  RESTING,
  SPOT,
} from '#venues/dialects/okx/okx.fixture.ts';
import type { WireOutcome } from '#venues/wire/venue-wire.ts';
import { leftOutBy } from '#venues/dialects/reply/left-out.fixture.ts';

const NAME = { clientOrderId: OUR_NAME, venueOrderId: null, placedAtMs: NOW_MS - 1_000 };
const { orders, account } = OKX;
const PLACE = orders.place(newOrder(), BTC_SPOT, {
  ...SPOT,
  protectionPrice: null,
  marginMode: null,
});
const CANCEL = orders.cancel(NAME, BTC_SPOT, SPOT);
const [LOOK_UP] = orders.lookUp(NAME, BTC_SPOT, SPOT);
assert(LOOK_UP !== undefined);

const HTML = '<html><head><title>403 Forbidden</title></head></html>';
const RECEIPT = { ordId: RESTING.ordId, clOrdId: OUR_NAME, tag: '', sCode: '0', sMsg: '' };

/** In a few words: what a caller acts on. */
function brief(verdict: Verdict<unknown>): string {
  if (verdict.kind === 'rejected') return `rejected ${verdict.code}`;
  if (verdict.kind !== 'not_done') return verdict.kind;
  const { failure, retryAfterMs, stopsAddress } = verdict;
  return [
    `not_done ${failure}`,
    ...(retryAfterMs === null ? [] : [`after ${retryAfterMs}`]),
    ...(stopsAddress ? ['address'] : []),
  ].join(' ');
}

const UNAUTHORIZED = ['not_done unauthorized', 'not_done unauthorized'] as const;
const UNCLEAR = ['unknown', 'not_done unavailable'] as const;
const UNREADABLE = ['unknown', 'not_done corrupt_reply'] as const;
const REFUSED = ['rejected order_rejected', 'not_done unavailable'] as const;
const PASSED = ['rejected trigger_passed', 'not_done unavailable'] as const;
const POOR = ['rejected insufficient_funds', 'not_done unavailable'] as const;
const TOO_FAST = ['not_done rate_limited', 'not_done rate_limited'] as const;
const BANNED = ['not_done rate_limited address', 'not_done rate_limited address'] as const;
const CLOCK = ['clock', 'clock'] as const;

/** What happened, the verdict on a placement, and that on a look-up. */
const OUTCOMES: readonly (readonly [string, WireOutcome, readonly [string, string]])[] = [
  [
    'connection refused',
    { kind: 'not_sent', cause: 'refused', retryAfterMs: null },
    ['not_done unavailable', 'not_done unavailable'],
  ],
  ['hang', { kind: 'no_reply', cause: 'timeout' }, ['unknown', 'not_done timeout']],
  ['reset', { kind: 'no_reply', cause: 'reset' }, ['unknown', 'not_done timeout']],
  ['truncated', { kind: 'no_reply', cause: 'truncated' }, ['unknown', 'not_done timeout']],
  ['empty 200', reply(''), UNREADABLE],
  ['HTML 200', reply(HTML), UNREADABLE],
  ['{} 200', reply({}), UNREADABLE],
  ['a code as number', reply({ code: 0, msg: '', data: [RECEIPT] }), UNREADABLE],
  ['success without a list', reply({ code: '0', msg: '' }), UNREADABLE],
  ['success with an empty list', list([]), UNREADABLE],
  ['success with two orders', list([RECEIPT, RECEIPT]), UNREADABLE],
  ['500', reply('', { status: 500 }), UNCLEAR],
  ['502 HTML', reply(HTML, { status: 502 }), UNCLEAR],
  ['504', reply('', { status: 504 }), UNCLEAR],
  ['404', reply(HTML, { status: 404 }), UNCLEAR],
  ['firewall', reply(HTML, { status: 403 }), UNCLEAR],
  ['success in a 500', list([RECEIPT], { status: 500 }), UNCLEAR],
  ['funds in a 500', refusal(51_008, 'Insufficient balance', { status: 500 }), UNCLEAR],
  ['maintenance', refusal(50_001, 'Service unavailable', { status: 503 }), UNCLEAR],
  ['time-out', refusal(50_004, 'API endpoint request timeout.', { status: 400 }), UNCLEAR],
  ['busy', refusal(50_013, 'Systems are busy.', { status: 429 }), UNCLEAR],
  ['system error', refusal(50_026, 'System error.', { status: 500 }), UNCLEAR],
  ['operation failed, no item', refusal(1, 'All operations failed'), UNCLEAR],
  ['order timed out', refusedOrder(51_149, 'Order timed out.'), UNCLEAR],
  ['duplicated order id', refusedOrder(51_011, 'Duplicated order ID'), UNCLEAR],
  ['a code never seen', refusal(98_765, 'Surprise.'), UNCLEAR],
  ['a code of an order never seen', refusedOrder(98_765, 'Surprise.'), UNCLEAR],
  ['too fast', refusal(50_011, 'Rate limit reached.', { status: 429 }), TOO_FAST],
  ['too many orders', refusedOrder(50_061, 'Sub-account rate limit exceeded.'), TOO_FAST],
  ['address too fast', reply(HTML, { status: 429 }), BANNED],
  ['401 HTML', reply(HTML, { status: 401 }), UNAUTHORIZED],
  ['other environment', refusal(50_101, 'APIKey', { status: 401 }), UNAUTHORIZED],
  ['passphrase', refusal(50_105, 'incorrect', { status: 401 }), UNAUTHORIZED],
  ['address', refusal(50_110, 'Your IP is not in the list', { status: 401 }), UNAUTHORIZED],
  ['key', refusal(50_111, 'Invalid OK-ACCESS-KEY', { status: 401 }), UNAUTHORIZED],
  ['signature', refusal(50_113, 'Invalid signature', { status: 401 }), UNAUTHORIZED],
  ['permission', refusal(50_120, 'no permission', { status: 401 }), UNAUTHORIZED],
  ['clock', refusal(50_102, 'Timestamp request expired', { status: 401 }), CLOCK],
  ['parameter', refusal(51_000, 'Parameter px error', { status: 400 }), REFUSED],
  ['no such market', refusedOrder(51_001, 'Instrument ID does not exist'), REFUSED],
  ['account mode', refusedOrder(51_010, 'Unsupported under current account mode'), REFUSED],
  ['amount too small', refusedOrder(51_020, 'minimum order amount'), REFUSED],
  ['nothing to reduce', refusedOrder(51_169, 'no positions in this direction'), REFUSED],
  ['isolated', refusedOrder(50_072, 'Isolated margin mode is no longer supported'), REFUSED],
  ['collateral', refusedOrder(54_024, 'you must enable USDT as collateral'), REFUSED],
  ['lot', refusedOrder(51_121, 'multiple of the lot size'), REFUSED],
  ['funds', refusedOrder(51_008, 'Insufficient USDT balance'), POOR],
  ['funds, of all', refusedOrder(51_131, 'Insufficient balance'), POOR],
  [
    'a stop of a taken name',
    refusedOrder(51_065, 'algoClOrdId already exists.'),
    ['duplicate', UNCLEAR[1]],
  ],
  ['a stop that was passed', refusedOrder(51_280, 'SL trigger price can not be higher'), PASSED],
  ['a profit that was passed', refusedOrder(51_279, 'TP trigger price can not be lower'), PASSED],
  ['duplicate', refusedOrder(51_016, 'Client order ID already exists.'), ['duplicate', UNCLEAR[1]]],
  ['no such order', refusal(51_603, 'Order does not exist'), ['unknown', 'absent']],
];

for (const [title, outcome, [ofPlacement, ofLookUp]] of OUTCOMES)
  test(`OKX, ${title}: a placement is "${ofPlacement}", a look-up "${ofLookUp}"`, () => {
    assert.equal(brief(PLACE.read(outcome)), ofPlacement);
    assert.equal(brief(LOOK_UP.read(outcome)), ofLookUp);
  });

/** What the venue acknowledges, and the verdict on the placement. */
const RECEIPTS: readonly (readonly [string, unknown, string])[] = [
  ['our name and an id', RECEIPT, 'done'],
  ['another name', { ...RECEIPT, clOrdId: 'web1' }, 'unknown'],
  ['no name', { ...RECEIPT, clOrdId: '' }, 'unknown'],
  ['no id', { ...RECEIPT, ordId: '' }, 'unknown'],
  ['no code', { ordId: '1', clOrdId: OUR_NAME }, 'unknown'],
  ['a number as code', { ...RECEIPT, sCode: 0 }, 'unknown'],
];

for (const [title, receipt, expected] of RECEIPTS)
  test(`OKX acknowledges ${title}: the placement is "${expected}"`, () => {
    assert.equal(brief(PLACE.read(list([receipt]))), expected);
  });

const CANCELS: readonly (readonly [string, WireOutcome, string])[] = [
  ['acknowledged', list([RECEIPT]), 'done'],
  ['another order', list([{ ...RECEIPT, clOrdId: 'web1' }]), 'unknown'],
  ['filled, cancelled or none', refusedOrder(51_400, 'Cancellation failed'), 'absent'],
  ['already cancelled', refusedOrder(51_401, 'Cancellation failed'), 'absent'],
  ['already completed', refusedOrder(51_402, 'Cancellation failed'), 'absent'],
  ['is being cancelled', refusedOrder(51_410, 'under cancelling'), 'unknown'],
  ['parameter', refusal(51_000, 'Parameter error', { status: 400 }), 'unknown'],
  ['funds', refusedOrder(51_008, 'Insufficient'), 'unknown'],
  ['hang', { kind: 'no_reply', cause: 'timeout' }, 'unknown'],
  ['a code never seen', refusedOrder(98_765, 'Surprise.'), 'unknown'],
  ['key', refusal(50_111, 'Invalid key', { status: 401 }), 'not_done unauthorized'],
];

for (const [title, outcome, expected] of CANCELS)
  test(`OKX, ${title}: a cancellation is "${expected}"`, () => {
    assert.equal(brief(CANCEL.read(outcome)), expected);
  });

const NONE = refusal(51_603, 'Order does not exist');

/** How long ago an order was placed, and what it means that no list has it. */
const AGES: readonly (readonly [string, number, readonly string[]])[] = [
  ['a second', 1_000, ['absent', 'absent']],
  ['an hour', HOUR_MS, ['absent', 'absent']],
  ['two hours', 2 * HOUR_MS, ['absent', 'forgotten', 'forgotten']],
  ['30 days', 720 * HOUR_MS, ['absent', 'forgotten', 'forgotten']],
];

for (const [title, ageMs, expected] of AGES)
  test(`an order of ${title} ago that OKX does not have is ${expected.join(', ')}`, () => {
    const queries = orders.lookUp({ ...NAME, placedAtMs: NOW_MS - ageMs }, BTC_SPOT, SPOT);
    const outcomes = [NONE, NONE, list([{ ...RESTING, clOrdId: 'web1', ordId: '7' }])];
    const found = queries.map((query, index) => brief(query.read(outcomes[index] ?? NONE)));
    assert.deepEqual(found, expected);
  });

test('an old order of OKX is found among those of its minute', () => {
  const name = { ...NAME, placedAtMs: NOW_MS - 720 * HOUR_MS };
  const past = orders.lookUp(name, BTC_SPOT, SPOT).at(-1);
  const filled = { ...RESTING, state: 'filled', accFillSz: '0.0125', avgPx: '34567.8' };
  const verdict = past?.read(list([{ ...RESTING, clOrdId: 'web1', ordId: '7' }, filled]));
  assert(verdict?.kind === 'done');
  assert.equal(verdict.value.state, 'filled');
});

test('a look-up at OKX that brings another order, or an unreadable one, is a failure', () => {
  const failing = [
    list([{ ...RESTING, clOrdId: 'web1' }]),
    list([{ ...RESTING, state: 'merged' }]),
    list([{ ...RESTING, state: 'constructor' }]),
    list([{ ...RESTING, accFillSz: '1,5' }]),
    list([{ ...RESTING, ordType: 'iceberg' }]),
    list([{}]),
    list([RESTING, RESTING]),
  ];
  for (const outcome of failing)
    assert.equal(brief(LOOK_UP.read(outcome)), 'not_done corrupt_reply');
});

const NONE_OPEN = { items: [], unreadable: [], next: null };

test('a list of OKX that cannot be read is a failure, and an empty one is none', () => {
  const [open] = orders.open(SPOT);
  assert(open !== undefined);
  assert.equal(brief(open.read(reply(''))), 'not_done corrupt_reply');
  assert.deepEqual(open.read(list([])), { kind: 'done', value: NONE_OPEN });
  const balances = account.balances(SPOT);
  const broken = list([{ details: [{ ccy: 'BTC', cashBal: '' }] }]);
  assert.deepEqual(
    leftOutBy(() => balances.read(broken)),
    ['BTC'],
  );
});

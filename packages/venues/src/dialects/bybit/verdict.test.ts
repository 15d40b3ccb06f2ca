import { test } from 'node:test';
import assert from 'node:assert/strict';
import { HOUR_MS } from '#lib/time.ts';
import { BYBIT } from '#venues/dialects/bybit/bybit.ts';
import {
  BTC_SPOT,
  newOrder,
  NOW_MS,
  OUR_NAME,
  page,
  refusal,
  reply,
  RESTING,
  result,
  SPOT,
} from '#venues/dialects/bybit/bybit.fixture.ts';
import type { Verdict } from '#venues/dialect.ts';
import type { WireOutcome } from '#venues/wire/venue-wire.ts';
import { leftOutBy } from '#venues/dialects/reply/left-out.fixture.ts';

const NAME = { clientOrderId: OUR_NAME, venueOrderId: null, placedAtMs: NOW_MS - 1_000 };
const { orders, account } = BYBIT;
const PLACE = orders.place(newOrder(), BTC_SPOT, {
  ...SPOT,
  protectionPrice: null,
  marginMode: null,
});
const CANCEL = orders.cancel(NAME, BTC_SPOT, SPOT);
const [LOOK_UP] = orders.lookUp(NAME, BTC_SPOT, SPOT);
const BALANCES = account.balances(SPOT);
assert(LOOK_UP !== undefined);

const HTML = '<html><head><title>403 Forbidden</title></head></html>';
const BLOCKED =
  'The Amazon CloudFront distribution is configured to block access from your country.';
const ACKNOWLEDGED = { orderId: RESTING.orderId, orderLinkId: OUR_NAME };

function limited(resetAtMs: number): WireOutcome {
  const headers = new Map([
    ['x-bapi-limit', '20'],
    ['x-bapi-limit-status', '0'],
    ['x-bapi-limit-reset-timestamp', String(resetAtMs)],
  ]);
  return refusal(10_006, 'Too many visits. Exceeded the API Rate Limit.', { headers });
}

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
const POOR = ['rejected insufficient_funds', 'not_done unavailable'] as const;
const TWICE = ['duplicate', 'not_done unavailable'] as const;
const PASSED = ['rejected trigger_passed', 'not_done unavailable'] as const;
const BLOCKED_REGION = ['not_done region_blocked', 'not_done region_blocked'] as const;

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
  ['a return code as text', reply({ retCode: '0', retMsg: 'OK', result: {} }), UNREADABLE],
  ['success without a result', reply({ retCode: 0, retMsg: 'OK' }), UNREADABLE],
  ['500', reply('', { status: 500 }), UNCLEAR],
  ['502 HTML', reply(HTML, { status: 502 }), UNCLEAR],
  ['503', reply(HTML, { status: 503 }), UNCLEAR],
  ['504', reply('', { status: 504 }), UNCLEAR],
  ['404', reply(HTML, { status: 404 }), UNCLEAR],
  [
    '5xx with a code of the white list',
    refusal(170_131, 'Insufficient balance.', { status: 500 }),
    UNCLEAR,
  ],
  ['success in a 500', result(ACKNOWLEDGED, { status: 500 }), UNCLEAR],
  ['10000', refusal(10_000, 'Server Timeout'), UNCLEAR],
  ['10016', refusal(10_016, 'Server error.'), UNCLEAR],
  ['170146', refusal(170_146, 'Order creation timeout'), UNCLEAR],
  ['170007', refusal(170_007, 'Timeout waiting for response from backend server.'), UNCLEAR],
  ['110092', refusal(110_092, 'expect Rising, but trigger_price[1] <= current[2]??laste'), PASSED],
  ['110093', refusal(110_093, 'expect Falling, but trigger_price[2] >= current[1]??last'), PASSED],
  ['110009', refusal(110_009, 'The number of stop orders exceeds the limit'), REFUSED],
  ['10014', refusal(10_014, 'Invalid duplicate request.'), UNCLEAR],
  ['a code never seen', refusal(987_654, 'Surprise.'), UNCLEAR],
  ['429 as a code', refusal(429, 'The trading service is experiencing a high load.'), UNCLEAR],
  [
    'account too fast',
    limited(NOW_MS + 700),
    ['not_done rate_limited after 700', 'not_done rate_limited after 700'],
  ],
  [
    'account too fast, reset in the past',
    limited(NOW_MS - 5),
    ['not_done rate_limited after 0', 'not_done rate_limited after 0'],
  ],
  [
    'account too fast, no header',
    refusal(10_006, 'Too many visits.'),
    ['not_done rate_limited', 'not_done rate_limited'],
  ],
  [
    '10429',
    refusal(10_429, 'System level frequency protection'),
    ['not_done rate_limited', 'not_done rate_limited'],
  ],
  [
    '10018',
    refusal(10_018, 'Exceeded the IP Rate Limit.'),
    ['not_done rate_limited address', 'not_done rate_limited address'],
  ],
  [
    '429',
    reply('', { status: 429 }),
    ['not_done rate_limited address', 'not_done rate_limited address'],
  ],
  [
    'address banned',
    reply('access too frequent', { status: 403 }),
    ['not_done rate_limited after 600000 address', 'not_done rate_limited after 600000 address'],
  ],
  ['firewall', reply(HTML, { status: 403 }), UNCLEAR],
  [
    'blocked country',
    reply(BLOCKED, { status: 403 }),
    ['not_done region_blocked address', 'not_done region_blocked address'],
  ],
  ['region', refusal(10_009, 'Service Restricted'), BLOCKED_REGION],
  ['compliance', refusal(10_024, 'Compliance rules triggered'), BLOCKED_REGION],
  ['401', reply('', { status: 401 }), UNAUTHORIZED],
  ['key revoked', refusal(10_003, 'API key is invalid.'), UNAUTHORIZED],
  ['signature', refusal(10_004, 'Error sign'), UNAUTHORIZED],
  ['permission', refusal(10_005, 'Permission denied'), UNAUTHORIZED],
  ['address not bound', refusal(10_010, 'Unmatched IP'), UNAUTHORIZED],
  ['key expired, derivatives', refusal(33_004, 'Your api key has expired'), UNAUTHORIZED],
  ['key expired, spot', refusal(-2015, 'Your api key has expired'), UNAUTHORIZED],
  ['clock', refusal(10_002, 'The request time exceeds the time window.'), ['clock', 'clock']],
  ['parameter', refusal(10_001, 'Request parameter error'), REFUSED],
  ['price decimals', refusal(170_134, 'Order price decimal too long.'), REFUSED],
  ['value too small', refusal(170_140, 'Order value exceeded lower limit'), REFUSED],
  ['value too small, linear', refusal(110_094, 'Order notional below limit'), REFUSED],
  ['price out of range', refusal(110_003, 'Order price exceeds the allowable range.'), REFUSED],
  ['closed market', refusal(170_151, 'The trading pair is not open yet'), REFUSED],
  ['closed market, linear', refusal(110_074, 'This contract is not live'), REFUSED],
  ['post-only', refusal(170_218, 'The LIMIT-MAKER order is rejected.'), REFUSED],
  ['nothing to reduce', refusal(110_017, 'orderQty will be truncated to zero'), REFUSED],
  ['funds', refusal(170_131, 'Balance insufficient'), POOR],
  ['funds, linear', refusal(110_007, 'Available balance is insufficient'), POOR],
  ['duplicate', refusal(170_141, 'Duplicate clientOrderId'), TWICE],
  ['duplicate, linear', refusal(110_072, 'OrderLinkedID is duplicate'), TWICE],
  ['no such order', refusal(170_213, 'Order does not exist.'), ['unknown', 'absent']],
];

for (const [title, outcome, [ofPlacement, ofLookUp]] of OUTCOMES)
  test(`Bybit, ${title}: a placement is "${ofPlacement}", a look-up "${ofLookUp}"`, () => {
    assert.equal(brief(PLACE.read(outcome)), ofPlacement);
    assert.equal(brief(LOOK_UP.read(outcome)), ofLookUp);
  });

/** What the venue acknowledges, and the verdict on the placement. */
const ACKNOWLEDGEMENTS: readonly (readonly [string, unknown, string])[] = [
  ['our name and an id', ACKNOWLEDGED, 'done'],
  ['another name', { ...ACKNOWLEDGED, orderLinkId: 'web_1' }, 'unknown'],
  ['no name', { orderId: '1' }, 'unknown'],
  ['no id', { orderLinkId: OUR_NAME }, 'unknown'],
  ['an empty id', { orderId: '', orderLinkId: OUR_NAME }, 'unknown'],
  ['nothing', {}, 'unknown'],
];

for (const [title, acknowledged, expected] of ACKNOWLEDGEMENTS)
  test(`Bybit acknowledges ${title}: the placement is "${expected}"`, () => {
    assert.equal(brief(PLACE.read(result(acknowledged))), expected);
  });

test('an acknowledged order is the one that was sent, and nothing is said of its fills', () => {
  const verdict = PLACE.read(result(ACKNOWLEDGED));
  assert(verdict.kind === 'done');
  const { clientOrderId, venueOrderId, state, filledAmount, amount } = verdict.value;
  assert.deepEqual([clientOrderId, venueOrderId], [OUR_NAME, RESTING.orderId]);
  assert.deepEqual([state, filledAmount, amount], ['acknowledged', 0n, newOrder().amount]);
});

const CANCELS: readonly (readonly [string, WireOutcome, string])[] = [
  ['acknowledged', result(ACKNOWLEDGED), 'done'],
  ['another order', result({ orderId: '7', orderLinkId: 'web_1' }), 'unknown'],
  ['does not exist', refusal(170_213, 'Order does not exist.'), 'absent'],
  ['does not exist, linear', refusal(110_001, 'order not exists or too late'), 'absent'],
  ['completed or cancelled', refusal(110_008, 'The order has been completed'), 'absent'],
  ['has been cancelled', refusal(110_010, 'The order has been cancelled'), 'absent'],
  ['has been filled', refusal(170_139, 'Order has been filled.'), 'absent'],
  ['is in process', refusal(110_079, 'The order is processing'), 'unknown'],
  ['is being cancelled', refusal(170_212, 'Cancel order request processing'), 'unknown'],
  ['parameter', refusal(10_001, 'Request parameter error'), 'unknown'],
  ['funds', refusal(170_131, 'Balance insufficient'), 'unknown'],
  ['hang', { kind: 'no_reply', cause: 'timeout' }, 'unknown'],
  ['a code never seen', refusal(987_654, 'Surprise.'), 'unknown'],
  ['key revoked', refusal(10_003, 'API key is invalid.'), 'not_done unauthorized'],
  ['clock', refusal(10_002, 'Time.'), 'clock'],
];

for (const [title, outcome, expected] of CANCELS)
  test(`Bybit, ${title}: a cancellation is "${expected}"`, () => {
    assert.equal(brief(CANCEL.read(outcome)), expected);
  });

/** How long ago an order was placed, and what an empty page of each list means for it. */
const EMPTY_PAGES: readonly (readonly [string, number, readonly string[]])[] = [
  ['a second', 1_000, ['absent', 'absent']],
  ['22 hours', 22 * HOUR_MS, ['absent', 'absent']],
  ['24 hours', 24 * HOUR_MS, ['absent', 'forgotten']],
  ['30 days', 720 * HOUR_MS, ['absent', 'forgotten', 'forgotten']],
];

for (const [title, ageMs, expected] of EMPTY_PAGES)
  test(`an order of ${title} ago that no list has is ${expected.join(', ')}`, () => {
    const queries = orders.lookUp({ ...NAME, placedAtMs: NOW_MS - ageMs }, BTC_SPOT, SPOT);
    assert.deepEqual(
      queries.map((query) => brief(query.read(page([])))),
      expected,
    );
  });

test('a look-up that brings another order, or one that cannot be read, is a failure', () => {
  const failing = [
    page([{ ...RESTING, orderLinkId: 'web_1' }]),
    page([{ ...RESTING, orderStatus: 'Merged' }]),
    page([{ ...RESTING, orderStatus: 'constructor' }]),
    page([{ ...RESTING, cumExecQty: '1,5' }]),
    page([{}]),
    result({}),
    result({ list: null }),
  ];
  for (const outcome of failing)
    assert.equal(brief(LOOK_UP.read(outcome)), 'not_done corrupt_reply');
});

const NONE_OPEN = { items: [], unreadable: [], next: null };

test('a list that cannot be read is a failure, and an empty one is none', () => {
  const [OPEN] = orders.open(SPOT);
  assert(OPEN !== undefined);
  for (const outcome of [reply(''), result({})])
    assert.equal(brief(OPEN.read(outcome)), 'not_done corrupt_reply');
  const broken = result({ list: [{ coin: [{ coin: 'BTC', walletBalance: '' }] }] });
  assert.deepEqual(
    leftOutBy(() => BALANCES.read(broken)),
    ['BTC'],
  );
  assert.deepEqual(OPEN.read(page([])), { kind: 'done', value: NONE_OPEN });
});

test('details are one line of the text of the venue, and short', () => {
  const verdict = PLACE.read(refusal(170_140, `Order value\u0000\n\u202e${'x'.repeat(500)}`));
  assert(verdict.kind === 'rejected');
  assert.equal(/[\p{Cc}\p{Cf}]/u.test(verdict.detail), false);
  assert.equal(verdict.detail.length, 200);
  assert.equal(verdict.detail.endsWith('xxx (170140)'), true);
});

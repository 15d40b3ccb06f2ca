import { test } from 'node:test';
import assert from 'node:assert/strict';
import { BINANCE_SPOT } from '#venues/dialects/binance-spot/binance-spot.ts';
import {
  CONTEXT,
  ETH_BTC,
  newOrder,
  OUR_NAME,
  reply,
  RESTING,
} from '#venues/dialects/binance-spot/binance-spot.fixture.ts';
import type { Verdict } from '#venues/dialect.ts';
import type { WireOutcome } from '#venues/wire/venue-wire.ts';
import { leftOutBy } from '#venues/dialects/reply/left-out.fixture.ts';

const NAME = { clientOrderId: OUR_NAME, venueOrderId: null, placedAtMs: 1_699_999_999_000 };
const { orders, account } = BINANCE_SPOT;
const PLACE = orders.place(newOrder(), ETH_BTC, {
  ...CONTEXT,
  protectionPrice: null,
  marginMode: null,
});
const CANCEL = orders.cancel(NAME, ETH_BTC, CONTEXT);
const [LOOK_UP] = orders.lookUp(NAME, ETH_BTC, CONTEXT);
const BALANCES = account.balances(CONTEXT);
assert(LOOK_UP !== undefined);

const HTML = '<html><head><title>403 Forbidden</title></head></html>';
const FILTER = 'Filter failure: LOT_SIZE';

function error(code: number, msg: string, status = 400, headers = {}): WireOutcome {
  return reply({ code, msg }, status, headers);
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

/** What happened, the verdict on a placement, and that on a look-up. */
const OUTCOMES: readonly (readonly [string, WireOutcome, string, string])[] = [
  ['placed', reply(RESTING), 'done', 'done'],
  [
    'connection refused',
    { kind: 'not_sent', cause: 'refused', retryAfterMs: null },
    'not_done unavailable',
    'not_done unavailable',
  ],
  [
    'budget used up',
    { kind: 'not_sent', cause: 'budget', retryAfterMs: 900 },
    'not_done rate_limited after 900',
    'not_done rate_limited after 900',
  ],
  [
    'credentials that sign nothing',
    { kind: 'not_sent', cause: 'credentials', retryAfterMs: null },
    'not_done unauthorized',
    'not_done unauthorized',
  ],
  ['hang', { kind: 'no_reply', cause: 'timeout' }, 'unknown', 'not_done timeout'],
  ['reset', { kind: 'no_reply', cause: 'reset' }, 'unknown', 'not_done timeout'],
  ['truncated', { kind: 'no_reply', cause: 'truncated' }, 'unknown', 'not_done timeout'],
  ['too large', { kind: 'no_reply', cause: 'too_large' }, 'unknown', 'not_done timeout'],
  ['empty 200', reply(''), 'unknown', 'not_done corrupt_reply'],
  ['HTML 200', reply(HTML), 'unknown', 'not_done corrupt_reply'],
  ['{} 200', reply({}), 'unknown', 'not_done corrupt_reply'],
  [
    'another name',
    reply({ ...RESTING, clientOrderId: 'web_1' }),
    'unknown',
    'not_done corrupt_reply',
  ],
  ['no id', reply({ ...RESTING, orderId: undefined }), 'unknown', 'not_done corrupt_reply'],
  [
    'a status never seen',
    reply({ ...RESTING, status: 'MERGED' }),
    'unknown',
    'not_done corrupt_reply',
  ],
  [
    'a status of the language',
    reply({ ...RESTING, status: 'constructor' }),
    'unknown',
    'not_done corrupt_reply',
  ],
  ['500', reply('', 500), 'unknown', 'not_done unavailable'],
  ['502 HTML', reply(HTML, 502), 'unknown', 'not_done unavailable'],
  [
    '503 busy',
    error(-1008, 'Server is currently overloaded.', 503),
    'unknown',
    'not_done unavailable',
  ],
  ['504', reply('', 504), 'unknown', 'not_done unavailable'],
  [
    '5xx with a code of the white list',
    error(-1013, FILTER, 500),
    'unknown',
    'not_done unavailable',
  ],
  ['-1000', error(-1000, 'An unknown error occurred.'), 'unknown', 'not_done unavailable'],
  ['-1001', error(-1001, 'Internal error.'), 'unknown', 'not_done unavailable'],
  ['-1006', error(-1006, 'Execution status unknown.'), 'unknown', 'not_done unavailable'],
  ['-1007', error(-1007, 'Timeout waiting for response.'), 'unknown', 'not_done unavailable'],
  ['a code never seen', error(-7654, 'Surprise.'), 'unknown', 'not_done unavailable'],
  ['an error in a 200', error(-7654, 'Surprise.', 200), 'unknown', 'not_done unavailable'],
  ['404 without a code', reply(HTML, 404), 'unknown', 'not_done corrupt_reply'],
  ['410', reply(HTML, 410), 'unknown', 'not_done corrupt_reply'],
  [
    '429',
    reply('', 429, { 'retry-after': '7' }),
    'not_done rate_limited after 7000 address',
    'not_done rate_limited after 7000 address',
  ],
  [
    '429 without a time',
    reply('', 429),
    'not_done rate_limited address',
    'not_done rate_limited address',
  ],
  [
    '429 of orders',
    error(-1015, 'Too many new orders.', 429, { 'retry-after': '1' }),
    'not_done rate_limited after 1000',
    'not_done rate_limited after 1000',
  ],
  [
    '418',
    error(-1003, 'IP banned.', 418, { 'retry-after': '120' }),
    'not_done rate_limited after 120000 address',
    'not_done rate_limited after 120000 address',
  ],
  [
    '-1003 in a 400',
    error(-1003, 'Too many requests queued.'),
    'not_done rate_limited address',
    'not_done rate_limited address',
  ],
  ['firewall', reply(HTML, 403), 'not_done unavailable address', 'not_done unavailable address'],
  [
    'region',
    error(0, 'Service unavailable from a restricted location.', 451),
    'not_done region_blocked address',
    'not_done region_blocked address',
  ],
  [
    'key revoked',
    error(-2015, 'Invalid API-key, IP, or permissions for action.', 401),
    'not_done unauthorized',
    'not_done unauthorized',
  ],
  [
    'key malformed',
    error(-2014, 'API-key format invalid.', 401),
    'not_done unauthorized',
    'not_done unauthorized',
  ],
  [
    'signature',
    error(-1022, 'Signature for this request is not valid.'),
    'not_done unauthorized',
    'not_done unauthorized',
  ],
  [
    'not authorized',
    error(-1002, 'You are not authorized.', 401),
    'not_done unauthorized',
    'not_done unauthorized',
  ],
  [
    'clock',
    error(-1021, 'Timestamp for this request is outside of the recvWindow.'),
    'clock',
    'clock',
  ],
  ['filter', error(-1013, FILTER), 'rejected order_rejected', 'not_done unavailable'],
  [
    'precision',
    error(-1111, "Parameter 'price' has too much precision."),
    'rejected order_rejected',
    'not_done unavailable',
  ],
  ['symbol', error(-1121, 'Invalid symbol.'), 'rejected order_rejected', 'not_done unavailable'],
  [
    'funds',
    error(-2010, 'Account has insufficient balance for requested action.'),
    'rejected insufficient_funds',
    'not_done unavailable',
  ],
  [
    'trigger passed',
    error(-2010, 'Stop price would trigger immediately.'),
    'rejected trigger_passed',
    'not_done unavailable',
  ],
  [
    'trigger passed, in the words of the documentation',
    error(-2010, 'Order would trigger immediately.'),
    'rejected trigger_passed',
    'not_done unavailable',
  ],
  [
    'five stops of a market',
    error(-1013, 'Filter failure: MAX_NUM_ALGO_ORDERS'),
    'rejected order_rejected',
    'not_done unavailable',
  ],
  [
    'post-only',
    error(-2010, 'Order would immediately match and take.'),
    'rejected order_rejected',
    'not_done unavailable',
  ],
  [
    'closed market',
    error(-2010, 'Market is closed.'),
    'rejected order_rejected',
    'not_done unavailable',
  ],
  [
    'filter of the engine',
    error(-2010, 'Filter failure: MAX_NUM_ORDERS'),
    'rejected order_rejected',
    'not_done unavailable',
  ],
  ['duplicate', error(-2010, 'Duplicate order sent.'), 'duplicate', 'not_done unavailable'],
  [
    'duplicate in other words',
    error(-2010, 'The order is a duplicate.'),
    'duplicate',
    'not_done unavailable',
  ],
  [
    'a message never seen',
    error(-2010, 'The engine is in no mood.'),
    'unknown',
    'not_done unavailable',
  ],
  ['no such order', error(-2013, 'Order does not exist.'), 'unknown', 'absent'],
  ['archived', error(-2026, 'Order was archived.'), 'unknown', 'forgotten'],
];

for (const [title, outcome, ofPlacement, ofLookUp] of OUTCOMES)
  test(`Binance spot, ${title}: a placement is "${ofPlacement}", a look-up "${ofLookUp}"`, () => {
    assert.equal(brief(PLACE.read(outcome)), ofPlacement);
    assert.equal(brief(LOOK_UP.read(outcome)), ofLookUp);
  });

const CANCELLED = {
  ...RESTING,
  origClientOrderId: OUR_NAME,
  clientOrderId: 'name-of-the-cancellation',
  status: 'CANCELED',
  transactTime: 1_699_999_999_900,
  time: undefined,
  updateTime: undefined,
};

const CANCELS: readonly (readonly [string, WireOutcome, string])[] = [
  ['cancelled', reply(CANCELLED), 'done'],
  ['another order', reply({ ...CANCELLED, origClientOrderId: 'web_1' }), 'unknown'],
  ['nothing of the name works', error(-2011, 'Unknown order sent.'), 'absent'],
  ['another refusal of the engine', error(-2011, 'Market is closed.'), 'unknown'],
  ['no such order', error(-2013, 'Order does not exist.'), 'absent'],
  ['hang', { kind: 'no_reply', cause: 'timeout' }, 'unknown'],
  ['filter', error(-1013, FILTER), 'unknown'],
  ['a code never seen', error(-7654, 'Surprise.'), 'unknown'],
  ['key revoked', error(-2015, 'Invalid API-key.', 401), 'not_done unauthorized'],
  ['clock', error(-1021, 'Timestamp.'), 'clock'],
];

for (const [title, outcome, expected] of CANCELS)
  test(`Binance spot, ${title}: a cancellation is "${expected}"`, () => {
    assert.equal(brief(CANCEL.read(outcome)), expected);
  });

const NONE_OPEN = { items: [], unreadable: [], next: null };

test('a list that cannot be read is a failure; one balance that cannot is left out', () => {
  const [OPEN] = orders.open(CONTEXT);
  assert(OPEN !== undefined);
  for (const outcome of [reply(''), reply({})])
    assert.equal(brief(OPEN.read(outcome)), 'not_done corrupt_reply');
  const broken = reply({ balances: [{ asset: 'BTC', free: '1e5,0' }] });
  assert.deepEqual(
    leftOutBy(() => BALANCES.read(broken)),
    ['BTC'],
  );
  assert.deepEqual(OPEN.read(reply([])), { kind: 'done', value: NONE_OPEN });
});

test('details are one line of the text of the venue, and short', () => {
  const verdict = PLACE.read(error(-2010, `Filter failure: \u0000\n\u202e${'x'.repeat(500)}`));
  assert(verdict.kind === 'rejected');
  assert.equal(verdict.detail.startsWith('Filter failure: '), true);
  assert.equal(/[\p{Cc}\p{Cf}]/u.test(verdict.detail), false);
  assert.equal(verdict.detail.length, 200);
  assert.equal(verdict.detail.endsWith('xxx (-2010)'), true);
});

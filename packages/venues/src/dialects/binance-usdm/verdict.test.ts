import { test } from 'node:test';
import assert from 'node:assert/strict';
import { BINANCE_USDM } from '#venues/dialects/binance-usdm/binance-usdm.ts';
import {
  BTC_PERPETUAL,
  CONTEXT,
  newOrder,
  NOW_MS,
  OUR_NAME,
  PLACED,
  reply,
  RESTING,
} from '#venues/dialects/binance-usdm/binance-usdm.fixture.ts';
import type { Verdict } from '#venues/dialect.ts';
import type { WireOutcome } from '#venues/wire/venue-wire.ts';

const NAME = { clientOrderId: OUR_NAME, venueOrderId: null, placedAtMs: NOW_MS - 1_000 };
const { orders } = BINANCE_USDM;
const PLACE = orders.place(newOrder(), BTC_PERPETUAL, {
  ...CONTEXT,
  protectionPrice: null,
  marginMode: null,
});
const CANCEL = orders.cancel(NAME, BTC_PERPETUAL, CONTEXT);
const [LOOK_UP] = orders.lookUp(NAME, BTC_PERPETUAL, CONTEXT);
assert(LOOK_UP !== undefined);

const HTML = '<html><head><title>403 Forbidden</title></head></html>';

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

const UNCLEAR = ['unknown', 'not_done unavailable'] as const;
const UNREADABLE = ['unknown', 'not_done corrupt_reply'] as const;
const REFUSED = ['rejected order_rejected', 'not_done unavailable'] as const;
const PASSED = ['rejected trigger_passed', 'not_done unavailable'] as const;
const POOR = ['rejected insufficient_funds', 'not_done unavailable'] as const;
const UNAUTHORIZED = ['not_done unauthorized', 'not_done unauthorized'] as const;

/** What happened, the verdict on a placement, and that on a look-up. */
const OUTCOMES: readonly (readonly [string, WireOutcome, readonly [string, string]])[] = [
  ['shown', reply(RESTING), ['done', 'done']],
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
  ['another name', reply({ ...RESTING, clientOrderId: 'web_1' }), UNREADABLE],
  ['no id', reply({ ...RESTING, orderId: undefined }), UNREADABLE],
  ['a status never seen', reply({ ...RESTING, status: 'MERGED' }), UNREADABLE],
  ['a status of the language', reply({ ...RESTING, status: 'constructor' }), UNREADABLE],
  ['500', reply('', 500), UNCLEAR],
  ['503 busy', error(-1008, 'Request throttled by system-level protection.', 503), UNCLEAR],
  ['5xx with a code of the white list', error(-2019, 'Margin is insufficient.', 500), UNCLEAR],
  ['-1000', error(-1000, 'An unknown error occured while processing the request.'), UNCLEAR],
  ['-1001', error(-1001, 'Internal error.'), UNCLEAR],
  ['-1006', error(-1006, 'Execution status unknown.'), UNCLEAR],
  ['-1007', error(-1007, 'Timeout waiting for response.'), UNCLEAR],
  ['a code never seen', error(-7654, 'Surprise.'), UNCLEAR],
  ['an engine message never seen', error(-2010, 'The engine is in no mood.'), UNCLEAR],
  ['404 without a code', reply(HTML, 404), UNREADABLE],
  [
    '429',
    reply('', 429, { 'retry-after': '7' }),
    ['not_done rate_limited after 7000 address', 'not_done rate_limited after 7000 address'],
  ],
  [
    '429 of orders',
    error(-1015, 'Too many new orders.', 429, { 'retry-after': '1' }),
    ['not_done rate_limited after 1000', 'not_done rate_limited after 1000'],
  ],
  [
    '418',
    error(-1003, 'IP banned.', 418, { 'retry-after': '120' }),
    ['not_done rate_limited after 120000 address', 'not_done rate_limited after 120000 address'],
  ],
  ['firewall', reply(HTML, 403), ['not_done unavailable address', 'not_done unavailable address']],
  [
    'region',
    error(0, 'Service unavailable from a restricted location.', 451),
    ['not_done region_blocked address', 'not_done region_blocked address'],
  ],
  ['key revoked', error(-2015, 'Invalid API-key, IP, or permissions.', 401), UNAUTHORIZED],
  ['key malformed', error(-2014, 'API-key format invalid.', 401), UNAUTHORIZED],
  ['keys locked', error(-2017, 'API Keys are locked on this account.'), UNAUTHORIZED],
  ['signature', error(-1022, 'Signature for this request is not valid.'), UNAUTHORIZED],
  ['clock', error(-1021, 'Timestamp is outside of the recvWindow.'), ['clock', 'clock']],
  ['clock at the engine', error(-5028, 'Outside of the ME recvWindow.'), ['clock', 'clock']],
  ['price step', error(-4014, 'Price not increased by tick size.'), REFUSED],
  ['precision', error(-1111, 'Precision is over the maximum defined for this asset.'), REFUSED],
  ['amount too small', error(-4004, 'Quantity less than min quantity.'), REFUSED],
  ['value too small', error(-4164, "Order's notional must be no smaller than 100"), REFUSED],
  ['closed market', error(-4141, 'Symbol is closed.'), REFUSED],
  ['post-only', error(-5022, 'The Post Only order will be rejected.'), REFUSED],
  ['trigger passed', error(-2021, 'Order would immediately trigger.'), PASSED],
  ['nothing to reduce', error(-2022, 'ReduceOnly Order is rejected.'), REFUSED],
  ['reduce-only type, which at spot is an archived order', error(-2026, 'Type.'), REFUSED],
  ['hedge mode', error(-4061, "Order's position side does not match."), REFUSED],
  ['a stop, which is an algo order', error(-4120, 'Order type not supported.'), UNCLEAR],
  ['leverage', error(-4028, 'Leverage 126 is not valid'), REFUSED],
  ['funds', error(-2019, 'Margin is insufficient.'), POOR],
  ['balance', error(-2018, 'Balance is insufficient.'), POOR],
  [
    'duplicate',
    error(-4116, 'ClientOrderId is duplicated.'),
    ['duplicate', 'not_done unavailable'],
  ],
  ['no such order', error(-2013, 'Order does not exist.'), ['unknown', 'absent']],
];

for (const [title, outcome, [ofPlacement, ofLookUp]] of OUTCOMES)
  test(`Binance USD-M, ${title}: a placement is "${ofPlacement}", a look-up "${ofLookUp}"`, () => {
    assert.equal(brief(PLACE.read(outcome)), ofPlacement);
    assert.equal(brief(LOOK_UP.read(outcome)), ofLookUp);
  });

const CANCELLED = { ...PLACED, status: 'CANCELED' };

const CANCELS: readonly (readonly [string, WireOutcome, string])[] = [
  ['cancelled', reply(CANCELLED), 'done'],
  ['another order', reply({ ...CANCELLED, clientOrderId: 'web_1' }), 'unknown'],
  ['nothing of the name works', error(-2011, 'Unknown order sent.'), 'absent'],
  ['another refusal of the engine', error(-2011, 'Market is closed.'), 'unknown'],
  ['hang', { kind: 'no_reply', cause: 'timeout' }, 'unknown'],
  ['funds', error(-2019, 'Margin is insufficient.'), 'unknown'],
  ['a code never seen', error(-7654, 'Surprise.'), 'unknown'],
  ['key revoked', error(-2015, 'Invalid API-key.', 401), 'not_done unauthorized'],
  ['clock', error(-1021, 'Timestamp.'), 'clock'],
];

for (const [title, outcome, expected] of CANCELS)
  test(`Binance USD-M, ${title}: a cancellation is "${expected}"`, () => {
    assert.equal(brief(CANCEL.read(outcome)), expected);
  });

test('an order that is not found after three days is forgotten, and not absent', () => {
  const missing = error(-2013, 'Order does not exist.');
  const kinds = [70, 72, 2_000].map((hours) => {
    const name = { ...NAME, placedAtMs: NOW_MS - hours * 3_600_000 };
    return orders.lookUp(name, BTC_PERPETUAL, CONTEXT).map((query) => query.read(missing).kind);
  });
  // As an order, and as one that waits for its price.
  const both = <T>(kind: T): readonly T[] => [kind, kind];
  assert.deepEqual(kinds, [both('absent'), both('forgotten'), both('forgotten')]);
});

test('replies that do not say for how much an order was filled leave that open', () => {
  const placed = PLACE.read(reply({ ...PLACED, status: 'FILLED', executedQty: '0.012' }));
  assert(placed.kind === 'done');
  assert.deepEqual([placed.value.state, placed.value.filledAmount], ['acknowledged', 0n]);
  const ended = CANCEL.read(reply({ ...CANCELLED, executedQty: '0.003' }));
  assert.deepEqual(ended, { kind: 'done', value: null });
});

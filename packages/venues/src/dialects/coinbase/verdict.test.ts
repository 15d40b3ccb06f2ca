import { test } from 'node:test';
import assert from 'node:assert/strict';
import { COINBASE } from '#venues/dialects/coinbase/coinbase.ts';
import {
  BTC_SPOT,
  cancelled,
  failure,
  newOrder,
  NOW_MS,
  ORDER_ID,
  OUR_NAME,
  OUR_UUID,
  RECEIPT,
  refusal,
  reply,
  RESTING,
  SPOT,
} from '#venues/dialects/coinbase/coinbase.fixture.ts';
import type { BothVerdicts } from '#venues/dialects/reply/verdicts.fixture.ts';
import { BOTH, brief } from '#venues/dialects/reply/verdicts.fixture.ts';
import type { WireOutcome } from '#venues/wire/venue-wire.ts';
import { leftOutBy } from '#venues/dialects/reply/left-out.fixture.ts';

const NAME = { clientOrderId: OUR_NAME, venueOrderId: null, placedAtMs: NOW_MS - 1_000 };
const KNOWN = { ...NAME, venueOrderId: ORDER_ID };
const { orders, account } = COINBASE;
const PLACE = orders.place(newOrder(), BTC_SPOT, {
  ...SPOT,
  protectionPrice: null,
  marginMode: null,
});
const CANCEL = orders.cancel(KNOWN, BTC_SPOT, SPOT);
const [BY_ID] = orders.lookUp(KNOWN, BTC_SPOT, SPOT);
const [LISTED] = orders.placedBetween?.(NOW_MS - 60_000, NOW_MS, BTC_SPOT, SPOT) ?? [];
assert(BY_ID !== undefined && LISTED !== undefined);

const HTML = '<html><head><title>403 Forbidden</title></head></html>';

const MANY = { errors: [{ id: 'rate_limit_exceeded', message: 'Too many requests' }] };

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
  ['500', reply('', { status: 500 }), BOTH.unclear],
  ['502 HTML', reply(HTML, { status: 502 }), BOTH.unclear],
  ['520 HTML', reply(HTML, { status: 520 }), BOTH.unclear],
  ['404 HTML', reply(HTML, { status: 404 }), BOTH.unclear],
  ['firewall', reply(HTML, { status: 403 }), BOTH.unclear],
  ['a redirect', reply('', { status: 302 }), BOTH.unclear],
  ['success in a 500', reply(RECEIPT, { status: 500 }), BOTH.unclear],
  ['internal error', failure(500, 'INTERNAL'), BOTH.unclear],
  ['unavailable', failure(503, 'UNAVAILABLE'), BOTH.unclear],
  ['an argument in a 500', failure(500, 'INVALID_ARGUMENT'), BOTH.unclear],
  ['an error never seen', failure(400, 'SURPRISE'), BOTH.unclear],
  ['errors without an id', reply({ errors: [{}] }, { status: 400 }), BOTH.unclear],
  ['too many of the user', reply(MANY, { status: 429 }), BOTH.tooFast],
  ['too many, in other words', failure(429, 'RESOURCE_EXHAUSTED'), BOTH.tooFast],
  ['429 HTML', reply(HTML, { status: 429 }), BOTH.banned],
  ['key, signature or time', reply('Unauthorized', { status: 401 }), BOTH.clockOrKey],
  ['scopes', failure(403, 'PERMISSION_DENIED', 'Missing required scopes'), BOTH.unauthorized],
  ['argument', failure(400, 'INVALID_ARGUMENT'), BOTH.refused],
  ['no such order', failure(404, 'NOT_FOUND'), BOTH.noSuchOrder],
  [
    'no such order, in other words',
    failure(400, 'unknown', 'order with this orderID was not found'),
    BOTH.noSuchOrder,
  ],
  ['what is unknown', failure(400, 'unknown', 'something else'), BOTH.unclear],
];

for (const [title, outcome, [ofPlacement, ofLookUp]] of OUTCOMES)
  test(`Coinbase, ${title}: a placement is "${ofPlacement}", a look-up "${ofLookUp}"`, () => {
    assert.equal(brief(PLACE.read(outcome)), ofPlacement);
    assert.equal(brief(BY_ID.read(outcome)), ofLookUp);
    // No list says that there is no order.
    const ofList = ofLookUp === 'absent' ? 'not_done unavailable' : ofLookUp;
    assert.equal(brief(LISTED.read(outcome)), ofList);
  });

/** Why an order was not created, and the verdict. */
const REASONS: readonly (readonly [string, WireOutcome, string])[] = [
  ['funds', refusal({ error: 'INSUFFICIENT_FUND' }), 'rejected insufficient_funds'],
  [
    'funds in the preview',
    refusal({ preview: 'PREVIEW_INSUFFICIENT_FUND' }),
    'rejected insufficient_funds',
  ],
  [
    'funds, by the new field',
    refusal({ newOrder: 'INSUFFICIENT_FUNDS' }),
    'rejected insufficient_funds',
  ],
  [
    'funds, three times',
    refusal({
      error: 'INSUFFICIENT_FUND',
      preview: 'PREVIEW_INSUFFICIENT_FUND',
      newOrder: 'INSUFFICIENT_FUND',
    }),
    'rejected insufficient_funds',
  ],
  [
    'a stop that was passed',
    refusal({ preview: 'PREVIEW_STOP_PRICE_ABOVE_LAST_TRADE_PRICE' }),
    'rejected trigger_passed',
  ],
  [
    'a stop beyond its limit',
    refusal({ preview: 'PREVIEW_STOP_PRICE_BELOW_LIMIT_PRICE' }),
    'rejected order_rejected',
  ],
  ['post-only', refusal({ error: 'INVALID_LIMIT_PRICE_POST_ONLY' }), 'rejected order_rejected'],
  ['precision', refusal({ preview: 'PREVIEW_INVALID_SIZE_PRECISION' }), 'rejected order_rejected'],
  [
    'too small',
    refusal({ preview: 'PREVIEW_INVALID_BASE_SIZE_TOO_SMALL' }),
    'rejected order_rejected',
  ],
  ['halted', refusal({ newOrder: 'PRODUCT_TRADING_HALTED' }), 'rejected order_rejected'],
  ['region', refusal({ newOrder: 'GEOFENCING_RESTRICTION' }), 'rejected order_rejected'],
  ['the name', refusal({ newOrder: 'DUPLICATE_CLIENT_ORDER_ID' }), 'duplicate'],
  ['no reason', refusal({}), 'unknown'],
  ['a reason never seen', refusal({ newOrder: 'SURPRISE' }), 'unknown'],
  ['the engine', refusal({ error: 'COMMANDER_REJECTED_NEW_ORDER' }), 'unknown'],
  [
    'funds and a reason never seen',
    refusal({ error: 'INSUFFICIENT_FUND', preview: 'PREVIEW_SURPRISE' }),
    'unknown',
  ],
  [
    'funds and the name',
    refusal({ error: 'INSUFFICIENT_FUND', newOrder: 'DUPLICATE_CLIENT_ORDER_ID' }),
    'unknown',
  ],
  ['nothing at all', reply({ success: false }), 'unknown'],
  [
    'neither success nor failure',
    reply({ error_response: { error: 'INSUFFICIENT_FUND' } }),
    'unknown',
  ],
];

for (const [title, outcome, expected] of REASONS)
  test(`an order that Coinbase did not create for ${title} is "${expected}"`, () => {
    assert.equal(brief(PLACE.read(outcome)), expected);
  });

/** Configurations that a refusal repeats: ours has a size of 0.0125 and a price of 34567.89. */
const OWN = RESTING.order_configuration.limit_limit_gtc;
const ECHOES: readonly (readonly [string, unknown, 'ours' | "another's"])[] = [
  ['as it was sent', { limit_limit_gtc: OWN }, 'ours'],
  ['none', undefined, 'ours'],
  ['null', null, 'ours'],
  ['an empty one', {}, 'ours'],
  ['a list', [OWN], 'ours'],
  ['a kind without words', { limit_limit_gtc: null }, 'ours'],
  ['one without numbers', { limit_limit_gtc: {} }, 'ours'],
  ['empty numbers', { limit_limit_gtc: { base_size: '', limit_price: null } }, 'ours'],
  [
    'numbers that are written otherwise',
    { limit_limit_gtc: { ...OWN, base_size: '0.01250', limit_price: '34567.890000' } },
    'ours',
  ],
  ['a word of its own', { limit_limit_gtc: { ...OWN, rfq_disabled: true } }, 'ours'],
  ['another kind beside it that is null', { limit_limit_gtc: OWN, sor_limit_ioc: null }, 'ours'],
  ['another size', { limit_limit_gtc: { ...OWN, base_size: '0.0126' } }, "another's"],
  ['another price', { limit_limit_gtc: { ...OWN, limit_price: '34567.88' } }, "another's"],
  ['a size that is no number', { limit_limit_gtc: { ...OWN, base_size: 'all' } }, "another's"],
  ['another choice', { limit_limit_gtc: { ...OWN, post_only: true } }, "another's"],
  ['another kind', { sor_limit_ioc: OWN }, "another's"],
  ['two kinds', { limit_limit_gtc: OWN, sor_limit_ioc: OWN }, "another's"],
];

for (const [title, order_configuration, whose] of ECHOES)
  test(`a refusal of Coinbase that repeats ${title} is ${whose}`, () => {
    const error_response = { error: 'INSUFFICIENT_FUND', message: '', error_details: '' };
    const refused = reply({ success: false, error_response, order_configuration });
    const expected = whose === 'ours' ? 'rejected insufficient_funds' : 'unknown';
    assert.equal(brief(PLACE.read(refused)), expected);
  });

/** What the venue says of an order that it has created, and the verdict. */
const RECEIPTS: readonly (readonly [string, object, string])[] = [
  ['an id and our name', {}, 'done'],
  ['no id', { order_id: undefined }, 'unknown'],
  ['an empty id', { order_id: '' }, 'unknown'],
  ['another name', { client_order_id: OUR_UUID.replace('0', '1') }, 'unknown'],
  ['no name', { client_order_id: '' }, 'unknown'],
  ['another market', { product_id: 'BTC-USDC' }, 'unknown'],
  ['the other side', { side: 'SELL' }, 'unknown'],
];

for (const [title, changes, expected] of RECEIPTS)
  test(`Coinbase replies with ${title}: the placement is "${expected}"`, () => {
    const success_response = { ...RECEIPT.success_response, ...changes };
    assert.equal(brief(PLACE.read(reply({ ...RECEIPT, success_response }))), expected);
  });

const CANCELS: readonly (readonly [string, WireOutcome, string])[] = [
  ['taken', cancelled(), 'done'],
  [
    'taken before',
    cancelled({ success: false, failure_reason: 'DUPLICATE_CANCEL_REQUEST' }),
    'done',
  ],
  ['none', cancelled({ success: false, failure_reason: 'UNKNOWN_CANCEL_ORDER' }), 'absent'],
  ['filled', cancelled({ success: false, failure_reason: 'ORDER_IS_FULLY_FILLED' }), 'absent'],
  [
    'refused by the engine',
    cancelled({ success: false, failure_reason: 'COMMANDER_REJECTED_CANCEL_ORDER' }),
    'unknown',
  ],
  ['a reason never seen', cancelled({ success: false, failure_reason: 'SURPRISE' }), 'unknown'],
  ['no reason', cancelled({ success: false, failure_reason: null }), 'unknown'],
  ['no success', cancelled({ success: undefined }), 'unknown'],
  ['another order', cancelled({ order_id: 'other' }), 'unknown'],
  ['no result', reply({ results: [] }), 'unknown'],
  ['two results', reply({ results: [{ success: true, order_id: ORDER_ID }, {}] }), 'unknown'],
  ['argument', failure(400, 'INVALID_ARGUMENT'), 'unknown'],
  ['hang', { kind: 'no_reply', cause: 'timeout' }, 'unknown'],
  ['key', reply('Unauthorized', { status: 401 }), 'clock or key'],
];

for (const [title, outcome, expected] of CANCELS)
  test(`Coinbase, ${title}: a cancellation is "${expected}"`, () => {
    assert.equal(brief(CANCEL.read(outcome)), expected);
  });

test('Coinbase has no order of an id for a day, and then it may have had one', () => {
  const refused = reply({ error: 'NOT_FOUND', message: '' }, { status: 404 });
  for (const [hours, expected] of [
    [23, 'absent'],
    [25, 'forgotten'],
  ] as const) {
    const name = { ...KNOWN, placedAtMs: NOW_MS - hours * 3_600_000 };
    const [query] = orders.lookUp(name, BTC_SPOT, SPOT);
    assert(query !== undefined);
    assert.equal(brief(query.read(refused)), expected);
  }
});

test('orders of Coinbase are looked up by its id, or in the list of all orders alone', () => {
  assert.deepEqual(orders.lookUp(NAME, BTC_SPOT, SPOT), []);
  assert.throws(() => orders.cancel(NAME, BTC_SPOT, SPOT));
  assert.equal(orders.cancelsBy, 'venue_order_id');
});

test('a look-up at Coinbase that brings another order, or an unreadable one, is a failure', () => {
  const failing = [
    { ...RESTING, order_id: 'other' },
    { ...RESTING, status: 'MERGED' },
    { ...RESTING, status: 'constructor' },
    { ...RESTING, status: 'UNKNOWN_ORDER_STATUS' },
    { ...RESTING, filled_size: '1,5' },
    { ...RESTING, created_time: 'soon' },
    { ...RESTING, order_configuration: {} },
    { ...RESTING, order_configuration: { scaled_limit_gtc: {} } },
    { ...RESTING, side: 'UNKNOWN_ORDER_SIDE' },
    {},
  ] as const;
  for (const order of failing) {
    assert.equal(brief(BY_ID.read(reply({ order }))), 'not_done corrupt_reply');
    if (!('order_id' in order) || order.order_id !== 'other')
      assert.equal(
        leftOutBy(() => LISTED.read(reply({ orders: [order], has_next: false }))).length,
        1,
      );
  }
});

test('too many public requests stop the address, and those of a user do not', () => {
  const many = reply(MANY, { status: 429 });
  assert.equal(brief(COINBASE.time().read(many)), 'not_done rate_limited address');
  assert.equal(brief(account.balances(SPOT).read(many)), 'not_done rate_limited');
});

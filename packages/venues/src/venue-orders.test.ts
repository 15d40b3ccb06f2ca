import { test } from 'node:test';
import assert from 'node:assert/strict';
import { decimal } from '#lib/decimal.ts';
import { spotMarket } from '#venue-port/market/market.fixture.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { NewVenueOrder } from '#venue-port/exchange/exchange.ts';
import type { Failure } from '#venue-port/world/failure.ts';
import { OutcomeUnknown } from '#venue-port/world/failure.ts';
import type { Verdict } from '#venues/dialect.ts';
import type { Script } from '#venues/scripted-venue.fixture.ts';
import {
  ACCOUNT,
  concluded,
  KEYS,
  NAME,
  NOW_MS,
  ORDER,
  RETAINED_MS,
  scriptedVenue,
  venueOrder,
} from '#venues/scripted-venue.fixture.ts';

const done = (value: unknown): Verdict<unknown> => ({ kind: 'done', value });
const OPEN = done(venueOrder());
const ENDED = done(venueOrder({ state: 'cancelled' }));
const ABSENT: Verdict<never> = { kind: 'absent' };
const FORGOTTEN: Verdict<never> = { kind: 'forgotten' };
const DUPLICATE: Verdict<never> = { kind: 'duplicate' };
const UNKNOWN: Verdict<never> = { kind: 'unknown', detail: 'code -1' };
const CLOCK: Verdict<never> = { kind: 'clock', detail: 'timestamp ahead' };
const rejection = (code: Rejection['code']): Verdict<never> => ({
  kind: 'rejected',
  code,
  detail: 'no',
});
type Rejection = Extract<Verdict<never>, { readonly kind: 'rejected' }>;
const notDone = (failure: Failure['code']): Verdict<never> => ({
  kind: 'not_done',
  failure,
  retryAfterMs: null,
  stopsAddress: false,
  detail: 'not now',
});

/** Verdicts by request, what was sent, and what placing the order comes to. */
const PLACEMENTS: readonly (readonly [string, Script, string, string])[] = [
  ['done', { place: [OPEN] }, 'place', 'v1 open'],
  [
    'done, filled at once',
    { place: [done(venueOrder({ state: 'filled' }))] },
    'place',
    'v1 filled',
  ],
  [
    'acknowledged',
    { place: [done({ ...venueOrder(), state: 'acknowledged' })] },
    'place',
    'v1 acknowledged',
  ],
  ['no id of the venue', { place: [done(venueOrder({ venueOrderId: '' }))] }, 'place', 'unknown'],
  ['no name of ours', { place: [done(venueOrder({ clientOrderId: null }))] }, 'place', 'unknown'],
  ['another name', { place: [done(venueOrder({ clientOrderId: 'x' }))] }, 'place', 'unknown'],
  [
    'funds',
    { place: [rejection('insufficient_funds')], look_up: [ABSENT, ABSENT] },
    'place look_up look_up',
    'insufficient_funds',
  ],
  [
    'a filter',
    { place: [rejection('order_rejected')], look_up: [ABSENT, ABSENT] },
    'place look_up look_up',
    'order_rejected',
  ],
  [
    'a refusal that the look-up repeats',
    { place: [rejection('order_rejected')], look_up: [done(venueOrder({ state: 'rejected' }))] },
    'place look_up',
    'order_rejected',
  ],
  [
    'a refusal of another order',
    { place: [rejection('insufficient_funds')], look_up: [OPEN] },
    'place look_up',
    'v1 open',
  ],
  [
    'a refusal of another order, then a denial of another',
    { place: [rejection('insufficient_funds')], look_up: [ABSENT, OPEN] },
    'place look_up look_up',
    'v1 open',
  ],
  [
    'a refusal, the second look-up fails',
    { place: [rejection('insufficient_funds')], look_up: [ABSENT, UNKNOWN] },
    'place look_up look_up',
    'unknown',
  ],
  [
    'a refusal, look-up fails',
    { place: [rejection('insufficient_funds')], look_up: [notDone('unavailable')] },
    'place look_up',
    'unknown',
  ],
  [
    'a refusal, look-up finds another name',
    { place: [rejection('order_rejected')], look_up: [notDone('corrupt_reply')] },
    'place look_up',
    'unknown',
  ],
  [
    'a refusal, look-up is older than what is retained',
    { place: [rejection('order_rejected')], look_up: [FORGOTTEN] },
    'place look_up',
    'unknown',
  ],
  [
    'a refusal that is none of placing',
    { place: [rejection('order_not_found')] },
    'place',
    'unknown',
  ],
  ['a code never seen', { place: [UNKNOWN] }, 'place', 'unknown'],
  ['absent', { place: [ABSENT] }, 'place', 'unknown'],
  ['limited', { place: [notDone('rate_limited')] }, 'place', 'rate_limited'],
  ['never sent', { place: [notDone('unavailable')] }, 'place', 'unavailable'],
  ['the clock, then done', { place: [CLOCK, OPEN] }, 'place place', 'v1 open'],
  ['the clock twice', { place: [CLOCK, CLOCK] }, 'place place', 'unavailable'],
  ['the clock, then unknown', { place: [CLOCK, UNKNOWN] }, 'place place', 'unknown'],
  [
    'a duplicate that is found',
    { place: [DUPLICATE], look_up: [ENDED] },
    'place look_up',
    'v1 cancelled',
  ],
  [
    'a duplicate not shown',
    { place: [DUPLICATE], look_up: [ABSENT] },
    'place look_up',
    'duplicate_name',
  ],
  [
    'a duplicate, look-up fails',
    { place: [DUPLICATE], look_up: [UNKNOWN] },
    'place look_up',
    'duplicate_name',
  ],
  [
    'prepared',
    { prepare: [done({ items: [], next: null })], place: [OPEN] },
    'prepare place',
    'v1 open',
  ],
  ['not prepared', { prepare: [rejection('order_rejected')] }, 'prepare', 'order_rejected'],
  ['preparing fails', { prepare: [UNKNOWN] }, 'prepare', 'corrupt_reply'],
];

for (const [title, script, sent, conclusion] of PLACEMENTS)
  test(`placing, ${title}: ${conclusion}`, async () => {
    const venue = scriptedVenue(script);
    assert.equal(
      await concluded(async () => venue.exchange.placeOrder(ACCOUNT, ORDER)),
      conclusion,
    );
    assert.equal(venue.sent.join(' '), sent);
  });

/** What is refused before anything is sent. */
const UNSENT: readonly (readonly [string, Partial<NewVenueOrder>, RegExp])[] = [
  ['price off the step', { price: decimal('100.001') }, /price step/],
  ['amount off the step', { amount: decimal('0.0051') }, /amount step/],
  ['amount below the minimum', { amount: decimal('0.001') }, /minimum amount/],
  ['value below the minimum', { price: decimal('1.01') }, /minimum value/],
  ['too many digits', { price: decimal('10000.01') }, /price step 1; .* 10000 and 10001/],
  ['a market that is not listed', { marketTag: 'm2' }, /does not list market "m2"/],
  ['a type that it lacks', { type: 'stop_market' }, /no orders of type/],
  ['post-only', { terms: { ...PLAIN_TERMS, isPostOnly: true } }, /no post-only/],
  ['reduce-only', { terms: { ...PLAIN_TERMS, isReduceOnly: true } }, /no reduce-only/],
  ['an end', { terms: { ...PLAIN_TERMS, expiresAtMs: NOW_MS } }, /ends no order/],
];

for (const [title, changes, detail] of UNSENT)
  test(`${title} is refused, and nothing is sent`, async () => {
    const limits = { minOrderAmount: '0.002', minOrderValue: '0.1' };
    const market = spotMarket(limits, { priceSignificantDigits: 5 });
    const venue = scriptedVenue({}, { market });
    const result = await venue.exchange.placeOrder(ACCOUNT, { ...ORDER, ...changes });
    assert(!result.ok);
    assert.equal(result.rejection.code, 'order_rejected');
    assert.match(result.rejection.detail, detail);
    assert.deepEqual(venue.sent, []);
  });

for (const [title, skewMs] of [
  ['ahead', 1_500],
  ['behind', -1_500],
  ['not to be measured', null],
] as const)
  test(`with a clock that is ${title} orders wait, cancels do not`, async () => {
    const venue = scriptedVenue({ cancel: [ENDED] }, { skewMs });
    const placing = async (): Promise<unknown> => venue.exchange.placeOrder(ACCOUNT, ORDER);
    assert.equal(await concluded(placing), 'unavailable');
    assert.deepEqual(venue.sent, []);
    const cancelled = await venue.exchange.cancelOrder(ACCOUNT, 'm1', NAME);
    assert.equal(cancelled.ok, true);
    assert.equal(venue.exchange.clockSkewMs(), skewMs);
  });

/** Verdicts by request, what was sent, and what a cancel comes to. */
const CANCELS: readonly (readonly [string, Script, string, string])[] = [
  ['done', { cancel: [ENDED] }, 'cancel', 'v1 cancelled'],
  ['only taken', { cancel: [done(null)], look_up: [ENDED] }, 'cancel look_up', 'v1 cancelled'],
  [
    'nothing works, it has ended',
    { cancel: [ABSENT], look_up: [ENDED] },
    'cancel look_up',
    'order_not_working',
  ],
  [
    'nothing works, it never was',
    { cancel: [ABSENT], look_up: [ABSENT] },
    'cancel look_up',
    'order_not_found',
  ],
  [
    'nothing works, forgotten',
    { cancel: [ABSENT], look_up: [FORGOTTEN] },
    'cancel look_up',
    'order_not_working',
  ],
  [
    'nothing works, yet it is open',
    { cancel: [ABSENT], look_up: [OPEN] },
    'cancel look_up',
    'unknown',
  ],
  [
    'nothing works, no look-up',
    { cancel: [ABSENT], look_up: [UNKNOWN] },
    'cancel look_up',
    'corrupt_reply',
  ],
  [
    'not working',
    { cancel: [rejection('order_not_working')], look_up: [ENDED] },
    'cancel look_up',
    'order_not_working',
  ],
  ['not found', { cancel: [rejection('order_not_found')] }, 'cancel', 'order_not_found'],
  ['a code never seen', { cancel: [UNKNOWN] }, 'cancel', 'unknown'],
  ['limited', { cancel: [notDone('rate_limited')] }, 'cancel', 'rate_limited'],
];

for (const [title, script, sent, conclusion] of CANCELS)
  test(`cancelling, ${title}: ${conclusion}`, async () => {
    const venue = scriptedVenue(script);
    const cancelling = async (): Promise<unknown> =>
      venue.exchange.cancelOrder(ACCOUNT, 'm1', NAME);
    assert.equal(await concluded(cancelling), conclusion);
    assert.equal(venue.sent.join(' '), sent);
  });

/** The name that is known, verdicts by request, what was sent, and what a cancel comes to. */
const CANCELS_BY_ID: readonly (readonly [string | null, Script, string, string])[] = [
  ['v1', { cancel_by_id: [ENDED] }, 'cancel_by_id', 'v1 cancelled'],
  [null, { look_up: [OPEN], cancel_by_id: [ENDED] }, 'look_up cancel_by_id', 'v1 cancelled'],
  [null, { look_up: [ENDED] }, 'look_up', 'order_not_working'],
  [null, { look_up: [ABSENT] }, 'look_up', 'order_not_found'],
  [null, { look_up: [FORGOTTEN] }, 'look_up', 'order_not_working'],
  [null, { look_up: [notDone('timeout')] }, 'look_up', 'timeout'],
];

for (const [venueOrderId, script, sent, conclusion] of CANCELS_BY_ID)
  test(`where "${venueOrderId}" is to be cancelled by the venue's id, ${sent}: ${conclusion}`, async () => {
    const venue = scriptedVenue(script, { cancelsBy: 'venue_order_id' });
    const cancelling = async (): Promise<unknown> =>
      venue.exchange.cancelOrder(ACCOUNT, 'm1', { ...NAME, venueOrderId });
    assert.equal(await concluded(cancelling), conclusion);
    assert.equal(venue.sent.join(' '), sent);
  });

/** Of what waited as "w1": verdicts by request, what was sent, and what a cancel comes to. */
const CANCELS_OF_WAITING: readonly (readonly [Script, string, string])[] = [
  [
    { cancel_by_id: [ABSENT, ENDED], look_up: [OPEN] },
    'cancel_by_id look_up cancel_by_id',
    'v1 cancelled',
  ],
  [{ cancel_by_id: [ABSENT], look_up: [ENDED] }, 'cancel_by_id look_up', 'order_not_working'],
  [
    { cancel_by_id: [ABSENT, ABSENT], look_up: [OPEN, OPEN] },
    'cancel_by_id look_up cancel_by_id look_up',
    'unknown',
  ],
  [
    { cancel_by_id: [ABSENT], look_up: [done(venueOrder({ venueOrderId: 'w1' }))] },
    'cancel_by_id look_up',
    'unknown',
  ],
];

for (const [script, sent, conclusion] of CANCELS_OF_WAITING)
  test(`an order that waited, and may have become another, ${sent}: ${conclusion}`, async () => {
    const venue = scriptedVenue(script, { waitsBy: 'w' });
    const cancelling = async (): Promise<unknown> =>
      venue.exchange.cancelOrder(ACCOUNT, 'm1', { ...NAME, venueOrderId: 'w1' });
    assert.equal(await concluded(cancelling), conclusion);
    assert.equal(venue.sent.join(' '), sent);
  });

test('a number that another order has is no acknowledgement', async () => {
  const acknowledged = { ...venueOrder(), state: 'acknowledged' };
  const second = { ...acknowledged, clientOrderId: 'ord2' };
  const { exchange } = scriptedVenue({ place: [done(acknowledged), done(second)] });
  assert((await exchange.placeOrder(ACCOUNT, ORDER)).ok);
  const placing = exchange.placeOrder(ACCOUNT, { ...ORDER, clientOrderId: 'ord2' });
  await assert.rejects(placing, OutcomeUnknown);
});

test('an order is written within its own time, whatever came before it', async () => {
  for (const leftMs of [7_000, -1]) {
    const { exchange, allowances, sent } = scriptedVenue({ place: [OPEN] });
    await exchange.placeOrder(ACCOUNT, { ...ORDER, sendByMs: NOW_MS + leftMs });
    const [allowedMs] = allowances.slice(sent.indexOf('place'));
    assert(allowedMs !== undefined && allowedMs <= leftMs && allowedMs > leftMs - 5_000);
  }
});

test('a cancel that is taken is looked up until the order has ended, not for ever', async () => {
  const script = { cancel: [done(null)], look_up: Array.from({ length: 6 }, () => OPEN) };
  const venue = scriptedVenue(script);
  const cancelling = concluded(async () => venue.exchange.cancelOrder(ACCOUNT, 'm1', NAME));
  for (let count = 0; count < 200; count++) {
    await new Promise<void>((resolve) => void setImmediate(resolve));
    venue.time.advance(100);
  }
  assert.equal(await cancelling, 'unknown');
  assert.equal(venue.sent.length, 7);
});

/** Verdicts by request, what was sent, and what a look-up comes to. */
const LOOK_UPS: readonly (readonly [string, Script, string, string])[] = [
  ['found', { look_up: [OPEN], history: [] }, 'look_up', 'found'],
  [
    'found in the second place',
    { look_up: [ABSENT], history: [ENDED] },
    'look_up history',
    'found',
  ],
  ['absent in both', { look_up: [ABSENT], history: [ABSENT] }, 'look_up history', 'absent'],
  ['forgotten', { look_up: [ABSENT], history: [FORGOTTEN] }, 'look_up history', 'forgotten'],
  [
    'an error is no absence',
    { look_up: [ABSENT], history: [UNKNOWN] },
    'look_up history',
    'corrupt_reply',
  ],
  ['an overload is none', { look_up: [notDone('timeout')], history: [] }, 'look_up', 'timeout'],
];

for (const [title, script, sent, conclusion] of LOOK_UPS)
  test(`looking up, ${title}: ${conclusion}`, async () => {
    const venue = scriptedVenue(script, { skewMs: 250 });
    const looking = async (): Promise<unknown> => venue.exchange.fetchOrder(ACCOUNT, 'm1', NAME);
    assert.equal(await concluded(looking), conclusion);
    assert.equal(venue.sent.join(' '), sent);
  });

const LISTED = done({ items: [venueOrder({ clientOrderId: 'x' }), venueOrder()], next: null });
const OTHERS = done({ items: [venueOrder({ clientOrderId: 'x' })], next: null });
const NAMELESS = done({ items: [venueOrder({ clientOrderId: null })], next: null });
const EMPTY = done({ items: [], next: null });

/** Verdicts by list, and what a look-up at a venue that has only lists comes to. */
const LISTS: readonly (readonly [string, Script, string])[] = [
  ['open', { list: [LISTED], list_of_ended: [EMPTY] }, 'found'],
  ['ended', { list: [OTHERS], list_of_ended: [LISTED] }, 'found'],
  ['in neither', { list: [OTHERS], list_of_ended: [NAMELESS] }, 'absent'],
  ['not in a part of them', { list: [EMPTY], list_of_ended: [UNKNOWN] }, 'corrupt_reply'],
  ['not in an overload', { list: [notDone('timeout')], list_of_ended: [EMPTY] }, 'timeout'],
];

for (const [title, script, conclusion] of LISTS)
  test(`looking up in lists, ${title}: ${conclusion}`, async () => {
    const venue = scriptedVenue(script, { onList: () => undefined });
    const looking = async (): Promise<unknown> => venue.exchange.fetchOrder(ACCOUNT, 'm1', NAME);
    assert.equal(await concluded(looking), conclusion);
  });

test('lists reach from before the request until now, by the clock of the venue', async () => {
  const spans: (readonly [number, number])[] = [];
  const script = { list: [EMPTY, EMPTY], list_of_ended: [EMPTY, EMPTY] };
  const settings = {
    skewMs: 250,
    onList: (fromMs: number, toMs: number) => void spans.push([fromMs, toMs]),
  };
  const { exchange } = scriptedVenue(script, settings);
  const placedAtMs = NOW_MS - 60_000;
  const look = async (atMs: number) =>
    exchange.fetchOrder(ACCOUNT, 'm1', { ...NAME, placedAtMs: atMs });
  await exchange.fetchBalances(ACCOUNT).catch(() => undefined);
  assert.deepEqual(await look(placedAtMs), { kind: 'absent', asOfMs: NOW_MS + 250 });
  const [[fromMs, toMs] = [0, 0]] = spans;
  // Either clock may have been set since: venues accept requests that are two minutes off.
  assert(fromMs < placedAtMs - 120_000 && fromMs > placedAtMs - 600_000, `${fromMs}`);
  assert.equal(toMs, NOW_MS + 250);
  // What is older than the venue retains proves nothing.
  assert.deepEqual(await look(NOW_MS - RETAINED_MS), { kind: 'forgotten' });
});

test('an order is absent as of the time of the venue', async () => {
  const venue = scriptedVenue({ look_up: [ABSENT, ABSENT] }, { skewMs: 250 });
  await venue.exchange.fetchOrder(ACCOUNT, 'm1', NAME);
  const found = await venue.exchange.fetchOrder(ACCOUNT, 'm1', NAME);
  assert.deepEqual(found, { kind: 'absent', asOfMs: NOW_MS + 250 });
});

test('what the venue says reaches nobody with a key, a signature or an address in it', async () => {
  const detail = `Bad ${KEYS.apiKey} at https://api.example/x?signature=abcd: signature=0123abcd`;
  for (const verdict of [
    { kind: 'unknown', detail },
    { kind: 'rejected', code: 'order_rejected', detail },
    { ...(notDone('unavailable') as object), detail } as Verdict<never>,
  ] as const) {
    const venue = scriptedVenue({ place: [verdict], look_up: [ABSENT, ABSENT] });
    const result = await venue.exchange.placeOrder(ACCOUNT, ORDER).catch((error: unknown) => error);
    const text = result instanceof Error ? result.message : JSON.stringify(result);
    assert.match(text, /Bad \(hidden\) at \(address\)/);
    assert.doesNotMatch(text, /THEAPIKEY|abcd|https/);
  }
});

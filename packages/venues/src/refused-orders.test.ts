// Orders that their venue refuses: the refusal may be another's, and so may the denial after it.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { decimal } from '#lib/decimal.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { NewVenueOrder } from '#venue-port/exchange/exchange.ts';
import type { Failure } from '#venue-port/world/failure.ts';
import type { Verdict } from '#venues/dialect.ts';
import type { Script } from '#venues/scripted-venue.fixture.ts';
import {
  ACCOUNT,
  concluded,
  ORDER,
  scriptedVenue,
  venueOrder,
} from '#venues/scripted-venue.fixture.ts';

const done = (value: unknown): Verdict<unknown> => ({ kind: 'done', value });
const OPEN = done(venueOrder());
const ABSENT: Verdict<never> = { kind: 'absent' };
const FORGOTTEN: Verdict<never> = { kind: 'forgotten' };
const DUPLICATE: Verdict<never> = { kind: 'duplicate' };
const UNKNOWN: Verdict<never> = { kind: 'unknown', detail: 'code -1' };
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

const NONE = done({ items: [], next: null });
const OURS = done({ items: [venueOrder()], next: null });
const REFUSED = rejection('insufficient_funds');
/** Of a venue that finds orders in lists alone. */
const LISTED_PLACEMENTS: readonly (readonly [string, Script, string, string])[] = [
  [
    'a refusal',
    { place: [REFUSED], list: [NONE, NONE], list_of_ended: [NONE, NONE] },
    'place list list_of_ended list list_of_ended',
    'insufficient_funds',
  ],
  [
    'a refusal of another order',
    { place: [REFUSED], list: [OURS], list_of_ended: [NONE] },
    'place list list_of_ended',
    'v1 open',
  ],
  [
    'a refusal of another order, then the list of another request',
    { place: [REFUSED], list: [NONE, OURS], list_of_ended: [NONE, NONE] },
    'place list list_of_ended list list_of_ended',
    'v1 open',
  ],
  [
    'a refusal, the second look fails',
    { place: [REFUSED], list: [NONE, notDone('unavailable')], list_of_ended: [NONE, NONE] },
    'place list list_of_ended list list_of_ended',
    'unknown',
  ],
  [
    'a trigger that has passed, then the list of another request',
    { place: [rejection('trigger_passed')], list: [NONE, OURS], list_of_ended: [NONE, NONE] },
    'place list list_of_ended list list_of_ended',
    'v1 open',
  ],
];

for (const [title, script, sent, conclusion] of LISTED_PLACEMENTS)
  test(`placing where lists alone find orders, ${title}: ${conclusion}`, async () => {
    const venue = scriptedVenue(script, { onList: () => undefined });
    assert.equal(
      await concluded(async () => venue.exchange.placeOrder(ACCOUNT, ORDER)),
      conclusion,
    );
    assert.equal(venue.sent.join(' '), sent);
  });

const STOP: NewVenueOrder = {
  ...ORDER,
  type: 'stop_market',
  price: decimal('0'),
  terms: { ...PLAIN_TERMS, triggerPrice: decimal('90') },
};
const PASSED = rejection('trigger_passed');
const FOUR_DENIALS = [ABSENT, ABSENT, ABSENT, ABSENT];

/** The same of a stop whose trigger was passed when it arrived. */
const PASSED_STOPS: readonly (readonly [string, Script, string, string])[] = [
  [
    'it is carried out at once',
    { place: [PASSED, done(venueOrder({ state: 'filled' }))], look_up: [ABSENT, ABSENT] },
    'place look_up look_up place',
    'v1 filled',
  ],
  [
    'it is there, and the refusal and the first denial were of others',
    { place: [PASSED], look_up: [ABSENT, OPEN] },
    'place look_up look_up',
    'v1 open',
  ],
  [
    'it is there, and the refusal was of another',
    { place: [PASSED], look_up: [OPEN] },
    'place look_up',
    'v1 open',
  ],
  ['the look-up fails', { place: [PASSED], look_up: [UNKNOWN] }, 'place look_up', 'unknown'],
  ['it is forgotten', { place: [PASSED], look_up: [FORGOTTEN] }, 'place look_up', 'unknown'],
  [
    'its name is taken all the same',
    { place: [PASSED, DUPLICATE], look_up: [ABSENT, ABSENT, ABSENT] },
    'place look_up look_up place look_up',
    'unknown',
  ],
  [
    'the reply is lost',
    { place: [PASSED, UNKNOWN], look_up: [ABSENT, ABSENT] },
    'place look_up look_up place',
    'unknown',
  ],
  [
    'it is refused for another reason',
    { place: [PASSED, rejection('order_rejected')], look_up: FOUR_DENIALS },
    'place look_up look_up place look_up look_up',
    'order_rejected',
  ],
];

for (const [title, script, sent, conclusion] of PASSED_STOPS)
  test(`placing a stop that was passed, ${title}: ${conclusion}`, async () => {
    const venue = scriptedVenue(script, { stops: { spot: ['stop_market'], futures: [] } });
    assert.equal(await concluded(async () => venue.exchange.placeOrder(ACCOUNT, STOP)), conclusion);
    assert.equal(venue.sent.join(' '), sent);
  });

for (const [title, changes] of [
  ['no trigger', { terms: PLAIN_TERMS }],
  ['a trigger off the step', { terms: { ...PLAIN_TERMS, triggerPrice: decimal('90.0001') } }],
  ['a trigger of a limit order', { type: 'limit', price: decimal('100') }],
] as const)
  test(`a stop with ${title} is refused, and nothing is sent`, async () => {
    const venue = scriptedVenue({}, { stops: { spot: ['stop_market'], futures: [] } });
    const result = await venue.exchange.placeOrder(ACCOUNT, { ...STOP, ...changes });
    assert.equal(result.ok ? null : result.rejection.code, 'order_rejected');
    assert.deepEqual(venue.sent, []);
  });

// A real exchange is believed as far as a probe has confirmed its documentation.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { DAY_MS } from '#lib/time.ts';
import type { VenuePromises } from '#venue-port/exchange/exchange.ts';
import type { PromiseMeasurement, SecondOrder } from '#venue-port/exchange/promise-measurement.ts';
import { promiseClass } from '#services/exchanges/promise-class.ts';
import { promisesInUse } from '#services/exchanges/promises-in-use.ts';

const CLAIMED: VenuePromises = {
  duplicateName: 'refused',
  lookup: 'any_state',
  fillLists: 'account',
  news: 'all',
  requestHorizonMs: 16_000,
  visibilityLagMs: 1_000,
  endedRetainedMs: { filled: 90 * DAY_MS, unfilled: DAY_MS },
};
const MEASURED: PromiseMeasurement = {
  exchange: 'venue',
  source: 'test_net',
  measuredAtMs: 5,
  keyMark: '0a1b2c3d4e5f',
  secondOrder: { whileOpen: 'refused', afterCancel: 'refused', afterFill: 'refused' },
  isFoundInAnyState: true,
  visibilityLagMs: 40,
  lateRequest: 'refused',
  endedOrders: [],
  goneAfterMs: { filled: null, unfilled: null },
};

function measured(
  claimed: VenuePromises['duplicateName'],
  [whileOpen, afterCancel, afterFill]: readonly [SecondOrder, SecondOrder, SecondOrder],
): VenuePromises['duplicateName'] {
  const secondOrder = { whileOpen, afterCancel, afterFill };
  const promises = { ...CLAIMED, duplicateName: claimed };
  return promisesInUse(promises, { ...MEASURED, secondOrder }).duplicateName;
}

const UNMEASURED = [
  ['first', 'any_state', 'b'],
  ['refused', 'any_state', 'b'],
  ['refused', 'lists', 'c'],
  ['first', 'lists', 'c'],
  ['refused_while_open', 'any_state', 'b'],
  ['none', 'any_state', 'b'],
] as const;

const DUPLICATES = [
  ['first', ['first', 'first', 'first'], 'first'],
  ['first', ['first', 'first', 'refused'], 'refused'],
  ['refused', ['first', 'first', 'first'], 'refused'],
  ['refused', ['refused', 'refused', 'refused'], 'refused'],
  ['refused', ['refused', 'placed', 'refused'], 'refused_while_open'],
  ['refused', ['refused', 'refused', 'placed'], 'refused_while_open'],
  ['refused', ['refused', 'refused', 'not_measured'], 'refused_while_open'],
  ['refused_while_open', ['refused', 'refused', 'refused'], 'refused_while_open'],
  ['refused', ['placed', 'placed', 'placed'], 'none'],
  ['first', ['not_measured', 'first', 'first'], 'none'],
] as const;

suite('promises in use', () => {
  for (const [duplicateName, lookup, expected] of UNMEASURED) {
    test(`unmeasured, names ${duplicateName}, look-up ${lookup}: class ${expected}`, () => {
      const claimed = { ...CLAIMED, duplicateName, lookup };
      const used = promisesInUse(claimed, null);
      assert.equal(promiseClass(used), expected);
      assert.equal(used.measuredAtMs, undefined);
    });
  }

  for (const [claimed, found, expected] of DUPLICATES) {
    test(`a claim of ${claimed} that was measured as ${found.join(', ')}: ${expected}`, () => {
      assert.equal(measured(claimed, found), expected);
    });
  }

  test('a measurement makes nothing shorter, longer or surer than it was claimed to be', () => {
    assert.deepEqual(promisesInUse(CLAIMED, MEASURED), { ...CLAIMED, measuredAtMs: 5 });
  });

  test('a slower venue, one that forgets sooner and one that takes late requests count', () => {
    const used = promisesInUse(CLAIMED, {
      ...MEASURED,
      isFoundInAnyState: false,
      visibilityLagMs: 700,
      lateRequest: 'carried_out',
      goneAfterMs: { filled: 3 * DAY_MS, unfilled: 3 * DAY_MS },
    });
    assert.equal(used.lookup, 'lists');
    assert.equal(used.visibilityLagMs, 1_400);
    assert.equal(used.requestHorizonMs, DAY_MS);
    assert.deepEqual(used.endedRetainedMs, { filled: 3 * DAY_MS, unfilled: DAY_MS });
  });
});

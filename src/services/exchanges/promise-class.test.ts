import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { VenuePromises } from '#venue-port/exchange/exchange.ts';
import { promiseClass } from '#services/exchanges/promise-class.ts';

const BASE: VenuePromises = {
  duplicateName: 'none',
  lookup: 'lists',
  fillLists: 'account',
  news: 'own_requests',
  requestHorizonMs: 16_000,
  visibilityLagMs: 0,
  endedRetainedMs: { filled: 1, unfilled: 1 },
};

const CASES = [
  ['first', 'lists', 'a'],
  ['refused', 'lists', 'a'],
  ['refused_while_open', 'any_state', 'b'],
  ['none', 'any_state', 'b'],
  ['refused_while_open', 'lists', 'c'],
  ['none', 'lists', 'c'],
] as const;

suite('the class of what an exchange promises', () => {
  for (const [duplicateName, lookup, expected] of CASES) {
    test(`names ${duplicateName}, look-up ${lookup}: ${expected}`, () => {
      assert.equal(promiseClass({ ...BASE, duplicateName, lookup }), expected);
    });
  }
});

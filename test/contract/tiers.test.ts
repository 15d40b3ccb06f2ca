// Tiers of all operations against the contract's table of limits, which says what each tier applies
// to. An addition counts as the table says of its method, unless it is listed here with the reason.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import document from '../../openapi.json' with { type: 'json' };

type DescribedOperation = {
  readonly 'x-rate-limit-tier'?: string;
  readonly 'x-addition'?: boolean;
};
type Paths = { readonly [path: string]: { readonly [method: string]: unknown } };

/** Additions that do what the table counts in a tier by its name. */
const ALIKE: { readonly [operation: string]: { readonly tier: string; readonly reason: string } } =
  {
    'POST /v1/accounts/{account_id}/orders': {
      tier: 'trading',
      reason: 'it is POST /orders of one account',
    },
    'POST /v1/accounts/{account_id}/brackets': {
      tier: 'trading',
      reason: 'it is POST /orders with its exits',
    },
    'PUT /v1/accounts/{account_id}/brackets/{bracket_id}': {
      tier: 'trading',
      reason: 'it places its exits anew',
    },
    'POST /v1/strategy-bots/backtests': { tier: 'expensive', reason: 'it is POST /backtests' },
    'POST /v1/bots/{bot_id}/comparisons': { tier: 'expensive', reason: 'it runs a backtest' },
  };

const NAMED: { readonly [operation: string]: string } = {
  'POST /v1/orders': 'trading',
  'POST /v1/backtests': 'expensive',
  'POST /v1/labs/{lab_id}/start': 'expensive',
};

function tierByTable(operation: string): string {
  return NAMED[operation] ?? (operation.startsWith('GET ') ? 'reads' : 'writes');
}

/** Operations whose tier is another than the table's, and entries of the list that name none. */
function differences(paths: Paths): readonly string[] {
  const found: string[] = [];
  const alike = new Set(Object.keys(ALIKE));
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, described] of Object.entries(methods)) {
      const operation = described as DescribedOperation;
      const tier = operation['x-rate-limit-tier'];
      const name = `${method.toUpperCase()} ${path}`;
      if (tier === undefined) continue;
      const isAlike = alike.delete(name) && operation['x-addition'] === true;
      const expected = (isAlike ? ALIKE[name]?.tier : undefined) ?? tierByTable(name);
      if (tier !== expected) found.push(`${name}: "${tier}", expected "${expected}"`);
    }
  }
  return [...found, ...[...alike].map((name) => `${name}: listed, but not there`)];
}

test('each operation counts in the tier of the table', () => {
  assert.deepEqual(differences(document.paths), []);
});

test('an operation of another tier, published or not, is found', () => {
  const withTier = (path: string, method: string, changed: DescribedOperation): Paths => ({
    ...document.paths,
    [path]: { [method]: changed },
  });
  const planted: readonly (readonly [Paths, RegExp])[] = [
    [withTier('/v1/new', 'post', { 'x-rate-limit-tier': 'reads', 'x-addition': true }), /v1\/new/],
    [withTier('/v1/new', 'get', { 'x-rate-limit-tier': 'writes' }), /v1\/new/],
    [withTier('/v1/backtests', 'post', { 'x-rate-limit-tier': 'writes' }), /"expensive"/],
    [
      withTier('/v1/strategy-bots/backtests', 'post', { 'x-rate-limit-tier': 'expensive' }),
      /"writes"/,
    ],
    [withTier('/v1/bots/{bot_id}/comparisons', 'get', { 'x-rate-limit-tier': 'reads' }), /listed/],
  ];
  for (const [paths, expected] of planted) {
    const found = differences(paths);
    assert.equal(found.length, 1);
    assert.match(String(found[0]), expected);
  }
});

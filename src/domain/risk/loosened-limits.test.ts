// Changes of limits that would allow what was not allowed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import type { AccountLimits, CurrencyLimits } from '#domain/risk/account-limits.ts';
import { NO_LIMITS } from '#domain/risk/account-limits.ts';
import { loosenedLimits } from '#domain/risk/loosened-limits.ts';

const FREE = { maxOrderValue: null, maxExposure: null, maxDailyLoss: null };
const USDT: CurrencyLimits = { currency: 'USDT', ...FREE, maxOrderValue: decimal('100') };
const BTC: CurrencyLimits = { currency: 'BTC', ...FREE, maxDailyLoss: decimal('1') };

function limits(maxOrdersPerMinute: number | null, ...currencies: CurrencyLimits[]) {
  return { maxOrdersPerMinute, currencies } satisfies AccountLimits;
}

function named(former: AccountLimits, next: AccountLimits): string {
  return loosenedLimits(former, next)
    .map((each) => ('currency' in each ? `${each.limit} ${each.currency}` : each.limit))
    .join(', ');
}

test('what is set anew, lower or equal loosens nothing', () => {
  for (const [former, next] of [
    [NO_LIMITS, NO_LIMITS],
    [NO_LIMITS, limits(3, USDT, BTC)],
    [limits(3, USDT), limits(3, USDT)],
    [limits(3, USDT), limits(2, { ...USDT, maxOrderValue: decimal('99.99') })],
    [limits(3, USDT), limits(3, { ...USDT, maxExposure: decimal('7') })],
    // Nothing is traded any more that settles in the other currency.
    [limits(null, USDT, BTC), limits(null, BTC)],
  ] as const)
    assert.equal(named(former, next), '');
});

test('each limit that is raised or left out is named', () => {
  assert.equal(named(limits(3), limits(4)), 'maxOrdersPerMinute');
  assert.equal(named(limits(3), limits(null)), 'maxOrdersPerMinute');
  assert.equal(named(limits(3, USDT), NO_LIMITS), 'maxOrdersPerMinute, currencies null');
  const raised = { ...USDT, maxOrderValue: decimal('100.000000000000000001') };
  assert.equal(named(limits(3, USDT), limits(1, raised)), 'maxOrderValue USDT');
  const full = { currency: 'USDT', maxOrderValue: decimal('1'), maxExposure: decimal('1') };
  const former = limits(null, { ...full, maxDailyLoss: decimal('1') });
  assert.equal(
    named(former, limits(null, { currency: 'USDT', ...FREE })),
    'maxOrderValue USDT, maxExposure USDT, maxDailyLoss USDT',
  );
});

test('a currency beside those that were allowed is named', () => {
  assert.equal(named(limits(null, USDT), limits(null, USDT, BTC)), 'currencies BTC');
  assert.equal(named(limits(null, USDT), limits(null, BTC)), 'currencies BTC');
});

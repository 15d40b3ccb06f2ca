// Limits of accounts, judged over what was known and what was written since.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { decimal, ZERO } from '#lib/decimal.ts';
import type { AccountLimits, CurrencyLimits } from '#domain/risk/account-limits.ts';
import type {
  MarketStanding,
  OrderHistory,
  OrderRisk,
  Standing,
} from '#domain/risk/judge-orders.ts';
import { exposureOf, judgeOrders } from '#domain/risk/judge-orders.ts';

const NOTHING: OrderHistory = { recentCount: 0, values: [] };

function limitsOf(changes: Partial<CurrencyLimits>, perMinute: number | null = null) {
  const none = { maxOrderValue: null, maxExposure: null, maxDailyLoss: null };
  const limits: AccountLimits = {
    maxOrdersPerMinute: perMinute,
    currencies: [{ currency: 'USDT', ...none, ...changes }],
  };
  return limits;
}

function standingOf(market: Partial<MarketStanding>, dailyLoss = ZERO): Standing {
  const none = { held: ZERO, hedged: ZERO, buys: ZERO, sells: ZERO };
  return { afterSequence: 0, markets: [{ marketTag: 'BTC', ...none, ...market }], dailyLoss };
}

function riskOf(value: string, changes: Partial<OrderRisk> = {}): OrderRisk {
  const standing = standingOf({});
  const order = { marketTag: 'BTC', currency: 'USDT', side: 'buy', standing } as const;
  return { ...order, value: decimal(value), ...changes };
}

function outcome(limits: AccountLimits, risks: readonly OrderRisk[], noted = NOTHING): string {
  const judgement = judgeOrders(limits, risks, noted);
  return judgement.kind === 'refused' ? judgement.reason : judgement.kind;
}

suite('limits of an account', () => {
  test('an order may be worth the limit and not the last unit more', () => {
    const limits = limitsOf({ maxOrderValue: decimal('100') });
    assert.equal(outcome(limits, [riskOf('100')]), 'allowed');
    assert.match(outcome(limits, [riskOf('100.000000000000000001')]), /more than the 100 USDT/);
  });

  test('the orders of a minute are counted, those of one step too', () => {
    const limits = limitsOf({}, 3);
    const orders = [riskOf('1'), riskOf('1')];
    assert.equal(outcome(limits, orders, { ...NOTHING, recentCount: 1 }), 'allowed');
    assert.equal(
      outcome(limits, orders, { ...NOTHING, recentCount: 2 }),
      'its account may place 3 orders a minute and has placed 3 in the last one',
    );
    assert.equal(
      outcome(limitsOf({}, 1), orders),
      'its account may place 1 order a minute and has placed 1 in the last one',
    );
  });

  test('what settles in a currency without limits is not traded', () => {
    const limits = limitsOf({ maxOrderValue: decimal('100') });
    assert.match(outcome(limits, [riskOf('1', { currency: 'BTC' })]), /none for .* BTC/);
    const counted: AccountLimits = { maxOrdersPerMinute: 5, currencies: [] };
    assert.equal(outcome(counted, [riskOf('1', { currency: 'BTC' })]), 'allowed');
  });

  test('exposure is what is held, what works and what was written since', () => {
    const limits = limitsOf({ maxExposure: decimal('100') });
    const standing = standingOf({ held: decimal('40'), buys: decimal('30') });
    const since = riskOf('20');
    const noted = { recentCount: 1, values: [since] };
    assert.equal(outcome(limits, [riskOf('10', { standing })], noted), 'allowed');
    assert.match(outcome(limits, [riskOf('10.1', { standing })], noted), /exposure is 100.1 USDT/);
  });

  test('two orders of one step count together', () => {
    const limits = limitsOf({ maxExposure: decimal('100') });
    assert.match(outcome(limits, [riskOf('60'), riskOf('60')]), /exposure is 120/);
  });

  test('what reduces a position is allowed beyond the limits of exposure and loss', () => {
    const limits = limitsOf({ maxExposure: decimal('10'), maxDailyLoss: decimal('5') });
    const standing = standingOf({ held: decimal('100') }, decimal('50'));
    const sell = { side: 'sell', standing } as const;
    assert.equal(outcome(limits, [riskOf('100', sell)]), 'allowed');
    assert.match(outcome(limits, [riskOf('201', sell)]), /exposure is 101/);
  });

  test('a loss as large as the limit refuses what opens', () => {
    const limits = limitsOf({ maxDailyLoss: decimal('50') });
    const lost = (loss: string) => ({ standing: standingOf({}, decimal(loss)) });
    assert.equal(outcome(limits, [riskOf('1', lost('49.99'))]), 'allowed');
    assert.match(outcome(limits, [riskOf('1', lost('50'))]), /has lost 50 USDT since 00:00 UTC/);
  });

  test('limits of what is held are not judged without knowing it', () => {
    const limits = limitsOf({ maxExposure: decimal('1') });
    assert.equal(outcome(limits, [riskOf('1', { standing: null })]), 'unknown');
  });

  const EXPOSURES: readonly (readonly [string, Partial<MarketStanding>, string])[] = [
    ['a long and what would sell half of it', { held: decimal('10'), sells: decimal('5') }, '10'],
    ['a long and what would turn it', { held: decimal('10'), sells: decimal('30') }, '20'],
    ['a short and what adds to it', { held: decimal('-10'), sells: decimal('5') }, '15'],
    ['a long and a short', { held: decimal('2'), hedged: decimal('6') }, '8'],
  ];
  for (const [name, market, exposure] of EXPOSURES) {
    test(`${name}: ${exposure}`, () => {
      assert.equal(exposureOf(standingOf(market), []), decimal(exposure));
    });
  }
});

test('no limit stands before an order that only reduces', () => {
  const limits = { maxOrdersPerMinute: 1, currencies: [] };
  const risk = riskOf('1000', { onlyReduces: true, standing: null });
  assert.equal(outcome(limits, [risk], { ...NOTHING, recentCount: 5 }), 'allowed');
});

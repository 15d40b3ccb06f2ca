import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { BacktestInput } from '#backtesting/backtest.ts';
import { withDeclaredExecution } from '#backtesting/declared-execution.ts';
import { NO_EXECUTION_SETTINGS } from '#backtesting/execution-settings.ts';
import { INVERSE, planInput, VANILLA } from '#backtesting/feed.fixture.ts';
import { decimal, multiplyDecimal } from '#lib/decimal.ts';
import type { Market } from '#venue-port/market/market.ts';
import { marketGrid } from '#venue-port/market/market-grid.ts';

type Rules = 'tradingview' | 'realistic';

function inputUnder(rules: Rules, chosen?: string): BacktestInput {
  const input = planInput([[1, 2, 1, 2]], { market: VANILLA, settings: { rules } });
  const percent = chosen === undefined ? null : decimal(chosen);
  const commission = { percent, perOrder: null, perContract: null };
  const execution = { ...NO_EXECUTION_SETTINGS, commission };
  return { ...input, settings: { ...input.settings, execution } };
}

function commissionOf(
  rules: Rules,
  declared: Readonly<Record<string, number | string>>,
  chosen?: string,
) {
  const declaration = { kind: 'strategy', arguments: declared, line: 1, column: 1 } as const;
  const { settings } = withDeclaredExecution(inputUnder(rules, chosen), declaration, 6);
  return settings.execution?.commission;
}

const NONE = { percent: null, perOrder: null, perContract: null };

suite('Commission of a strategy', () => {
  test('none is declared: the emulator charges nothing', () => {
    assert.deepEqual(commissionOf('tradingview', {}), { ...NONE, percent: 0n });
    assert.deepEqual(commissionOf('tradingview', { commission_type: 'cash_per_order' }), {
      ...NONE,
      percent: 0n,
      perOrder: 0n,
    });
  });

  test('a declared one, of each type', () => {
    const declared = { commission_value: 0.06 };
    const value = decimal('0.06');
    assert.deepEqual(commissionOf('tradingview', declared), { ...NONE, percent: value });
    for (const [type, field] of [
      ['cash_per_order', 'perOrder'],
      ['cash_per_contract', 'perContract'],
    ] as const)
      assert.deepEqual(commissionOf('tradingview', { ...declared, commission_type: type }), {
        ...NONE,
        percent: 0n,
        [field]: value,
      });
  });

  test('what the backtest chooses goes before what is declared', () => {
    const chosen = { ...NONE, percent: decimal('0.1') };
    assert.deepEqual(commissionOf('tradingview', { commission_value: 0.06 }, '0.1'), chosen);
    assert.deepEqual(commissionOf('tradingview', {}, '0.1'), chosen);
  });

  test('under rules of an exchange its fees apply', () => {
    assert.deepEqual(commissionOf('realistic', {}), NONE);
    assert.deepEqual(commissionOf('realistic', { commission_value: 0.06 }), NONE);
  });
});

suite('Capital of a strategy', () => {
  const walletOf = (market: Market, declared: Readonly<Record<string, number>>) => {
    const declaration = { kind: 'strategy', arguments: declared, line: 1, column: 1 } as const;
    const planned = planInput([[20, 20, 20, 20]], { market, settings: { rules: 'tradingview' } });
    const input = { ...planned, hasUsualWallet: true as const };
    return withDeclaredExecution(input, declaration, 6).wallet;
  };

  test('is all that the wallet holds, in the currency that the market settles in', () => {
    const declared = { initial_capital: 5_000 };
    assert.deepEqual(walletOf(VANILLA, declared), [{ currency: 'USDT', amount: decimal('5000') }]);
    assert.deepEqual(walletOf(VANILLA, {}), [{ currency: 'USDT', amount: decimal('1000000') }]);
    const [held, ...others] = walletOf(INVERSE, declared);
    assert.deepEqual(others, []);
    assert.equal(held?.currency, INVERSE.base);
    const { priceStep } = marketGrid(INVERSE);
    const value = multiplyDecimal(
      held.amount,
      multiplyDecimal(priceStep, decimal('20'), 'floor'),
      'floor',
    );
    assert.equal(value, decimal('5000'));
  });
});

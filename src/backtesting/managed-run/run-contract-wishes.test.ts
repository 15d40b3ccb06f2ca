// Runs of contracts by their wishes end where the exact account would do something else than fill.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { leverageTiers } from '#domain/margin/leverage-tier.ts';
import type { BacktestInput } from '#backtesting/backtest.ts';
import type { Bar, PlanSetup } from '#backtesting/feed.fixture.ts';
import { flat, planInput, START_MS, VANILLA } from '#backtesting/feed.fixture.ts';
import { emptyWishes } from '#backtesting/managed-run/wish-list.ts';
import { runForLab, runWished } from '#backtesting/run-backtest.ts';
import { resultFigures } from '#backtesting/sweep/result-figures.ts';
import { MINUTE_MS } from '#lib/time.ts';

const goOn = (): boolean => true;
const LONG = 'SetOrderType(MarketOrderType) DoLong()';
const LONG_THEN_OUT = `SetOrderType(MarketOrderType) n = (n or 0) + 1
if n < 10 then DoLong() else DoExitPosition() end`;
/** Twenty minutes, and as many at another price. */
const jump = (to: number): readonly Bar[] => [...flat(1_000, 20), ...flat(to, 20)];

function inputOf(source: string, bars: readonly Bar[], setup: PlanSetup): BacktestInput {
  const input = planInput(bars, { market: VANILLA, ...setup });
  return { ...input, script: { name: 'wishes', source } };
}

function figuresOf(input: BacktestInput, run: typeof runForLab) {
  const ran = run(input, goOn);
  assert(ran.ok);
  return {
    figures: resultFigures(ran.value.result, input, input.endMs),
    assumptions: ran.value.result.assumptions,
  };
}

/** Whether the run was made by its wishes; if so, as bar by bar. */
function isWished(input: BacktestInput): boolean {
  const quick = runWished(input, emptyWishes(), goOn);
  if (quick === null) return false;
  const wished = figuresOf(input, () => quick);
  assert.deepEqual(wished, figuresOf(input, runForLab));
  return true;
}

const AT_20 = { leverage: decimal('20'), tradeAmountQuote: decimal('1000') };

suite('runs of contracts by their wishes', () => {
  test('are made where a loss is paid by its margin, and not where it may be a liquidation', () => {
    const settings = { ...AT_20, rules: 'realistic' } as const;
    assert(isWished(inputOf(LONG, jump(990), { settings })));
    const liquidated = inputOf(LONG, jump(950), { settings });
    assert.equal(figuresOf(liquidated, runForLab).assumptions.liquidations, 1);
    assert.equal(isWished(liquidated), false);
  });

  test('are not made where a loss may be more than there is', () => {
    const settings = { ...AT_20, rules: 'touch' } as const;
    const bars = [...flat(1_000, 9), ...flat(700, 9)];
    const wallet = [['USDT', '150']] as const;
    assert.equal(isWished(inputOf(LONG_THEN_OUT, bars, { settings, wallet })), false);
    assert(isWished(inputOf(LONG_THEN_OUT, bars, { settings })));
  });

  test('are not made where the position may be too large for its leverage', () => {
    const settings = { ...AT_20, rules: 'realistic' } as const;
    const input = inputOf(LONG, jump(1_000), { settings });
    const tiersFrom = (floorUnits: bigint): BacktestInput => {
      const row = { maintenanceRate: decimal('0.01'), highestLeverage: decimal('20') };
      const tiers = leverageTiers([
        { ...row, floorUnits: 0n as Units },
        { ...row, floorUnits: floorUnits as Units, highestLeverage: decimal('10') },
      ]);
      assert(tiers.ok);
      return { ...input, markets: input.markets.map((on) => ({ ...on, tiers: tiers.value })) };
    };
    const [small, large] = [tiersFrom(1_000_000_000_000_000n), tiersFrom(1_000_000n)];
    assert(isWished(small));
    assert.equal(figuresOf(large, runForLab).figures.ordersFilled, 0);
    assert.equal(isWished(large), false);
  });

  test('pay funding at instants of a minute, of what is held before its orders arrive', () => {
    const settings = { rules: 'realistic', leverage: decimal('3') } as const;
    const rates = [1, 2, 15, 30].map((row) => ({
      atMs: START_MS + row * MINUTE_MS,
      rate: decimal('0.01'),
    }));
    const between = { atMs: START_MS + 17 * MINUTE_MS + 1, rate: decimal('0.5') };
    const funding = [...rates.slice(0, 3), between, ...rates.slice(3)];
    const script = `SetOrderType(MarketOrderType) n = (n or 0) + 1
      if n < 20 then DoLong() else DoShort() end`;
    assert(isWished(inputOf(script, jump(1_001), { settings, funding })));
  });
});

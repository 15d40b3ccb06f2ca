// Calls that are skipped where they have nothing to do change nothing: random scripts over random
// histories under all rules, beside the same scripts whose calls stand in functions, where none is.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import * as fc from 'fast-check';
import { decimal } from '#lib/decimal.ts';
import { propertyRuns } from '#lib/property-runs.fixture.ts';
import { futuresMarket, spotMarket } from '#venue-port/market/market.fixture.ts';
import type { BacktestInput } from '#backtesting/backtest.ts';
import { RULE_SETS } from '#backtesting/backtest.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { planInput } from '#backtesting/feed.fixture.ts';
import { runBacktest, runForLab } from '#backtesting/run-backtest.ts';
import { resultFigures } from '#backtesting/sweep/result-figures.ts';

const BARS = 160;

/** A walk around 1,000 ticks. */
const anyBars = fc
  .array(fc.tuple(fc.nat(15), fc.nat(15), fc.integer({ min: -25, max: 25 }), fc.nat(12)), {
    minLength: BARS,
    maxLength: BARS,
  })
  .map((steps) => {
    let price = 1_000;
    return steps.map(([above, below, move, chance]): Bar => {
      if (chance === 1) return null;
      const open = price;
      price = Math.max(100, price + move);
      return [open, Math.max(open, price) + above, Math.min(open, price) - below, price, 100_000];
    });
  });

/** Series of the chunk's own block, which the loop over rows has at hand. */
const SERIES = `local c = ClosePrices()
local stop = Input('Stop', 2)
local fast, slow = SMA(c, 3), SMA(c, 9)
local quick = SMA(c, 2)
local strong = RSI(c, 5)
local before = c[4]`;
const anyCondition = fc.constantFrom(
  'quick > fast',
  'c > before',
  'strong > 60',
  'strong < 40',
  'quick > before and strong < 70',
  'SMA(c, 4) > SMA(c, 8)',
  'fast > slow',
  'CrossOver(fast, slow)',
  'CrossUnder(quick, fast) or CrossOver(c, before)',
  'CrossOver(strong, 40) and not CrossUnder(70, strong)',
  'GetPositionAmount() > 0',
  'IsPositionClosed() or c > before',
  'LongAmount() > ShortAmount()',
);
const anyStop = fc.constantFrom(
  'StopLoss(stop)',
  'stop > 1 and StopLoss(stop)',
  'TakeProfit(1) or StopLoss(2)',
  'TrailingStopLoss(1)',
  'TrailingArmStopLoss(0.5, 1)',
  'ChandelierStopLoss(5, 2)',
  'DynamicStopLoss(1, 5)',
  'TakeProfitROI(1)',
  "StopLoss(1, 'named')",
);
const anyWish = fc.constantFrom(
  'DoLong()',
  'DoLong()',
  'DoShort()',
  'DoFlipPosition()',
  'DoExitPosition()',
  "DoLong('named')",
  'PlaceBuyOrder(CurrentPrice().close, 0.1)',
  "PlaceBuyOrder(CurrentPrice().close, 0.1, { positionId = 'named' })",
  'CreatePosition(PositionLong, CurrentPrice().close, 0.1)',
);
const anyDrawing = fc.constantFrom(
  "Plot(0, 'average', slow, Red)",
  "PlotHorizontalLine(0, 'level', Green, stop, Dashed)",
  "PlotPrice(c[1], 'now')",
  "InputGroupHeader('Group')",
  'EnableHighSpeedUpdates(true) HideTradeAmountSettings()',
  "Plot(0, 'close', c)",
);
const anyRule = fc.oneof(
  fc.tuple(anyCondition, anyWish).map(([is, wish]) => `if ${is} then ${wish} end`),
  fc
    .tuple(anyStop, anyCondition, anyWish)
    .map(([stop, is, wish]) => `if ${stop} then DoExitPosition() elseif ${is} then ${wish} end`),
  fc
    .tuple(anyCondition, anyWish, anyCondition)
    .map(
      ([is, wish, isOver]) =>
        `local at = GetPositionDirection() if at == NoPosition then if ${is} then ${wish} end ` +
        `elseif at == PositionLong and ${isOver} then DoExitPosition() end`,
    ),
  fc
    .tuple(anyStop, anyCondition)
    .map(([stop, is]) => `local met = ${stop} if met or ${is} then DoExitPosition() end`),
  anyDrawing,
  fc.tuple(anyCondition, anyDrawing).map(([is, drawing]) => `if ${is} then ${drawing} end`),
  fc.constant(
    "Finalize(function() CustomReport('closed', GetTradingReport().closedPositions) end)",
  ),
  anyCondition.map((is) => `if ${is} and not StopLoss(1) then return end`),
);
const anyScript = fc
  .array(anyRule, { minLength: 1, maxLength: 6 })
  .map((rules) => `${SERIES}\n${rules.join('\n')}`);

const WRAPPED = new RegExp(
  `\\b(${[
    '\\w*StopLoss\\w*|TakeProfit\\w*|GetPosition\\w+|IsPositionClosed|LongAmount|ShortAmount',
    'Cross\\w+|Do[A-Z]\\w+|Plot\\w*|Finalize|InputGroupHeader|Enable\\w+|Hide\\w+',
  ].join('|')})\\(`,
  'g',
);

function inFunctions(source: string): string {
  const names = new Set([...source.matchAll(WRAPPED)].map(([, name]) => name));
  const wrappers = [...names].map((name) => `local function w${name}(...) return ${name}(...) end`);
  return `${wrappers.join('\n')}\n${source.replaceAll(WRAPPED, 'w$1(')}`;
}

const anyCase = fc.record({
  bars: anyBars,
  script: anyScript,
  isFutures: fc.boolean(),
  rules: fc.constantFrom(...RULE_SETS),
  intervalMinutes: fc.constantFrom(1, 1, 5),
});
type AnyCase = typeof anyCase extends fc.Arbitrary<infer T> ? T : never;

function inputOf({ bars, script, isFutures, rules, intervalMinutes }: AnyCase): BacktestInput {
  const numbers = { priceStep: '0.1', amountStep: '0.001' };
  const input = planInput(bars, {
    intervalMinutes,
    market: isFutures ? futuresMarket('vanilla', '1', numbers) : spotMarket(numbers),
    ...(isFutures ? { maintenanceRate: '0.01' } : {}),
    wallet: [['USDT', '10000']],
    settings: { rules, tradeAmountQuote: decimal('100') },
  });
  return { ...input, script: { name: 'random', source: script } };
}

const goOn = (): boolean => true;

suite('calls that have nothing to do', () => {
  test('change nothing where they are skipped', () => {
    let [total, traded] = [0, 0];
    fc.assert(
      fc.property(anyCase, (each) => {
        const input = inputOf(each);
        const other = inputOf({ ...each, script: inFunctions(each.script) });
        const [quick, slow] = [runForLab(input, goOn), runForLab(other, goOn)];
        total += 1;
        assert(quick.ok, quick.ok ? '' : quick.rejection.message);
        assert(slow.ok, slow.ok ? '' : slow.rejection.message);
        const figuresOf = ({ value }: typeof slow) =>
          resultFigures(value.result, input, input.endMs);
        assert.deepEqual(quick.value.result.equity, slow.value.result.equity);
        assert.deepEqual(quick.value.result.closed, slow.value.result.closed);
        assert.deepEqual(figuresOf(quick), figuresOf(slow));
        if (slow.value.result.positionsClosed > 1) traded += 1;
        const [shown, wrapped] = [runBacktest(input, goOn), runBacktest(other, goOn)];
        assert(shown.ok && wrapped.ok);
        for (const part of [
          'orders',
          'positions',
          'custom',
          'plots',
          'drawings',
          'equity',
        ] as const)
          assert.deepEqual(shown.value[part], wrapped.value[part], part);
        assert.deepEqual(shown.value.fees, quick.value.result.fees);
        assert.deepEqual(shown.value.realizedProfit, quick.value.result.realizedProfit);
      }),
      { numRuns: propertyRuns(200) },
    );
    assert(total < 200 || traded * 5 > total, `${traded} of ${total} runs traded`);
  });

  test('follow a price that is the best of all and falls at once', () => {
    // The first best price is 1,000; that of 1,100 moves the stop over the next close.
    const closes = [1_000, 1_000, 1_000, 1_000, 1_001, 1_001, 1_000, 1_100, 999, 999, 999, 999];
    const bars = closes.map((close, at): Bar => {
      const open = closes[at - 1] ?? close;
      return [open, Math.max(open, close), Math.min(open, close), close, 100_000];
    });
    const script = `local c = ClosePrices()
if TrailingStopLoss(5) then DoExitPosition() elseif c > 0 and c[2] < 1e9 then DoLong() end`;
    const each = { bars, script, isFutures: false, rules: 'touch', intervalMinutes: 1 } as const;
    const left = [each, { ...each, script: inFunctions(script) }].map((one) => {
      const ran = runBacktest(inputOf(one), goOn);
      assert(ran.ok);
      return ran.value.orders.map(({ side, openedAtMs }) => [side, openedAtMs]);
    });
    assert.deepEqual(left[0], left[1]);
    assert(
      left[1]?.some(([side]) => side === 'sell'),
      'the stop is met',
    );
  });
});

// A run by its wishes is the run bar by bar, to the last unit, for random scripts over random
// histories under all rules; and scripts that see what the bot does are never run so.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import * as fc from 'fast-check';
import { decimal } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { propertyRuns } from '#lib/property-runs.fixture.ts';
import { futuresMarket, spotMarket } from '#venue-port/market/market.fixture.ts';
import type { Units } from '#venue-port/money/currency.ts';
import type { BacktestInput, BacktestSettings } from '#backtesting/backtest.ts';
import { RULE_SETS } from '#backtesting/backtest.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { planInput, START_MS } from '#backtesting/feed.fixture.ts';
import { emptyWishes } from '#backtesting/managed-run/wish-list.ts';
import type { ClosedUnits, UnitsColumn } from '#backtesting/build-report.ts';
import { runForLab, runWished } from '#backtesting/run-backtest.ts';
import { resultFigures } from '#backtesting/sweep/result-figures.ts';

const BARS = 160;

const anyBar = fc.record({
  moves: fc.tuple(fc.nat(60), fc.nat(60), fc.integer({ min: -40, max: 40 })),
  crash: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 0, -300, 300),
  // Most minutes have enough for an order, and some for a part of it.
  volume: fc.oneof(fc.constant(100_000), fc.constant(100_000), fc.integer({ min: 0, max: 3_000 })),
  isMissing: fc.constantFrom(false, false, false, false, false, false, true),
});

/** A walk around 1,000 ticks, with crashes and gaps. */
const anyBars = fc.array(anyBar, { minLength: BARS, maxLength: BARS }).map((steps) => {
  let price = 1_000;
  return steps.map(({ moves, crash, volume, isMissing }): Bar => {
    if (isMissing) return null;
    const open = Math.max(50, price + crash);
    const close = Math.max(50, open + moves[2]);
    price = close;
    const high = Math.max(open, close) + moves[0];
    return [open, high, Math.max(1, Math.min(open, close) - moves[1]), close, volume];
  });
});

const anyLength = fc.integer({ min: 1, max: 30 });
const anyCondition = fc.oneof(
  fc.tuple(anyLength, anyLength).map(([a, b]) => `SMA(c, ${a}) > SMA(c, ${b})`),
  fc.tuple(anyLength, anyLength).map(([a, b]) => `CrossOver(SMA(c, ${a}), SMA(c, ${b}))`),
  anyLength.map((length) => `CrossUnder(RSI(c, ${length}), 50)`),
  fc.tuple(anyLength, anyLength).map(([a, b]) => `c[${a}] < c[${b}]`),
  fc.tuple(fc.integer({ min: 2, max: 9 }), fc.nat(8)).map(([k, at]) => `count % ${k} == ${at}`),
  anyLength.map((length) => `RSI(c, Input('Length', ${length})) > Input('Level', 50)`),
  fc.constant('math.random() < 0.2'),
  fc.constant('CurrentPrice().close > CurrentPrice().open'),
);
const anyAction = fc.constantFrom(
  'DoLong()',
  'DoLong()',
  'DoShort()',
  'DoExitPosition()',
  'DoFlipPosition()',
  'DoSignal(SignalLong)',
  'DoSignal(SignalShort)',
  'DoSignal(SignalExitLong)',
  'DoSignal(SignalExitShort)',
  'DoShort() DoLong()',
);
const anyType = fc.constantFrom(
  '',
  '',
  '',
  '',
  'SetOrderType(MarketOrderType)',
  'SetOrderType(NoTimeOutOrderType)',
  'SetOrderType(MakerOrCancelOrderType)',
  'if count % 3 == 0 then SetOrderType(MarketOrderType) else SetOrderType(LimitOrderType) end',
);
const anyScript = fc
  .tuple(fc.array(fc.tuple(anyCondition, anyAction), { minLength: 1, maxLength: 4 }), anyType)
  .map(([rules, type]) => {
    const lines = rules.map(([condition, action]) => `if ${condition} then ${action} end`);
    const body = `local c = ClosePrices()\n${type}\n${lines.join('\n')}`;
    // Without a global of its own an update may do no more than compare.
    return body.includes('count') ? `count = (count or 0) + 1\n${body}` : body;
  });

/** A tick is worth whole units of a lot in most of them. */
const anyMarket = fc.record({
  priceStep: fc.constantFrom('1', '0.1', '0.01'),
  amountStep: fc.constantFrom('0.001', '0.001', '0.001', '0.00001', '0.0000001'),
  minOrderValue: fc.constantFrom('0', '0', '5', '60'),
  minOrderAmount: fc.constantFrom('0', '0', '0', '0', '0.05'),
});

const anySettings = fc.record(
  {
    rules: fc.constantFrom(...RULE_SETS),
    tradeAmountQuote: fc.constantFrom('100', '100', '55', '1000').map(decimal),
    slippagePercent: fc.constantFrom(null, null, decimal('0.2')),
    participationPercent: fc.constantFrom(null, null, decimal('1'), decimal('100')),
    startsCold: fc.constant(true as const),
    pyramiding: fc.constantFrom(1, 3),
    tradeAmountPercent: fc.constant(decimal('50')),
  },
  { requiredKeys: ['rules', 'tradeAmountQuote', 'slippagePercent', 'participationPercent'] },
);

/** Of contracts: rates by row, and what else only they have. */
const anyFutures = fc.record({
  leverage: fc.constantFrom('1', '1', '3', '20').map(decimal),
  marginMode: fc.constantFrom('isolated' as const, 'cross' as const),
  maintenanceRate: fc.constantFrom('0.01', '0.01', '0.04'),
  funding: fc.array(
    fc.record({
      row: fc.nat(BARS),
      rate: fc.constantFrom('0.0001', '-0.0003', '0', '0.01').map(decimal),
      // An instant within a minute is none at which anything is due.
      offsetMs: fc.constantFrom(0, 0, 0, 5_000),
    }),
    { maxLength: 6 },
  ),
  contractValue: fc.constantFrom('1', '1', '0.01'),
});

const anyCase = fc.record({
  bars: anyBars,
  futures: fc.option(anyFutures, { freq: 2 }),
  script: anyScript,
  market: anyMarket,
  // What a record may leave out is seldom chosen, because it refuses most runs.
  settings: anySettings.map(
    ({ pyramiding, tradeAmountPercent, ...rest }): Partial<BacktestSettings> =>
      pyramiding === 3 && tradeAmountPercent !== undefined ? { ...rest, pyramiding } : rest,
  ),
  wallet: fc.constantFrom('10000', '10000', '10000', '10000', '150'),
  base: fc.constantFrom('0', '0', '0.5'),
  intervalMinutes: fc.constantFrom(1, 1, 5),
  warmUpRows: fc.constantFrom(0, 0, 20),
  cut: fc.nat(BARS),
});
type AnyCase = typeof anyCase extends fc.Arbitrary<infer T> ? T : never;

function inputOf({
  bars,
  script,
  market,
  settings,
  wallet,
  base,
  futures,
  ...rest
}: AnyCase): BacktestInput {
  const { intervalMinutes, warmUpRows } = rest;
  const common = { intervalMinutes, warmUpRows };
  const spot = { market: spotMarket(market), settings };
  const input = planInput(bars, {
    ...common,
    ...(futures === null ? spot : futuresSetup(futures, market, settings)),
    wallet: [
      ['USDT', wallet],
      ['BTC', base],
    ],
  });
  return { ...input, script: { name: 'random', source: script } };
}

function futuresSetup(
  {
    leverage,
    marginMode,
    maintenanceRate,
    funding,
    contractValue,
  }: NonNullable<AnyCase['futures']>,
  market: AnyCase['market'],
  settings: AnyCase['settings'],
) {
  return {
    market: futuresMarket('vanilla', contractValue, market),
    settings: { ...settings, leverage, marginMode },
    maintenanceRate,
    funding: funding
      .map(({ row, rate, offsetMs }) => ({ rate, atMs: START_MS + row * MINUTE_MS + offsetMs }))
      .toSorted((left, right) => left.atMs - right.atMs),
  };
}

/** With integers of any size, as bar by bar. */
function exactOf({ closedAtMs, realizedUnits, marginUnits }: ClosedUnits): ClosedUnits {
  const exact = (units: UnitsColumn): Units[] => units.map((each) => BigInt(each) as Units);
  return { closedAtMs, realizedUnits: exact(realizedUnits), marginUnits: exact(marginUnits) };
}

const goOn = (): boolean => true;

suite('runs by their wishes', () => {
  test('have the figures that the runs bar by bar have', () => {
    let [wished, traded, total] = [0, 0, 0];
    const onFutures = { wished: 0, total: 0, shorts: 0 };
    const wishes = emptyWishes();
    fc.assert(
      fc.property(anyCase, (each) => {
        const input = inputOf(each);
        const quick = runWished(input, wishes, goOn);
        total += 1;
        if (each.futures !== null) onFutures.total += 1;
        if (quick === null) return;
        if (each.futures !== null) onFutures.wished += 1;
        wished += 1;
        const slow = runForLab(input, goOn);
        assert(quick.ok && slow.ok);
        assert.deepEqual(quick.value.inputsRead, slow.value.inputsRead);
        const { equity, closed, assumptions } = slow.value.result;
        const { atMs, values } = quick.value.result.equity;
        assert.deepEqual({ atMs: [...atMs], values: [...values] }, equity);
        assert.deepEqual(exactOf(quick.value.result.closed), closed);
        assert.deepEqual(quick.value.result.assumptions, assumptions);
        const cutMs = input.startMs + ((input.endMs - input.startMs) * each.cut) / BARS;
        const figuresOf = ({ value }: typeof slow) => resultFigures(value.result, input, cutMs);
        assert.deepEqual(figuresOf(quick), figuresOf(slow));
        if (slow.value.result.ordersFilled > 2) traded += 1;
        if (each.futures !== null && slow.value.result.positionsClosed > 2) onFutures.shorts += 1;
      }),
      { numRuns: propertyRuns(400) },
    );
    // A share of the cases may be too few for shares of it.
    const isMany = total >= 400;
    assert(!isMany || wished * 8 > total, `${wished} of ${total} runs were made by their wishes`);
    assert(!isMany || traded * 20 > total, `${traded} of ${total} runs traded`);
    assert(wished > 0, 'some run was made by its wishes');
  });

  test('see nothing of the bot', () => {
    const sights = [
      'GetPositionDirection() == PositionLong',
      'IsAnyOrderOpen()',
      'GetBotProfit() > 0',
      "Load('x') == nil",
      'GetCurrentROI() > 1',
      'IsAnyOrderFinished()',
      'TakeProfit(1)',
    ];
    const bars: Bar[] = Array.from({ length: BARS }, (_, at) => [
      1_000,
      1_020,
      980,
      1_000 + (at % 9),
    ]);
    for (const sight of sights) {
      const source = `if ${sight} then DoExitPosition() else DoLong() end`;
      const input = { ...planInput(bars), script: { name: 'sees', source } };
      assert(runForLab(input, goOn).ok, sight);
      assert.equal(runWished(input, emptyWishes(), goOn), null, sight);
      const caught = `if pcall(function() return ${sight} end) then DoLong() end`;
      const inside = { ...input, script: { name: 'catches', source: caught } };
      assert.equal(runWished(inside, emptyWishes(), goOn), null, `${sight}, caught`);
    }
  });

  test('are not made with chosen entries, or at the close', () => {
    const bars: Bar[] = Array.from({ length: BARS }, () => [1_000, 1_020, 980, 1_000]);
    const script = { name: 'plain', source: 'DoLong()' };
    const settings: readonly Partial<BacktestSettings>[] = [
      { pyramiding: 2 },
      { tradeAmountPercent: decimal('10') },
      { isAudited: true },
    ];
    assert(runWished({ ...planInput(bars), script }, emptyWishes(), goOn)?.ok);
    for (const each of settings) {
      const input = { ...planInput(bars, { settings: each }), script };
      assert.equal(runWished(input, emptyWishes(), goOn), null);
    }
  });

  test('enter again after a fall has made a new size of what was held', () => {
    // At 70, 0.079 is as much as was to be. At 50 it is worth less than the least value, so the
    // order is for a whole amount anew; it is not filled, and is missing at higher prices, too.
    const bars: Bar[] = [
      [1_000, 1_010, 990, 1_000, 1_000],
      [1_000, 1_010, 990, 1_000, 100_000],
      [70, 71, 69, 70, 0],
      [50, 51, 49, 50, 0],
      ...Array.from({ length: 12 }, (): Bar => [70, 71, 69, 70, 0]),
      ...Array.from({ length: 12 }, (): Bar => [80, 90, 70, 81, 100_000]),
    ];
    const market = spotMarket({ priceStep: '1', minOrderValue: '5' });
    const settings = { tradeAmountQuote: decimal('79') };
    const script = { name: 'again', source: 'DoLong()' };
    const input = { ...planInput(bars, { market, settings }), script };
    const [quick, slow] = [runWished(input, emptyWishes(), goOn), runForLab(input, goOn)];
    assert(quick?.ok && slow.ok);
    assert.equal(slow.value.result.ordersFilled, 2);
    assert.deepEqual(
      resultFigures(quick.value.result, input, input.endMs),
      resultFigures(slow.value.result, input, input.endMs),
    );
  });

  test('end when they are asked to', () => {
    const bars: Bar[] = Array.from({ length: 3_000 }, () => [1_000, 1_020, 980, 1_000]);
    const input = { ...planInput(bars), script: { name: 'plain', source: 'DoLong()' } };
    const ran = runWished(input, emptyWishes(), () => false);
    assert(ran?.ok === false && ran.rejection.kind === 'cancelled');
  });
});

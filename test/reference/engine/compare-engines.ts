// Runs a program on the reference engine and on Tidemill's, and says where they first differ.

import assert from 'node:assert/strict';
import type { Decimal } from '#lib/decimal.ts';
import { decimal } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { Market } from '#venue-port/market/market.ts';
import { futuresMarket, spotMarket } from '#venue-port/market/market.fixture.ts';
import type { BacktestSettings } from '#backtesting/backtest.ts';
import { buildReport } from '#backtesting/build-report.ts';
import { NO_EXECUTION_SETTINGS } from '#backtesting/execution-settings.ts';
import { planInput, planSetup, START_MS, wish } from '#backtesting/feed.fixture.ts';
import { feedBacktest } from '#engine/venue-feed/feed-backtest.ts';
import { makeFeed } from '#backtesting/make-feed.ts';
import type { BotOrder } from '#engine/run-api/order-api.ts';

import type { ChosenExecution } from './execution-rules.ts';
import { executionRules } from './execution-rules.ts';
import type { Fraction } from './fraction.ts';
import { fraction, fractionOf, numberOf, NOTHING, ONE, over, PERCENT, times } from './fraction.ts';
import type { ReferenceMarket } from './reference-market.ts';
import type { Act, Wish } from './reference-order.ts';
import type { ReferenceTrace } from './reference-run.ts';
import { referenceRun } from './reference-run.ts';
import type { ProgramAct, ProgramTrail, TradeProgram } from './trade-program.ts';

type MarketPair = { readonly market: Market; readonly reference: ReferenceMarket };

function spotPair(priceStep: string, amountStep: string): MarketPair {
  return {
    market: spotMarket({ priceStep, amountStep }),
    reference: {
      kind: 'spot',
      priceStep: fractionOf(priceStep),
      amountStep: fractionOf(amountStep),
      contractValue: ONE,
      unit: fraction(1n, 100_000_000n),
      makerFee: times(fractionOf('0.1'), PERCENT),
      takerFee: times(fractionOf('0.2'), PERCENT),
      feePerOrder: NOTHING,
      feePerContract: NOTHING,
      maintenanceShare: NOTHING,
      liquidationFee: times(fractionOf('0.5'), PERCENT),
    },
  };
}

function contractPair(
  kind: 'vanilla' | 'inverse' | 'quanto',
  contract: string,
  steps: [string, string],
): MarketPair {
  const [priceStep, amountStep] = steps;
  const { reference } = spotPair(priceStep, amountStep);
  return {
    market: futuresMarket(kind, contract, { priceStep, amountStep }),
    reference: { ...reference, kind, contractValue: fractionOf(contract) },
  };
}

const MARKETS: { readonly [name in TradeProgram['market']]: MarketPair } = {
  spot: spotPair('1', '0.001'),
  fine: spotPair('0.0001', '0.00001'),
  vanilla: contractPair('vanilla', '1', ['1', '0.001']),
  inverse: contractPair('inverse', '100', ['1', '1']),
  quanto: contractPair('quanto', '0.0001', ['1', '1']),
};

/** What is compared: a line for each update, and for each minute's close a number of units. */
type ComparedRun = { readonly updates: readonly string[]; readonly equity: readonly EquityPoint[] };
type EquityPoint = { readonly row: number; readonly units: number };

export function assertSame(program: TradeProgram): void {
  assert.deepEqual(diffOf(program), []);
}

/** Whether orders of a type wait for no price. */
function isPlain(type: Wish['type']): boolean {
  if (type === 'trailing_stop_market') return true;
  return type === 'market' || type === 'limit' || type === 'maker_or_cancel';
}

/** A trailing stop's distances as a number of another kind. */
function trailOf<T>(
  { offset, from }: ProgramTrail,
  price: (parts: number) => T,
): { offset: T; activationPrice: T | null; activationDistance: T | null } {
  return {
    offset: price(offset),
    activationPrice: from !== null && 'price' in from ? price(from.price) : null,
    activationDistance: from !== null && 'distance' in from ? price(from.distance) : null,
  };
}

/** The market with what the program chose of its fees. */
function withCommission(market: ReferenceMarket, { settings }: TradeProgram): ReferenceMarket {
  const { commissionPercent, perOrder, perContract } = settings;
  const share = commissionPercent === null ? null : times(fractionOf(commissionPercent), PERCENT);
  return {
    ...market,
    makerFee: share ?? market.makerFee,
    takerFee: share ?? market.takerFee,
    feePerOrder: fractionOf(perOrder ?? '0'),
    feePerContract: fractionOf(perContract ?? '0'),
    maintenanceShare: fractionOf(settings.maintenanceRate),
  };
}

function isSpot({ market }: TradeProgram): boolean {
  return market === 'spot' || market === 'fine';
}

/** One rate a row, in the order of the rows. */
function fundingOf(program: TradeProgram): TradeProgram['settings']['funding'] {
  if (isSpot(program)) return [];
  const rates = new Map(program.settings.funding.map(({ row, rate }) => [row, rate]));
  return [...rates]
    .map(([row, rate]) => ({ row, rate }))
    .toSorted((left, right) => left.row - right.row);
}

function chosenOf({ settings }: TradeProgram): ChosenExecution {
  const share = (percent: string | null): Fraction | null =>
    percent === null ? null : times(fractionOf(percent), PERCENT);
  return {
    slippageShare: share(settings.slippagePercent),
    slippageTicks: settings.slippageTicks,
    participation: share(settings.participationPercent),
  };
}

function settingsOf({ rules, settings }: TradeProgram): Partial<BacktestSettings> {
  const percent = (text: string | null): Decimal | null => (text === null ? null : decimal(text));
  const commission = {
    percent: percent(settings.commissionPercent),
    perOrder: percent(settings.perOrder),
    perContract: percent(settings.perContract),
  };
  const { slippageTicks, fillsAtClose, magnifiesBars, pyramiding, equityShare } = settings;
  const chosen = {
    slippageTicks,
    commission,
    fillsAtClose,
    magnifiesBars,
    marginLongPercent: percent(settings.marginPercents?.long ?? null),
    marginShortPercent: percent(settings.marginPercents?.short ?? null),
  };
  const execution = { ...NO_EXECUTION_SETTINGS, ...chosen };
  return {
    rules,
    slippagePercent: percent(settings.slippagePercent),
    participationPercent: percent(settings.participationPercent),
    execution,
    leverage: decimal(settings.leverage),
    marginMode: settings.marginMode,
    ...(pyramiding === null ? {} : { pyramiding }),
    tradeAmountPercent: decimal(equityShare),
  };
}

function referenceLines(program: TradeProgram): ComparedRun {
  const reference = withCommission(MARKETS[program.market].reference, program);
  const { priceStep, amountStep, unit } = reference;
  const inSteps = (value: number, step: Fraction, parts: bigint): Fraction =>
    times(fraction(BigInt(value), parts), step);
  const price = (parts: number): Fraction => inSteps(parts, priceStep, 100n);
  const acts = program.acts.map((act): Act => {
    if (act.kind === 'cancel') return act;
    const { row, kind, type } = act;
    return {
      row,
      kind,
      wish: {
        ...act,
        price: price(act.price),
        amount: act.amount === null ? null : inSteps(act.amount, amountStep, 10n),
        trigger: isPlain(type) ? null : price(act.trigger),
        trail: type === 'trailing_stop_market' ? trailOf(act.trail, price) : null,
      },
    };
  });
  const candles = program.bars.map((bar) => {
    if (bar === null) return null;
    const [open, high, low, close, volume] = bar.map((steps) => fraction(BigInt(steps))) as [
      Fraction,
      Fraction,
      Fraction,
      Fraction,
      Fraction,
    ];
    const at = (steps: Fraction): Fraction => times(steps, priceStep);
    return {
      open: at(open),
      high: at(high),
      low: at(low),
      close: at(close),
      volume: times(volume, amountStep),
    };
  });
  const rules = executionRules(program.rules, reference, chosenOf(program));
  const { settings } = program;
  const { fillsAtClose, magnifiesBars, pyramiding, equityShare } = settings;
  const updateMinutes = program.rules === 'tradingview' ? program.intervalMinutes : 1;
  const trace = referenceRun({
    market: reference,
    rules,
    candles,
    barMinutes: magnifiesBars ? 1 : updateMinutes,
    updateMinutes,
    entriesMax: pyramiding,
    startEquity: fraction(BigInt(START_CASH)),
    equityShare: times(fractionOf(equityShare), PERCENT),
    fillsAtClose,
    leverage: isSpot(program) ? ONE : fractionOf(settings.leverage),
    isIsolated: program.rules === 'realistic' && settings.marginMode === 'isolated',
    marginShares: settings.marginPercents && {
      long: times(fractionOf(settings.marginPercents.long), PERCENT),
      short: times(fractionOf(settings.marginPercents.short), PERCENT),
    },
    hasMargin: program.rules === 'realistic' && !isSpot(program),
    funding: new Map(fundingOf(program).map(({ row, rate }) => [row, fractionOf(rate)])),
    acts,
  });
  return shown(trace, reference, unit);
}

function shown(
  { updates, equity }: ReferenceTrace,
  { priceStep, amountStep }: ReferenceMarket,
  unit: Fraction,
): ComparedRun {
  return {
    updates: updates.map(({ row, size, orders }) => {
      const shown = orders.map(({ state, amount, filled, paid, fee }) => {
        if (state === 'refused') return 'gone';
        const weight = over(over(paid, priceStep), amountStep);
        return `${state} ${numberOf(over(filled, amountStep))}/${numberOf(over(amount, amountStep))} paid ${numberOf(weight)} fee ${numberOf(over(fee, unit))}`;
      });
      return `${row}: size ${numberOf(over(size, amountStep))}; ${shown.join('; ')}`;
    }),
    equity: equity.map(({ row, profit }) => ({ row, units: numberOf(over(profit, unit)) })),
  };
}

const START_CASH = 10_007;

function viewOf(
  { state, amount, filledAmount, filledPrice, fees }: BotOrder,
  [priceStep, amountStep, unit]: readonly [number, number, number],
): string {
  const filled = Math.round(filledAmount / amountStep);
  const paid = Math.round((filledPrice / priceStep) * filled);
  const whole = Math.round(amount / amountStep);
  return `${state} ${filled}/${whole} paid ${paid} fee ${Math.round(fees * unit)}`;
}

function engineLines(program: TradeProgram): ComparedRun {
  const { market, reference } = MARKETS[program.market];
  const lines: string[] = [];
  const ids: string[] = [];
  const [priceStep, amountStep, unit] = [
    numberOf(reference.priceStep),
    numberOf(reference.amountStep),
    1e8,
  ];
  const priceOf = (parts: number): number => (parts / 100) * priceStep;
  const requested = (act: ProgramAct & { kind: 'place' }, share: number) =>
    wish({
      action: act.action,
      type: act.type,
      price: priceOf(act.price),
      amount: act.amount === null ? share : (act.amount / 10) * amountStep,
      triggerPrice: isPlain(act.type) ? null : priceOf(act.trigger),
      positionId: act.positionId,
      isReduceOnly: act.isReduceOnly,
      oca: act.oca,
      isImmediate: act.isImmediate,
      trail: act.type === 'trailing_stop_market' ? trailOf(act.trail, priceOf) : null,
      timeoutMs: act.timeoutMinutes === null ? null : act.timeoutMinutes * MINUTE_MS,
    });
  const input = planInput(program.bars, {
    market,
    intervalMinutes: program.intervalMinutes,
    settings: settingsOf(program),
    maintenanceRate: program.settings.maintenanceRate,
    funding: fundingOf(program).map(({ row, rate }) => ({
      atMs: START_MS + row * MINUTE_MS,
      rate: decimal(rate),
    })),
    wallet: [
      ['USDT', String(START_CASH)],
      ['BTC', String(START_CASH)],
      ['ETH', String(START_CASH)],
    ],
  });
  const setup = planSetup(
    (api, row) => {
      lines.push(
        `${row}: size ${Math.round(api.settings.tradeAmount() / amountStep)}; ${ids
          .map((id) => {
            const order = api.orders.find(id);
            return order === null ? 'gone' : viewOf(order, [priceStep, amountStep, unit]);
          })
          .join('; ')}`,
      );
      for (const act of program.acts.filter((each) => each.row === row)) {
        if (act.kind === 'place')
          ids.push(api.orders.place(requested(act, api.settings.tradeAmount())));
        else api.orders.cancel(ids[act.index] ?? '');
      }
    },
    input,
    false,
  );
  const { feed, series } = makeFeed(setup);
  const fed = feedBacktest(feed, () => true);
  assert.ok(fed.ok);
  const { equity } = buildReport(input, feed, 1);
  series.release();
  const points = equity.map(({ atMs, value }) => ({
    row: (atMs - START_MS) / MINUTE_MS - 1,
    units: Math.round(value * unit) - START_CASH * unit,
  }));
  return { updates: lines, equity: points };
}

/** What differs, the engine's with a plus, the reference's with a minus. */
export function diffOf(program: TradeProgram): readonly string[] {
  const [expected, found] = [referenceLines(program), engineLines(program)];
  const lines = pairs(expected.updates, found.updates).flatMap(([wanted, given]) =>
    wanted === given ? [] : [`+ ${given}`, `- ${wanted}`],
  );
  const points = pairs(expected.equity, found.equity).flatMap(([wanted, given]) => {
    const isSame = wanted?.row === given?.row && wanted?.units === given?.units;
    return isSame
      ? []
      : [`+ equity ${given?.row}: ${given?.units}`, `- equity ${wanted?.row}: ${wanted?.units}`];
  });
  return [...lines, ...points];
}

function pairs<T>(
  left: readonly T[],
  right: readonly T[],
): (readonly [T | undefined, T | undefined])[] {
  const size = Math.max(left.length, right.length);
  return Array.from({ length: size }, (_, at) => [left[at], right[at]] as const);
}

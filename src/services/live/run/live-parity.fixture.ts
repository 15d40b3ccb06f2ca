// A bot's run on the simulated exchange beside a backtest of its script over the same minutes: what
// both ordered and hold, line by line, to be compared.

import { rememberedCandles } from '#adapters/sim/remembered-candles.fixture.ts';
import { makeSimFuturesTerms } from '#adapters/sim/sim-futures-terms.ts';
import { assert, present } from '#lib/assert.ts';
import type { Decimal } from '#lib/decimal.ts';
import { decimal, formatDecimal, ZERO } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type {
  BacktestInput,
  BacktestMarket,
  BacktestOrder,
  BacktestPosition,
  BacktestReport,
} from '#backtesting/backtest.ts';
import { reportOrder, reportPosition } from '#backtesting/report-rows.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';
import type { FuturesTermsSource } from '#ports/exchange/futures-terms.ts';
import type { PositionBook } from '#engine/run/positions/position-book.ts';
import type { RunMarket } from '#engine/run/run-market.ts';
import { valueOfUnits } from '#venue-port/money/currency.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import type { LiveRunDeps } from '#services/live/state/live-run-deps.ts';
import type { LiveSetup } from '#services/live/state/live-setup.ts';
import { readLiveSetup } from '#services/live/state/live-setup.ts';
import type { Backtest } from '#ports/stores/backtest-store.ts';
import { choicesToText, NO_CHOICES } from '#services/backtests/backtest-choices.ts';
import { frozenToText } from '#services/backtests/frozen-run.ts';
import { assumedTiers, gatherInput } from '#services/backtests/gather-input.ts';
import { longerWarmUp, usualWarmUp } from '#services/backtests/warm-up-wish.ts';
import { openRun } from '#services/live/run/loaded-run.fixture.ts';

/** What a run ordered, holds and paid. */
export type RunShown = {
  readonly orders: readonly BacktestOrder[];
  readonly positions: readonly BacktestPosition[];
  readonly funding: Decimal;
  readonly liquidations: number;
  readonly endMs: number;
};

/** The bot's run, made again from what is stored. */
export async function liveRun(harness: BotHarness, bot: Bot, minutes: number): Promise<RunShown> {
  const now = await harness.find(bot);
  const opened = await openRun(harness.deps, now);
  assert(opened.ok, opened.ok ? '' : opened.rejection);
  const { run, setup } = opened.value.run.engine;
  const { open, closed, tallies } = run.positions;
  const [tally] = tallies;
  const [market] = run.markets;
  return {
    orders: run.orders.all.map(reportOrder),
    positions: [...closed, ...open].map(reportPosition),
    funding: fundingOf(tally, market),
    liquidations: liquidationsIn(await harness.linesOf(bot)),
    endMs: setup.startMs + (setup.firstRow + minutes) * MINUTE_MS,
  };
}

function fundingOf(
  tally: PositionBook['tallies'][number] | undefined,
  market: RunMarket | undefined,
): Decimal {
  if (tally === undefined || market === undefined) return ZERO;
  return valueOfUnits(market.terms.grid.settlementCurrency, tally.fundingUnits);
}

function liquidationsIn(lines: readonly { readonly message: string }[]): number {
  return lines.filter(({ message }) => message.endsWith('was liquidated')).length;
}

/** The same script over the same minutes, with the wallet and settings that the bot began with. */
export async function backtestOf(
  harness: BotHarness,
  bot: Bot,
  minutes: number,
  futuresTerms?: FuturesTermsSource,
) {
  const input = await backtestInputOf(harness, bot, minutes, futuresTerms);
  const ran = runBacktest(input, () => true);
  assert(ran.ok, ran.ok ? '' : ran.rejection.message);
  return ran.value;
}

export async function backtestInputOf(
  harness: BotHarness,
  bot: Bot,
  minutes: number,
  futuresTerms: FuturesTermsSource = makeSimFuturesTerms(harness.prices),
): Promise<BacktestInput> {
  const record = present(await harness.runs.findRun(bot.botId, 1), 'the bot has run');
  const setup = readLiveSetup(record);
  const startMs = setup.startMs + setup.firstRow * MINUTE_MS;
  const endMs = startMs + minutes * MINUTE_MS;
  return {
    ...decidingOf(setup),
    libraries: [],
    markets: await Promise.all(
      setup.marketTags.map(async (each) => marketOf(harness, setup, each, endMs, futuresTerms)),
    ),
    intervalMinutes: 1,
    startMs,
    endMs,
    accountId: bot.accountId,
    wallet: setup.wallet.balances.map(({ currency, available }) => ({
      currency,
      amount: available,
    })),
    fees: null,
    inputs: {},
    settings: {
      rules: 'realistic',
      slippagePercent: null,
      participationPercent: null,
      leverage: setup.leverage,
      marginMode: setup.marginMode,
      positionMode: setup.positionMode,
      seed: setup.seed,
      isAudited: false,
      tradeAmountQuote: decimal('100'),
    },
  };
}

/**
 * The same as a user requests it: the history before it is gathered by what the script turns out to
 * need.
 */
export async function gatheredBacktest(
  harness: BotHarness,
  bot: Bot,
  minutes: number,
  changes: Partial<LiveRunDeps> = {},
): Promise<BacktestReport> {
  const { report, failure } = await gatheredRun(harness, bot, minutes, changes);
  return present(report, failure ?? 'it runs');
}

type GatheredRun = {
  readonly input: BacktestInput;
  /** Null: it failed. */
  readonly report: BacktestReport | null;
  readonly failure?: string;
};

/** The same with its input, and where it fails. */
export async function gatheredRun(
  harness: BotHarness,
  bot: Bot,
  minutes: number,
  changes: Partial<LiveRunDeps> = {},
): Promise<GatheredRun> {
  const record = present(await harness.runs.findRun(bot.botId, 1), 'the bot has run');
  const setup = readLiveSetup(record);
  const startMs = setup.startMs + setup.firstRow * MINUTE_MS;
  const backtest = backtestLike(bot, setup, { startMs, endMs: startMs + minutes * MINUTE_MS });
  const beside = { ...NO_SCRIPTS, dataSeries: harness.store, futuresTerms: [] };
  const deps = { ...harness.deps, ...changes, ...beside };
  let wish = usualWarmUp(backtest, true);
  for (;;) {
    const gathered = await gatherInput(deps, backtest, undefined, wish);
    assert(gathered.ok, gathered.ok ? '' : gathered.rejection.reason.message);
    const { input } = gathered.value;
    const ran = runBacktest(input, () => true);
    if (ran.ok) return { input, report: ran.value };
    const longer = longerWarmUp(wish, ran.rejection, backtest);
    if (longer === null) return { input, report: null, failure: ran.rejection.message };
    wish = longer;
  }
}

const NO_SCRIPTS = {
  scripts: { findScript: async () => null, listLibraries: async () => [] },
};

function backtestLike(
  { userId, accountId, marketTag }: Bot,
  setup: LiveSetup,
  window: Pick<Backtest, 'startMs' | 'endMs'>,
): Backtest {
  const { intervalMinutes, leverage, marginMode, positionMode, seed, tradeAmountQuote } = setup;
  const { script, strategy } = decidingOf(setup);
  const settings = { leverage, marginMode, positionMode, seed, tradeAmountQuote };
  const inputs = Object.entries(setup.inputs);
  return {
    backtestId: 'bt_of_a_bot',
    userId,
    scriptId: null,
    ...(strategy === undefined ? {} : { strategy }),
    accountId,
    marketTag: present(marketTag, 'the bot has a market'),
    intervalMinutes,
    ...window,
    choices: choicesToText({ ...NO_CHOICES, inputs, rules: 'realistic', ...settings }),
    frozen: frozenToText({
      script,
      libraries: librariesOf(setup),
      wallet: setup.wallet.balances.map(({ currency, available }) => ({
        currency,
        amount: available,
      })),
    }),
    queuedAtMs: window.endMs,
  };
}

/** What was logged, as text alone. */
export function messagesOf(lines: readonly { readonly message: string }[]): readonly string[] {
  return lines.map(({ message }) => message);
}

function librariesOf({ brain }: LiveSetup): BacktestInput['libraries'] {
  return brain.kind === 'script' ? brain.libraries : [];
}

function decidingOf({ brain }: LiveSetup): Pick<BacktestInput, 'script' | 'strategy'> {
  if (brain.kind === 'script') return { script: { name: 'script', source: brain.source } };
  const { type, config } = brain;
  return { script: { name: type, source: '' }, strategy: { type, config } };
}

async function marketOf(
  harness: BotHarness,
  setup: LiveSetup,
  marketTag: string,
  endMs: number,
  futuresTerms: FuturesTermsSource,
): Promise<BacktestMarket> {
  const window = { fromMs: setup.startMs, toMs: endMs };
  const source = rememberedCandles(harness.prices);
  const candles = await source.computeCandles(marketTag, window, 'own');
  const markets = await harness.sim.exchange.listMarkets();
  const found = markets.find((each) => each.marketTag === marketTag);
  const market = present(found, 'the market is listed');
  const terms = await futuresTerms.findTerms(market, window);
  return {
    market,
    tiers: terms?.tiers ?? assumedTiers(market),
    liquidationFeePercent: terms?.liquidationFeePercent ?? ZERO,
    funding: terms?.funding ?? [],
    candles: present(candles, 'the exchange computes its minutes'),
  };
}

/**
 * One line for each order. What ended at the very end is shown as open: a backtest stops there, and
 * a bot has been given by then.
 */
export function orderLines({ orders, endMs }: Pick<RunShown, 'orders' | 'endMs'>) {
  return orders.map((order) => {
    const { orderId, side, type, price, triggerPrice, amount, filledAmount, openedAtMs } = order;
    const isOpen = order.state === 'open' || (order.endedAtMs ?? 0) >= endMs;
    const trigger = triggerPrice === null ? '-' : formatDecimal(triggerPrice);
    const state = isOpen ? 'open' : `${order.state} ${formatDecimal(filledAmount)}`;
    const requested = [orderId, side, type, formatDecimal(price), trigger, formatDecimal(amount)];
    return [...requested, openedAtMs, state].join(' ');
  });
}

/** One line for each position that closed before the end. */
export function positionLines({ positions, endMs }: Pick<RunShown, 'positions' | 'endMs'>) {
  return positions
    .filter(({ closedAtMs }) => closedAtMs !== null && closedAtMs < endMs)
    .toSorted((left, right) => left.openedAtMs - right.openedAtMs)
    .map(({ direction, amount, openedAtMs }) =>
      [direction, formatDecimal(amount), openedAtMs].join(' '),
    );
}

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
} from '#backtesting/backtest.ts';
import { reportOrder, reportPosition } from '#backtesting/report-rows.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';
import type { FuturesTermsSource } from '#ports/exchange/futures-terms.ts';
import type { PositionBook } from '#engine/run/positions/position-book.ts';
import type { RunMarket } from '#engine/run/run-market.ts';
import { valueOfUnits } from '#domain/money/currency.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import type { LiveSetup } from '#services/live/state/live-setup.ts';
import { readLiveSetup } from '#services/live/state/live-setup.ts';
import { assumedTiers } from '#services/backtests/gather-input.ts';
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

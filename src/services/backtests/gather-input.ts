// Gathers what a backtest needs: the script and those it may call, the account's wallet and rules,
// and the minutes of its markets from some bars before the window on.

import { assert } from '#lib/assert.ts';
import { LIMITS } from '#lib/limits.ts';
import { addDecimal, decimal, divideDecimal, ZERO } from '#lib/decimal.ts';
import type { Decimal } from '#lib/decimal.ts';
import { canonicalJson } from '#lib/json.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { intervalText } from '#domain/candle/interval.ts';
import { singleTier } from '#domain/margin/leverage-tier.ts';
import type { Market } from '#venue-port/market/market.ts';
import { settlementCurrencyOf } from '#venue-port/market/market-grid.ts';
import type { BacktestInput, BacktestMarket } from '#backtesting/backtest.ts';
import { intervalProblem } from '#backtesting/interval-problem.ts';
import { priceAt } from '#backtesting/price-at.ts';
import { saysPine } from '#domain/script/says-pine.ts';
import type { Backtest, BacktestFailureReason } from '#ports/stores/backtest-store.ts';
import type { Failure } from '#venue-port/world/failure.ts';
import type { FuturesTermsSource } from '#ports/exchange/futures-terms.ts';
import type { DataSeriesStore } from '#ports/stores/data-series-store.ts';
import type { ScriptStore } from '#ports/stores/script-store.ts';
import type { AccountStore } from '#ports/stores/account-store.ts';
import type { AccountAtExchange } from '#services/accounts/account-access.ts';
import { exchangeOf } from '#services/accounts/account-access.ts';
import type { BacktestChoices } from '#services/backtests/backtest-choices.ts';
import { choicesFromText, settingsOf } from '#services/backtests/backtest-choices.ts';
import type { TopUp } from '#services/backtests/backtest-result.ts';
import { frozenFromText } from '#services/backtests/frozen-run.ts';
import type { Fetching } from '#services/history/fetch-missing.ts';
import { fetchMissing } from '#services/history/fetch-missing.ts';
import type { MarketAtExchange } from '#services/history/history-coverage.ts';
import { historyCoverage } from '#services/history/history-coverage.ts';
import type { HistoryDeps } from '#services/history/history-deps.ts';
import { historyMayArrive } from '#services/history/history-may-arrive.ts';
import { describeLoadRejection, loadHistory } from '#services/history/load-history.ts';
import { seriesOfScript } from '#services/data-series/series-of-script.ts';
import { findMarket } from '#services/markets/find-market.ts';
import type { WarmUpWish } from '#services/backtests/warm-up-wish.ts';
import { askFor, usualWarmUp } from '#services/backtests/warm-up-wish.ts';
import { symbolMarkets } from '#services/scripts/symbol-markets.ts';
import { tracedForm } from '#services/scripts/traced-form.ts';
import { runnableSource } from '#services/scripts/runnable-source.ts';

export type MarketDeps = HistoryDeps & { readonly futuresTerms: readonly FuturesTermsSource[] };

export type GatherDeps = MarketDeps & {
  readonly accounts: Pick<AccountStore, 'findAccount'>;
  readonly scripts: Pick<ScriptStore, 'findScript' | 'listLibraries'>;
  readonly dataSeries: Pick<DataSeriesStore, 'listDataSeries' | 'loadDataPoints'>;
};

export type GatheredInput = {
  readonly input: BacktestInput;
  /** Play money that the wallet was given beyond what the account holds. */
  readonly topUps: readonly TopUp[];
  /** Why values cannot be recorded that were requested. */
  readonly valuesMissing?: string;
};

export type GatherRejection = {
  /** Whether it may be otherwise in a moment. */
  readonly isPassing: boolean;
  readonly reason: BacktestFailureReason;
  /** Whether another chart interval would do. */
  readonly isAboutInterval?: true;
  /** Whether another window, or a sync or an import, would do. */
  readonly isAboutHistory?: true;
};

export type ChartWindow = Pick<Backtest, 'startMs' | 'endMs' | 'intervalMinutes'>;

/** `source`: of the script, which may name markets by their symbols. */
export type MarketWish = {
  readonly choices: BacktestChoices;
  readonly source: string;
  readonly window: ChartWindow;
  readonly warmUp: WarmUpWish;
};

type Gathering<T> = Promise<Result<T, GatherRejection>>;

/** In quote: what a wallet is given that cannot pay for one trade. */
const TOP_UP_QUOTE = decimal('100000');
/** Where an exchange does not tell its tiers. */
const ASSUMED_MAINTENANCE_RATE = decimal('0.005');

/**
 * Everything that the run depends on. `known` is the wallet where it is known already, as it is
 * of a frozen run: the exchange is not queried for it. Throws Failure.
 */
export async function gatherInput(
  deps: GatherDeps,
  backtest: Backtest,
  known = frozenFromText(backtest.frozen)?.wallet ?? null,
  warmUp: WarmUpWish = usualWarmUp(backtest),
  fetching: Fetching = {},
): Gathering<GatheredInput> {
  const { userId, accountId, marketTag } = backtest;
  const brain = await brainOf(deps, backtest);
  if (!brain.ok) return brain;
  const { valuesMissing, ...decider } = brain.value;
  const account = await deps.accounts.findAccount(userId, accountId);
  if (account === null) return final(`There is no account "${accountId}"`);
  const at = { account, exchange: exchangeOf(deps.exchanges, account) };
  const market = await findMarket(at.exchange, marketTag);
  if (market === null) return passing(`There is no market "${marketTag}"`);
  const choices = choicesFromText(backtest.choices);
  const traded = { market, exchange: at.exchange };
  const markets = await gatherMarkets(
    deps,
    traded,
    { choices, source: decider.script.source, window: backtest, warmUp },
    fetching,
  );
  if (!markets.ok) return markets;
  const [trade] = markets.value;
  assert(trade !== undefined, 'the trade market comes first');
  const settings = settingsOf(choices, account, market, priceAt(trade, backtest.startMs));
  const held = known ?? (await heldBy(at));
  const isDeclared = declaresCapital(decider, settings);
  const topUps = known === null && !isDeclared ? topUpsOf(trade, backtest, held, settings) : [];
  const dataSeries = await dataSeriesOf(deps, backtest, decider);
  const input: BacktestInput = {
    ...decider,
    markets: markets.value,
    intervalMinutes: backtest.intervalMinutes,
    startMs: backtest.startMs,
    endMs: backtest.endMs,
    accountId,
    wallet: withTopUps(held, topUps),
    ...(isDeclared ? { hasUsualWallet: true as const } : {}),
    fees: null,
    inputs: Object.fromEntries(choices.inputs),
    ...(dataSeries.length > 0 ? { dataSeries } : {}),
    settings,
    ...askFor(warmUp, trade, backtest),
  };
  return accepted({ input, topUps, ...(valuesMissing === undefined ? {} : { valuesMissing }) });
}

/** Of the user, as far as they were stored when the backtest was requested. */
async function dataSeriesOf(
  deps: GatherDeps,
  { userId, endMs, queuedAtMs }: Backtest,
  { script, strategy, libraries }: Brain,
): Promise<NonNullable<BacktestInput['dataSeries']>> {
  if (strategy !== undefined) return [];
  const sources = [script, ...libraries].map(({ source }) => source);
  const wish = { userId, sources, untilMs: endMs, recordedUntilMs: queuedAtMs };
  return seriesOfScript(deps.dataSeries, wish);
}

type Brain = Pick<BacktestInput, 'script' | 'strategy' | 'libraries' | 'traced'> &
  Pick<GatheredInput, 'valuesMissing'>;

/** What decides in the run; a strategy's settings stand for the text of a script. */
async function brainOf(
  { scripts }: GatherDeps,
  { userId, scriptId, strategy, frozen, choices }: Backtest,
): Gathering<Brain> {
  if (strategy !== undefined) {
    const script = { name: strategy.type, source: canonicalJson(strategy.config) };
    return accepted({ script, strategy, libraries: [] });
  }
  const fixed = frozenFromText(frozen);
  if (fixed !== null) return accepted(brainOfScript(fixed.script, fixed.libraries));
  const script = scriptId === null ? null : await scripts.findScript(userId, scriptId);
  if (script === null) return final(`There is no script "${scriptId}"`);
  const libraries = await scripts.listLibraries(userId);
  const runnable = { name: script.name, source: runnableSource(script) };
  const records = choicesFromText(choices).recordsValues === true;
  return accepted({
    ...brainOfScript(runnable, libraries),
    ...(records ? tracedForm(script, libraries) : {}),
  });
}

function brainOfScript(
  { name, source }: BacktestInput['script'],
  libraries: BacktestInput['libraries'],
): Brain {
  return {
    script: { name, source },
    libraries: libraries.filter((library) => library.source !== source),
  };
}

/** Markets that an input of the script was set to. */
async function chosenMarkets(
  { market: trade, exchange }: MarketAtExchange,
  { inputs }: BacktestChoices,
): Promise<readonly Market[]> {
  const chosen = new Map<string, Market>();
  for (const [, value] of inputs) {
    if (typeof value !== 'string' || value === trade.marketTag) continue;
    const market = await findMarket(exchange, value);
    if (market !== null) chosen.set(market.marketTag, market);
  }
  return [...chosen.values()];
}

/**
 * The market that is traded, and those that an input of the script was set to. Minutes that are
 * missing are fetched first, where their exchange has them. A market that the script only names by
 * its symbol is left out where it has none.
 */
export async function gatherMarkets(
  deps: MarketDeps,
  trade: MarketAtExchange,
  wish: MarketWish,
  fetching: Fetching = {},
): Gathering<readonly BacktestMarket[]> {
  const { choices, source } = wish;
  const { intervalMinutes } = wish.window;
  const gathered: BacktestMarket[] = [];
  const chosen = [trade.market, ...(await chosenMarkets(trade, choices))];
  for (const market of chosen) {
    const found = await gatherMarket(deps, trade, market, wish, fetching);
    if (!found.ok) return found;
    gathered.push(found.value);
  }
  const problem = intervalProblem({ markets: gathered, intervalMinutes });
  if (problem !== null) {
    const message = `A chart of ${intervalText(intervalMinutes)} is not possible: ${problem}.`;
    return rejected({ isPassing: false, reason: { message, line: null }, isAboutInterval: true });
  }
  const values = choices.inputs.map(([, value]) => value);
  for (const market of await symbolMarkets(trade.exchange, source, values, chosen)) {
    const found = await gatherMarket(deps, trade, market, wish, fetching);
    if (!found.ok && found.rejection.isPassing) return found;
    if (!found.ok) continue;
    const markets = [...gathered, found.value];
    if (intervalProblem({ markets, intervalMinutes }) === null) gathered.push(found.value);
  }
  return accepted(gathered);
}

async function gatherMarket(
  deps: MarketDeps,
  { exchange }: MarketAtExchange,
  market: Market,
  { window, warmUp }: MarketWish,
  fetching: Fetching,
): Gathering<BacktestMarket> {
  const source = deps.futuresTerms.find(({ code }) => code === exchange.code);
  const bounds = { fromMs: window.startMs, toMs: window.endMs };
  const warmUpMs = warmUp.minutes * MINUTE_MS;
  const failure = await fetchMissing(deps, market, bounds, warmUpMs, fetching);
  const candles = await loadWithWarmUp(deps, market, window, warmUp);
  if (!candles.ok) return failure === null ? candles : rejected(because(candles, failure));
  const terms = (await source?.findTerms(market, bounds)) ?? null;
  return accepted({
    // Whether it trades now is no matter of the past, and no archive trades now.
    market: { ...market, isOpen: true },
    tiers: terms?.tiers ?? assumedTiers(market),
    liquidationFeePercent: terms?.liquidationFeePercent ?? ZERO,
    funding: terms?.funding ?? [],
    ...candles.value,
  });
}

/** Why it is missing, where the exchange was requested to give it. */
function because(
  { rejection }: { readonly rejection: GatherRejection },
  failure: Failure,
): GatherRejection {
  const { reason } = rejection;
  const message = `${reason.message} It was requested from the exchange: ${failure.message}`;
  return { ...rejection, reason: { ...reason, message } };
}

/** Half a percent of maintenance, whatever the size. */
export function assumedTiers({ contract }: Market): BacktestMarket['tiers'] {
  return contract === null ? null : singleTier(ASSUMED_MAINTENANCE_RATE, contract.highestLeverage);
}

/** With as many of the minutes before the window as there are. */
async function loadWithWarmUp(
  deps: MarketDeps,
  market: Market,
  { startMs, endMs }: ChartWindow,
  { minutes }: WarmUpWish,
): Gathering<Pick<BacktestMarket, 'candles' | 'candleMinutes'>> {
  const { marketTag } = market;
  const earliestMs = Math.max(0, startMs - minutes * MINUTE_MS);
  let loaded = await loadHistory(deps, marketTag, earliestMs, endMs);
  if (!loaded.ok && loaded.rejection.code === 'not_covered') {
    const { fromMs } = loaded.rejection.covered;
    if (fromMs > earliestMs && fromMs <= startMs) {
      loaded = await loadHistory(deps, marketTag, fromMs, endMs);
    }
  }
  if (loaded.ok)
    return accepted({ candles: loaded.value, candleMinutes: await minutesOf(deps, market) });
  const message = describeLoadRejection(loaded.rejection, marketTag);
  const window = { fromMs: startMs, toMs: endMs };
  const isPassing = historyMayArrive(
    deps,
    market,
    window,
    loaded.rejection,
    LIMITS.backtestHistoryPatienceMs,
  );
  const reason = { message: `${message}.`, line: null };
  return rejected({ isPassing, reason, isAboutHistory: true });
}

/** Minutes of a candle of the market's history. */
async function minutesOf(deps: MarketDeps, market: Market): Promise<number> {
  const covered = await historyCoverage(deps, market);
  return covered === null || covered === 'steps_changed' ? 1 : covered.candleMinutes;
}

/** Whether the run begins with what its script declares, as in the emulator that it is for. */
function declaresCapital(
  { script, strategy }: Pick<BacktestInput, 'script' | 'strategy'>,
  { rules }: BacktestInput['settings'],
): boolean {
  return rules === 'tradingview' && strategy === undefined && saysPine(script.source);
}

type Amounts = BacktestInput['wallet'];

async function heldBy({ account, exchange }: AccountAtExchange): Promise<Amounts> {
  const { balances } = await exchange.fetchBalances(account, 'readable');
  return balances
    .filter(({ total }) => total > ZERO)
    .map(({ currency, total }) => ({ currency, amount: total }))
    .toSorted((left, right) => (left.currency < right.currency ? -1 : 1));
}

/** A wallet that cannot pay for one trade would make a run that shows nothing. */
export function topUpsOf(
  trade: BacktestMarket,
  { startMs }: Pick<Backtest, 'startMs'>,
  held: Amounts,
  { tradeAmountQuote }: BacktestInput['settings'],
): readonly TopUp[] {
  const currency = settlementCurrencyOf(trade.market);
  const price = priceAt(trade, startMs);
  const inCurrency = (quote: Decimal): Decimal =>
    currency === trade.market.base && price > ZERO ? divideDecimal(quote, price, 'ceil') : quote;
  const owned = held.find((balance) => balance.currency === currency)?.amount ?? ZERO;
  if (owned >= inCurrency(tradeAmountQuote)) return [];
  return [{ currency, amount: inCurrency(TOP_UP_QUOTE) }];
}

/** Amounts with the top-ups added; a currency that was not held comes last. */
export function withTopUps(held: Amounts, topUps: readonly TopUp[]): Amounts {
  const amounts = new Map(held.map(({ currency, amount }) => [currency, amount]));
  for (const { currency, amount } of topUps) {
    amounts.set(currency, addDecimal(amounts.get(currency) ?? ZERO, amount));
  }
  return [...amounts].map(([currency, amount]) => ({ currency, amount }));
}

function final(message: string): Result<never, GatherRejection> {
  return rejected({ isPassing: false, reason: { message: `${message}.`, line: null } });
}

function passing(message: string): Result<never, GatherRejection> {
  return rejected({ isPassing: true, reason: { message: `${message}.`, line: null } });
}

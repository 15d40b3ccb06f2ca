// Makes what a run of a bot begins with, for an activation that has not begun to run.

import type { Decimal } from '#lib/decimal.ts';
import { addDecimal, ONE, ZERO } from '#lib/decimal.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { MINUTE_MS, minuteStartMs } from '#lib/time.ts';
import type { OrderType } from '#venue-port/order/order.ts';
import { defaultTradeAmount } from '#domain/order/default-trade-amount.ts';
import type { Ticks } from '#venue-port/market/market-grid.ts';
import { marketGrid, priceOf, settlementCurrencyOf } from '#venue-port/market/market-grid.ts';
import type { Market } from '#venue-port/market/market.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { unitsOf } from '#venue-port/money/currency.ts';
import { isBracket } from '#domain/strategy/strategy-type.ts';
import { heldTypes } from '#venue-port/exchange/held-types.ts';
import { PLANS } from '#domain/plan/plan.ts';
import type { RunnableBot } from '#ports/stores/bot-run-store.ts';
import type { BotSettings, LoadedBrain } from '#ports/stores/bot-store.ts';
import type { AccountAtExchange } from '#services/accounts/account-access.ts';
import { usualWarmUp } from '#services/backtests/warm-up-wish.ts';
import type { Coverage } from '#services/history/history-coverage.ts';
import { dataSeriesOfBrain } from '#services/data-series/series-of-script.ts';
import { historyCoverage } from '#services/history/history-coverage.ts';
import { loadHistory } from '#services/history/load-history.ts';
import { canFetch, syncHistory } from '#services/history/sync-history.ts';
import { knownHistory } from '#services/live/run/history-of-run.ts';
import type { LiveRunDeps } from '#services/live/state/live-run-deps.ts';
import type { RetainedMemory, LiveSetup } from '#services/live/state/live-setup.ts';
import type { VenueWallet } from '#services/live/state/venue-wallet.ts';
import { readWallet } from '#services/live/venue/fetch-venue-snapshot.ts';
import { findMarket } from '#services/markets/find-market.ts';
import { symbolMarkets } from '#services/scripts/symbol-markets.ts';

/** For an activation that has not begun to run. The rejection says why it cannot. */
export async function makeSetup(
  deps: LiveRunDeps,
  { bot, plan }: RunnableBot,
  at: AccountAtExchange,
  memory: RetainedMemory,
): Promise<Result<LiveSetup, string>> {
  const brain = await deps.bots.findLoadedBrain(bot.botId);
  const market = bot.marketTag === null ? null : await findMarket(at.exchange, bot.marketTag);
  if (brain === null) return rejected('It has loaded neither a script nor settings.');
  if (market === null) return rejected(`Its market "${bot.marketTag}" no longer exists.`);
  if (!market.isOpen) return rejected(`Its market "${market.marketTag}" is closed.`);
  const { settings } = bot;
  const requested = await marketsOf(at, market, settings.inputs);
  const source = brain.kind === 'script' ? brain.source : '';
  const values = Object.values(settings.inputs);
  const named = await symbolMarkets(at.exchange, source, values, requested);
  const markets: Market[] = [];
  const activatedAtMs = bot.activatedAtMs ?? deps.clock.nowMs();
  const beginMs = minuteStartMs(activatedAtMs);
  const { intervalMinutes } = settings;
  const fromMs = beginMs - usualWarmUp({ intervalMinutes, startMs: beginMs }).minutes * MINUTE_MS;
  const isFetched = canFetch(deps, market.exchange);
  for (const each of [...requested, ...named]) {
    if (isFetched) await fetchMissing(deps, each, fromMs);
    const isUsed = !named.includes(each) || isUsable(each, await historyCoverage(deps, each));
    if (isUsed) markets.push(each);
  }
  const known = await knownHistory(deps, markets, fromMs);
  if (!known.ok) return known;
  const { startMs, laterMarkets } = known.value;
  const wallet = await readWallet(at, markets);
  const currency = settlementCurrencyOf(market);
  const held = wallet.balances.find((balance) => balance.currency === currency);
  return accepted({
    brain,
    marketTags: markets.map(({ marketTag }) => marketTag),
    startMs,
    ...(laterMarkets.length === 0 ? {} : { laterMarkets }),
    firstRow: firstRowOf(brain, (beginMs - startMs) / MINUTE_MS),
    intervalMinutes,
    inputs: settings.inputs,
    seed: seedOf(deps, bot.botId, bot.activation),
    leverage: settings.leverage ?? ONE,
    marginMode: settings.marginMode ?? at.account.marginMode ?? 'cross',
    positionMode: at.account.positionMode ?? 'one_way',
    tradeAmountQuote:
      settings.tradeAmountQuote ??
      defaultTradeAmount(market, await latestPrice(deps, market, beginMs)),
    ...chosenOf(settings),
    openOrdersMax: Math.min(
      LIMITS.openOrdersPerBotMax,
      PLANS[plan].ordersPerBotMax ?? LIMITS.openOrdersPerBotMax,
    ),
    startUnits: held === undefined ? (0n as Units) : unitsOf(currency, addedUp(held), 'floor'),
    wallet,
    memory,
    heldTypes: typesHeldFor(settings, at, market),
    ...(attachesStops(settings, at, market) ? { attachesStops: true } : {}),
    ...(placesStops(brain, settings, at, market) ? { placesStops: true } : {}),
    ...(isFetched ? { seenCorrection: await deps.history.lastCorrection() } : {}),
    ...(isBracket(brain) ? { beganAtMs: activatedAtMs } : {}),
    ...dataSeriesOf(brain),
  });
}

function dataSeriesOf(brain: LoadedBrain): Pick<LiveSetup, 'dataSeries'> {
  const names = dataSeriesOfBrain(brain);
  return names?.length === 0 ? {} : { dataSeries: names ?? 'all' };
}

/** A market that only a symbol names is left out where a bot could not read it. */
function isUsable({ isOpen }: Market, covered: Coverage | 'steps_changed' | null): boolean {
  return isOpen && covered !== null && covered !== 'steps_changed' && covered.candleMinutes === 1;
}

/** A bracket begins with the last minute that has closed, whose close may not be confirmed yet. */
function firstRowOf(brain: LoadedBrain, activatedRow: number): number {
  return isBracket(brain) ? Math.max(0, activatedRow - BRACKET_ROWS_BEFORE) : activatedRow;
}

const BRACKET_ROWS_BEFORE = 5;

function typesHeldFor(
  { stops }: BotSettings,
  { exchange: { orderSupport } }: AccountAtExchange,
  { marketType }: Market,
): readonly OrderType[] {
  return stops === 'exchange' ? heldTypes(orderSupport, marketType) : orderSupport.types;
}

/** On spot a stop would lock the coins that profit is to be taken with; a bracket knows of that. */
function placesStops(
  brain: LoadedBrain,
  settings: BotSettings,
  at: AccountAtExchange,
  market: Market,
): boolean {
  if (brain.kind !== 'strategy' || settings.stops !== 'exchange') return false;
  if (market.contract === null && !isBracket(brain)) return false;
  return typesHeldFor(settings, at, market).includes('stop_market');
}

function attachesStops(
  { stops }: BotSettings,
  { exchange: { orderSupport } }: AccountAtExchange,
  { marketType }: Market,
): boolean {
  return stops === 'exchange' && orderSupport.attachedStops?.includes(marketType) === true;
}

/** What the bot's series show at its start, as far as the exchange has it. Throws Failure. */
async function fetchMissing(
  deps: LiveRunDeps,
  { marketTag }: Market,
  startMs: number,
): Promise<void> {
  const stored = await deps.history.summarizeHistory(marketTag);
  if (stored !== null && stored.covered.fromMs <= startMs) return;
  const fromMs = Math.max(startMs, deps.clock.nowMs() - LIMITS.historyFirstSyncMs);
  // What cannot be synced is refused below, with its reason.
  await syncHistory(deps, { marketTag, fromMs }, () => undefined);
}

type ChosenSettings = Pick<BotSettings, 'tradeAmountPercent' | 'pyramiding'>;

/** What stays out of the setup unless it was chosen. */
function chosenOf({ tradeAmountPercent, pyramiding }: BotSettings): ChosenSettings {
  return {
    ...(tradeAmountPercent === undefined ? {} : { tradeAmountPercent }),
    ...(pyramiding === undefined ? {} : { pyramiding }),
  };
}

/** How far back a price is looked for. */
const PRICE_AGE_MS = 24 * 60 * MINUTE_MS;

/** The last close of the day before; zero when nothing is known of it. */
async function latestPrice(deps: LiveRunDeps, market: Market, atMs: number): Promise<Decimal> {
  const covered = await historyCoverage(deps, market);
  if (covered === null || covered === 'steps_changed') return ZERO;
  const toMs = Math.min(atMs, covered.toMs);
  const fromMs = Math.max(covered.fromMs, toMs - PRICE_AGE_MS);
  const loaded = await loadHistory(deps, market.marketTag, fromMs, toMs, 'own');
  if (!loaded.ok) return ZERO;
  const ticks = BigInt(loaded.value.close.at(-1) ?? 0) as Ticks;
  return priceOf(marketGrid(market), ticks);
}

function addedUp({ available, locked }: VenueWallet['balances'][number]): Decimal {
  return addDecimal(available, locked);
}

/** The trade market, and those that an input was set to. */
async function marketsOf(
  { exchange }: AccountAtExchange,
  trade: Market,
  inputs: LiveSetup['inputs'],
): Promise<readonly Market[]> {
  const markets = new Map([[trade.marketTag, trade]]);
  for (const value of Object.values(inputs)) {
    const market = typeof value === 'string' ? await findMarket(exchange, value) : null;
    if (market !== null) markets.set(market.marketTag, market);
  }
  return [...markets.values()];
}

function seedOf({ digest }: LiveRunDeps, botId: string, activation: number): number {
  const bytes = digest.sha256(`seed:${botId}:${activation}`);
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
}

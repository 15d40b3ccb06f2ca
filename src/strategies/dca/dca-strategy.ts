// A bot that averages: it opens a deal when its start condition says so, adds to it as the price
// turns against it, and closes it at a profit or a stop; then the next one. One pass of its rules
// in each update that has something to do.

import { formatDecimal } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { amountOf, priceOf } from '#venue-port/market/market-grid.ts';
import type { Market } from '#venue-port/market/market.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { doubleOf } from '#strategies/shared/double-of.ts';
import { forgive, postpone } from '#strategies/shared/backoff.ts';
import type { DcaConfig } from '#strategies/dca/dca-config.ts';
import type { DealNow } from '#strategies/dca/dca-deal.ts';
import {
  bookOpening,
  dealLevels,
  describeProfit,
  manageDeal,
  nextRetryMs,
  sideOf,
  stanceOf,
} from '#strategies/dca/dca-deal.ts';
import { ladderOrders } from '#strategies/dca/dca-ladder.ts';
import type { DcaState, Deal } from '#strategies/dca/dca-state.ts';
import { newDcaState, newDeal, newRung } from '#strategies/dca/dca-state.ts';
import { decideSignal } from '#strategies/shared/decide-signal.ts';
import { marketNow, priceTicksNow } from '#strategies/shared/market-now.ts';
import { orderRequest } from '#strategies/shared/order-request.ts';
import { previewDca } from '#strategies/dca/preview-dca.ts';
import { readStoredConfig } from '#strategies/read-config.ts';
import { isSignalDue, signalAction } from '#strategies/shared/signal-action.ts';
import { isStartDue } from '#strategies/shared/start-condition.ts';
import type { Strategy, StrategySignal } from '#strategies/shared/strategy-brain.ts';
import type { StrategyMarket } from '#strategies/shared/strategy-market.ts';
import type { Wake } from '#strategies/shared/wake.ts';
import { AWAKE, isAwake } from '#strategies/shared/wake.ts';

/** An opening order with a limit that nothing came of is given up after so long. */
const OPENING_MS_MAX = 5 * MINUTE_MS;
const SIGNAL_AGE_MS_MAX = 5 * MINUTE_MS;

type DcaNow = Omit<DealNow, 'deal'> & { readonly placesStops: boolean };

/** `first` holds until it is edited. `placesStops`: see StrategyOptions. */
export function dcaStrategy(first: DcaConfig, market: Market, placesStops = false): Strategy {
  return (api) => {
    let config = first;
    let wake: Wake = AWAKE;
    const state = newDcaState();
    const advance = (): void => {
      if (state.phase === 'stopped' || !isAwake(api, wake)) return;
      const close = api.series.lastPrice(null);
      const priceTicks = priceTicksNow(api, market);
      if (priceTicks === null) return;
      const full = marketNow(api, market, priceTicks);
      const nowMs = api.clock.nowMs();
      const now = { config, state, market: full, api, close, nowMs, placesStops };
      state.endedSeen = api.orders.counts().ended;
      advancePhase(now, full);
      wake = wakeOf(now);
    };
    return {
      update: advance,
      edit(record) {
        const read = readStoredConfig(config.type, record, market);
        if (read.ok && read.value.rules.kind === 'dca') config = read.value.rules.dca;
        wake = AWAKE;
      },
      save: () => ({ config, wake, state }),
      restore(saved) {
        const retained = saved as SavedDca;
        ({ config, wake } = retained);
        Object.assign(state, retained.state);
      },
      listensTo: () => config.signalToken,
      signal(signal) {
        wake = AWAKE;
        takeSignal({ config, state, api }, signal);
        advance();
      },
    };
  };
}

type SavedDca = {
  readonly config: DcaConfig;
  readonly wake: Wake;
  readonly state: DcaState;
};

function advancePhase(now: DcaNow, market: StrategyMarket): void {
  const { state } = now;
  if (state.phase === 'opening') watchOpening(now);
  if (state.phase === 'open') watchDeal(now);
  if (state.phase === 'waiting') wait(now, market);
}

function wait(now: DcaNow, market: StrategyMarket): void {
  const { config, state, api, close } = now;
  if (config.dealsMost !== null && state.dealsDone >= config.dealsMost) {
    state.phase = 'stopped';
    api.settings.deactivate(`its ${state.dealsDone} deals are done`, true);
    return;
  }
  state.waitingFrom ??= close;
  if (now.nowMs < dueAtMs(now) || !isPriceRight(now) || !isDue(now)) return;
  const { signalId } = state;
  api.signals.follow(signalId, () => openDeal(now, market));
}

/** Cooldown, interval and refusals say not before. */
function dueAtMs({ config, state }: DcaNow): number {
  const { lastEndedAtMs, lastOpenedAtMs, opening } = state;
  const cooled = lastEndedAtMs === null ? 0 : lastEndedAtMs + config.cooldownMs;
  const isByInterval = config.start.kind === 'interval' && lastOpenedAtMs !== null;
  const interval = isByInterval ? lastOpenedAtMs + config.startIntervalMinutes * MINUTE_MS : 0;
  return Math.max(cooled, interval, opening.retryAtMs);
}

function isPriceRight({ config: { priceLeast, priceMost }, close }: DcaNow): boolean {
  if (priceLeast !== null && close < doubleOf(priceLeast)) return false;
  return priceMost === null || close <= doubleOf(priceMost);
}

function isDue({ config, state, api, close }: DcaNow): boolean {
  if (config.start.kind === 'signal') return state.hasSignal;
  return isStartDue(api, config.start, state.waitingFrom ?? close, config.direction);
}

function openDeal(now: DcaNow, market: StrategyMarket): void {
  const { config, state, api, nowMs } = now;
  const { orders, problems, shape } = previewDca(config, market, state.earnedUnits as Units);
  const [problem] = problems;
  const [first] = orders;
  if (problem !== undefined || first === undefined) {
    refuse(now, problem?.message ?? '');
    return;
  }
  if (market.market.contract !== null) {
    api.settings.setMarginMode(config.marginMode);
    api.settings.setLeverage(doubleOf(config.leverage));
  }
  const deal = newDeal(shape, nowMs, now.placesStops);
  const wanted = {
    side: sideOf(deal, false),
    isExit: false,
    lots: Number(first.lots),
    ticks: config.startsAtMarket ? null : first.ticks,
    note: 'opening',
  };
  deal.openingOrderId = api.orders.place(orderRequest(stanceOf(now), market.terms, wanted));
  forgetSignal(state);
  if (deal.openingOrderId === '') postpone(state.opening, nowMs);
  else {
    state.deal = deal;
    state.phase = 'opening';
  }
}

function forgetSignal(state: DcaState): void {
  state.hasSignal = false;
  state.signalId = null;
}

function refuse({ state, api, nowMs }: DcaNow, problem: string): void {
  postpone(state.opening, nowMs);
  forgetSignal(state);
  if (problem === state.toldProblem) return;
  state.toldProblem = problem;
  api.log.write('warning', `no deal is opened: ${problem}`);
}

function watchOpening(now: DcaNow): void {
  const { state, api, nowMs } = now;
  const { deal } = state;
  const order = deal === null ? null : api.orders.find(deal.openingOrderId);
  if (deal === null || order === null) return;
  if (order.state === 'open') {
    const isStale = order.filledAmount === 0 && nowMs - order.openedAtMs >= OPENING_MS_MAX;
    if (isStale || deal.closing !== null) api.orders.cancel(order.orderId);
    return;
  }
  const dealNow = { ...now, deal };
  if (!bookOpening(dealNow, order)) {
    state.deal = null;
    state.phase = 'waiting';
    if (order.state === 'failed') postpone(state.opening, nowMs);
    return;
  }
  forgive(state.opening);
  state.toldProblem = '';
  state.phase = 'open';
  state.lastOpenedAtMs = deal.openedAtMs;
  const { shape, parts } = deal;
  const [entry] = parts;
  if (entry === undefined) return;
  const ladder = ladderOrders(shape, now.market, entry.price);
  deal.rungs = ladder.map(({ ticks, lots }) => newRung(ticks, lots));
  api.log.write('info', describeOpening(dealNow));
}

function describeOpening(now: DealNow): string {
  const { deal, market, state } = now;
  const { grid } = market.terms;
  const [{ lots, price }] = deal.parts as [Deal['parts'][number]];
  const [amount, at] = [amountOf(grid, lots), price].map(formatDecimal);
  const target = formatDecimal(priceOf(grid, dealLevels(now).profitTicks));
  const number = state.dealsDone + 1;
  return `deal ${number}: ${deal.shape.direction} ${amount} at ${at} with its fee, profit at ${target}`;
}

function watchDeal(now: DcaNow): void {
  const { state, api, nowMs } = now;
  const { deal } = state;
  if (deal === null) return;
  const dealNow = { ...now, deal };
  if (!manageDeal(dealNow)) return;
  state.dealsDone += 1;
  state.earnedUnits += deal.netUnits;
  state.lastEndedAtMs = nowMs;
  state.waitingFrom = null;
  state.deal = null;
  api.log.write('info', `deal ${state.dealsDone} earned ${describeProfit(dealNow)}`);
  state.phase = deal.endsBot ? 'stopped' : 'waiting';
  if (deal.endsBot) api.settings.deactivate('its stop loss was reached', true);
}

/** What a signal means for the deal; each has its line in the log. */
function takeSignal(
  { config, state, api }: Pick<DcaNow, 'config' | 'state' | 'api'>,
  signal: StrategySignal,
): void {
  const action = signalAction(api.log, signal, config.signalToken);
  if (action === null || !isSignalDue(api.log, signal, SIGNAL_AGE_MS_MAX)) return;
  const { direction, start } = config;
  const held = state.deal === null ? null : direction;
  const isSpot = config.type === 'spot_dollar_cost_averaging' && direction === 'long';
  const rules = { isSpot, allowsMultipleEntries: false, reversesOnOpposite: false };
  const { closes, enters, reason } = decideSignal(action, held, rules);
  const isWrongWay = enters !== null && enters !== direction;
  const isUnrequested = enters === direction && start.kind !== 'signal';
  const response =
    signal.part !== null
      ? 'the bot closes no part of a deal'
      : isWrongWay
        ? `the bot only goes ${direction}`
        : isUnrequested
          ? 'the bot does not start deals by signals'
          : reason;
  api.log.write('info', `signal "${signal.action}": ${response}`);
  if (signal.part !== null) return;
  const { deal } = state;
  if (deal !== null && deal.closing === null && closes) {
    deal.closing = 'a signal said so';
    deal.closingSignalId = api.signals.followed();
  }
  if (enters === direction && !isUnrequested) {
    state.hasSignal = true;
    state.signalId = api.signals.followed();
  }
}

function wakeOf(now: DcaNow): Wake {
  const { state, config, api } = now;
  const endedCount = state.endedSeen;
  const quiet = { endedCount, atOrBelow: -Infinity, atOrAbove: Infinity, atMs: Infinity };
  switch (state.phase) {
    case 'stopped':
      return quiet;
    case 'opening':
      return AWAKE;
    case 'waiting': {
      if (config.start.kind === 'signal' && !state.hasSignal) return quiet;
      const atMs = dueAtMs(now);
      return atMs > api.clock.nowMs() ? { ...quiet, atMs } : AWAKE;
    }
    case 'open': {
      const { deal } = state;
      if (deal === null || deal.closing !== null || deal.heldLots === 0) return AWAKE;
      return { ...quiet, ...wakingPrices({ ...now, deal }), atMs: nextRetryMs(deal) };
    }
  }
}

/** The nearest prices at which an open deal has something to do. */
function wakingPrices(now: DealNow): Pick<Wake, 'atOrBelow' | 'atOrAbove'> {
  const { config, deal } = now;
  const { profit, stop, pullBack } = dealLevels(now);
  const losses = [stop, pullBack].filter((level) => level !== null);
  const follows = deal.bestProfitPrice !== null || (config.trailsStop && stop !== null);
  const best = deal.bestProfitPrice ?? deal.bestPrice;
  const waitsForProfit = config.trailingProfitPercent !== null && deal.bestProfitPrice === null;
  const gains = [...(follows ? [best] : []), ...(waitsForProfit ? [profit] : [])];
  return deal.shape.direction === 'long'
    ? { atOrBelow: Math.max(...losses, -Infinity), atOrAbove: Math.min(...gains, Infinity) }
    : { atOrBelow: Math.max(...gains, -Infinity), atOrAbove: Math.min(...losses, Infinity) };
}

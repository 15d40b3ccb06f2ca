// An open deal: what its orders have filled, when it is closed, and which orders are to rest now.

import { formatDecimal } from '#lib/decimal.ts';
import type { Decimal } from '#lib/decimal.ts';
import { priceOf } from '#venue-port/market/market-grid.ts';
import type { Ticks } from '#venue-port/market/market-grid.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { valueOfUnits } from '#venue-port/money/currency.ts';
import type { OcaGroup } from '#domain/matching/oca-group.ts';
import type { OrderSide } from '#venue-port/order/order.ts';
import type { Lots } from '#venue-port/market/market-grid.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { BotOrder } from '#engine/run-api/order-api.ts';
import { doubleOf } from '#strategies/shared/double-of.ts';
import { forgive, postpone } from '#strategies/shared/backoff.ts';
import { closableLots } from '#strategies/shared/closable-lots.ts';
import type { DcaConfig } from '#strategies/dca/dca-config.ts';
import type { PricedLots } from '#strategies/dca/dca-ladder.ts';
import { meanPrice, priceWithFee, takeProfitTicks } from '#strategies/dca/dca-ladder.ts';
import type { DcaState, Deal, Rung } from '#strategies/dca/dca-state.ts';
import { hold } from '#strategies/dca/dca-state.ts';
import { keepStop, settleStop, stepOf } from '#strategies/shared/held-stop.ts';
import { isLeftOver } from '#strategies/shared/left-over.ts';
import { filledOrder, lotsFrom } from '#strategies/shared/filled-order.ts';
import type { Stance } from '#strategies/shared/order-request.ts';
import { orderRequest } from '#strategies/shared/order-request.ts';
import type { StrategyMarket } from '#strategies/shared/strategy-market.ts';

/** A deal in one update. */
export type DealNow = {
  readonly config: DcaConfig;
  readonly state: DcaState;
  readonly deal: Deal;
  readonly market: Pick<StrategyMarket, 'market' | 'terms'>;
  readonly api: CommandContext;
  /** The last price. */
  readonly close: number;
  readonly nowMs: number;
};

/** Prices at which a deal is closed; null: never. */
export type DealLevels = {
  readonly profitTicks: Ticks;
  readonly profit: number;
  readonly stop: number | null;
  /** Of a trailing profit that was reached. */
  readonly pullBack: number | null;
};

/** True once the deal holds nothing and none of its orders rests. */
export function manageDeal(now: DealNow): boolean {
  const { deal, api } = now;
  settleRungs(now);
  settleExit(now);
  bookStop(now);
  // What the exchange closed is no longer held; what is too little to trade is left to the next.
  const isGone = api.positions.held(null) === null || isLeftOver(now.market, api);
  if (deal.heldLots > 0 && isGone) dropHeld(deal);
  if (deal.heldLots === 0) return cancelRest(now);
  followPrice(now);
  deal.closing ??= closingReason(now);
  if (deal.closing !== null) api.signals.follow(deal.closingSignalId, () => closeAtMarket(now));
  else {
    takeProfit(now);
    placeRungs(now);
    guard(now);
  }
  return false;
}

/** Prices at which an open deal takes profit and stops, from its mean entry or its base order. */
export function dealLevels({ config, deal, market }: DealNow): DealLevels {
  const { direction, profitBase } = deal.shape;
  const { terms } = market;
  const [first] = deal.parts;
  const from =
    profitBase === 'base_order' && first !== undefined
      ? first.price
      : meanPrice(deal.parts, terms.grid.shape);
  const profitTicks = takeProfitTicks(terms, direction, from, config.takeProfitPercent);
  const { stopLossPercent, trailingProfitPercent, trailsStop } = config;
  const base = doubleOf(from);
  const best = trailsStop ? further(direction, deal.bestPrice, base) : base;
  const { bestProfitPrice } = deal;
  return {
    profitTicks,
    profit: doubleOf(priceOf(terms.grid, profitTicks)),
    stop: stopLossPercent === null ? null : worse(direction, best, stopLossPercent),
    pullBack:
      trailingProfitPercent === null || bestProfitPrice === null
        ? null
        : worse(direction, bestProfitPrice, trailingProfitPercent),
  };
}

function further(direction: 'long' | 'short', left: number, right: number): number {
  return direction === 'long' ? Math.max(left, right) : Math.min(left, right);
}

function worse(direction: 'long' | 'short', price: number, percent: Decimal): number {
  const share = doubleOf(percent) / 100;
  return direction === 'long' ? price * (1 - share) : price * (1 + share);
}

/** Whether the price is at a level or beyond it, on the side of profit or of loss. */
function isAt(direction: 'long' | 'short', close: number, level: number, isGain: boolean): boolean {
  return (direction === 'long') === isGain ? close >= level : close <= level;
}

function settleRungs({ deal, market, api, nowMs }: DealNow): void {
  const { direction } = deal.shape;
  for (const rung of deal.rungs) {
    const order = rung.orderId === null ? null : api.orders.find(rung.orderId);
    if (rung.orderId === null || order?.state === 'open') continue;
    rung.orderId = null;
    if (order === null) continue;
    const { terms } = market;
    const { lots, lotsAfterFees, units, price } = filledOrder(terms, order);
    rung.filledLots += lots;
    deal.netUnits += units;
    hold(deal, lotsAfterFees, priceWithFee(price, terms.makerFeePercent, direction));
    rung.isDone = rung.filledLots >= rung.lots;
    if (order.state === 'failed') postpone(rung, nowMs);
  }
}

function settleExit({ deal, market, api, nowMs }: DealNow): void {
  const { exit } = deal;
  const order = exit.orderId === null ? null : api.orders.find(exit.orderId);
  if (exit.orderId === null || order?.state === 'open') return;
  exit.orderId = null;
  if (order === null) return;
  const { lots, units } = filledOrder(market.terms, order);
  deal.netUnits += units;
  deal.heldLots = Math.max(0, deal.heldLots - lots);
  if (order.state === 'failed') postpone(exit, nowMs);
  else forgive(exit);
  // All that could be sold was sold: a fee in base has taken the rest.
  if (order.state === 'filled' && !exit.isOutgrown) deal.heldLots = 0;
  if (deal.heldLots === 0) dropHeld(deal);
  else if (order.state === 'filled') deal.parts = newestParts(deal);
}

/** What was bought after an exit was placed that has sold all before it. */
function newestParts({ parts, heldLots }: Deal): PricedLots[] {
  let missing = BigInt(heldLots);
  const newest: PricedLots[] = [];
  for (const part of parts.toReversed()) {
    if (missing <= 0n) break;
    const lots = (part.lots < missing ? part.lots : missing) as Lots;
    newest.unshift({ lots, price: part.price });
    missing -= lots;
  }
  return newest;
}

function dropHeld(deal: Deal): void {
  deal.heldLots = 0;
  deal.parts = [];
  deal.bestProfitPrice = null;
}

/** True when no order of the deal rests any more. */
function cancelRest({ deal, api }: DealNow): boolean {
  const resting = restingIds(deal);
  for (const orderId of resting) api.orders.cancel(orderId);
  return resting.length === 0;
}

function restingIds({ rungs, exit, stop }: Deal): readonly string[] {
  const placed = [...rungs, exit, ...(stop === undefined ? [] : [stop])];
  return placed.flatMap(({ orderId }) => (orderId === null ? [] : [orderId]));
}

/** What the stop has filled, which ends the deal. */
function bookStop(now: DealNow): void {
  const { config, deal, market, api } = now;
  const order = deal.stop === undefined ? null : settleStop(now, deal.stop);
  if (order === null) return;
  const { lots, units } = filledOrder(market.terms, order);
  if (lots === 0) return;
  deal.netUnits += units;
  deal.heldLots = Math.max(0, deal.heldLots - lots);
  if (deal.heldLots === 0) dropHeld(deal);
  else deal.parts = newestParts(deal);
  if (deal.closing !== null) return;
  deal.closing = STOPPED;
  deal.endsBot = config.endsAfterStop;
  api.log.write('info', `the deal is closed: ${STOPPED}`);
}

const STOPPED = 'the stop loss was reached';

/** Keeps the stop of all that is held where it belongs, where it is an order. */
function guard(now: DealNow): void {
  const { config, deal, market, api } = now;
  const { stop, shape } = deal;
  if (stop === undefined) return;
  const level = dealLevels(now).stop;
  const { stopLossPercent, trailsStop } = config;
  if (level === null || stopLossPercent === null) {
    if (stop.orderId !== null) api.orders.cancel(stop.orderId);
    return;
  }
  const { direction } = shape;
  const lots = closableLots(market, api, heldWithRemainder(now), direction);
  const step = trailsStop ? stepOf(level, stopLossPercent) : 0;
  keepStop(now, stop, { direction, lots, level, step, oca: groupOf(deal) });
}

/** What ends a deal cancels what else would. */
function groupOf({ stop, openingOrderId }: Deal): OcaGroup | null {
  return stop === undefined ? null : { name: `deal ${openingOrderId}`, kind: 'cancel' };
}

function followPrice(now: DealNow): void {
  const { config, deal, close } = now;
  const { direction } = deal.shape;
  deal.bestPrice = further(direction, deal.bestPrice, close);
  if (config.trailingProfitPercent === null) deal.bestProfitPrice = null;
  else if (deal.bestProfitPrice !== null)
    deal.bestProfitPrice = further(direction, deal.bestProfitPrice, close);
  else if (isAt(direction, close, dealLevels(now).profit, true)) deal.bestProfitPrice = close;
}

function closingReason(now: DealNow): string | null {
  const { config, deal, close } = now;
  const { stop, pullBack } = dealLevels(now);
  const { direction } = deal.shape;
  if (pullBack !== null && isAt(direction, close, pullBack, false))
    return 'the price pulled back from its best one';
  if (stop === null || !isAt(direction, close, stop, false)) return null;
  deal.endsBot = config.endsAfterStop;
  return STOPPED;
}

/** First nothing rests any more; then all that is held is closed by one order. */
function closeAtMarket(now: DealNow): void {
  const { deal, api, nowMs } = now;
  const { exit } = deal;
  const isClosing = exit.orderId !== null && exit.ticks === null;
  if (isClosing || !cancelRest(now) || nowMs < exit.retryAtMs) return;
  api.log.write('info', `the deal is closed: ${deal.closing ?? ''}`);
  placeExit(now, null, 'closing');
}

function takeProfit(now: DealNow): void {
  const { config, deal, api, nowMs } = now;
  const { exit } = deal;
  const ticks = config.trailingProfitPercent === null ? dealLevels(now).profitTicks : null;
  if (exit.orderId !== null) {
    const isRight = exit.ticks === ticks && !exit.isOutgrown;
    if (!isRight) api.orders.cancel(exit.orderId);
    return;
  }
  if (ticks !== null && ticks > 0n && nowMs >= exit.retryAtMs) placeExit(now, ticks, 'take profit');
}

function placeExit(now: DealNow, ticks: Ticks | null, note: string): void {
  const { deal, api, market, nowMs } = now;
  const { exit } = deal;
  const lots = closableLots(market, api, heldWithRemainder(now), deal.shape.direction);
  const side = sideOf(deal, true);
  const wanted = { side, isExit: true, lots, ticks, note };
  const request = orderRequest(stanceOf(now), market.terms, wanted);
  const oca = ticks === null ? null : groupOf(deal);
  const orderId = api.orders.place({ ...request, oca });
  if (orderId === '') {
    postpone(exit, nowMs);
    return;
  }
  exit.orderId = orderId;
  exit.ticks = ticks;
  exit.isOutgrown = false;
}

/** What an earlier deal could not sell goes with the exit of this one. */
function heldWithRemainder({ deal, api, market }: DealNow): number {
  const position = api.positions.held(null);
  const held = position === null ? 0 : lotsFrom(market.terms, position.amount);
  return Math.max(deal.heldLots, held);
}

/** The next averaging orders, as many as may rest at once. */
function placeRungs(now: DealNow): void {
  const { deal, nowMs } = now;
  let resting = 0;
  for (const rung of deal.rungs) {
    if (rung.isDone) continue;
    if (resting >= deal.shape.activeCount) return;
    resting += 1;
    if (rung.orderId === null && nowMs >= rung.retryAtMs) placeRung(now, rung);
  }
}

function placeRung(now: DealNow, rung: Rung): void {
  const { deal, api, market, nowMs } = now;
  const index = deal.rungs.indexOf(rung) + 1;
  const wanted = {
    side: sideOf(deal, false),
    isExit: false,
    lots: rung.lots - rung.filledLots,
    ticks: rung.ticks,
    note: `averaging ${index}`,
  };
  const orderId = api.orders.place(orderRequest(stanceOf(now), market.terms, wanted));
  if (orderId !== '') rung.orderId = orderId;
  // A remainder below the market's minimum is not worth another order.
  else if (rung.filledLots > 0) rung.isDone = true;
  else postpone(rung, nowMs);
}

/** Side of a deal's order: exits are on the other side than entries. */
export function sideOf({ shape }: Deal, isExit: boolean): OrderSide {
  return (shape.direction === 'long') === isExit ? 'sell' : 'buy';
}

/** Stance by which orders of the bot are expressed. */
export function stanceOf({ market, config }: Pick<DealNow, 'market' | 'config'>): Stance {
  return { isSpot: market.market.contract === null, direction: config.direction };
}

/** When the next averaging order or exit that was refused is tried again. */
export function nextRetryMs({ rungs, exit, stop }: Deal): number {
  const tried = [...rungs, exit, ...(stop === undefined ? [] : [stop])].filter(
    ({ refusals, orderId }) => refusals > 0 && orderId === null,
  );
  return tried.reduce((least, { retryAtMs }) => Math.min(least, retryAtMs), Infinity);
}

/** What the first order has filled becomes what the deal holds, and its ladder follows from it. */
export function bookOpening(now: DealNow, order: BotOrder): boolean {
  const { deal, market } = now;
  const { lotsAfterFees, units, price } = filledOrder(market.terms, order);
  if (lotsAfterFees === 0) return false;
  deal.netUnits += units;
  deal.bestPrice = doubleOf(price);
  const { startsAtMarket, direction } = deal.shape;
  const { takerFeePercent, makerFeePercent } = market.terms;
  const fee = startsAtMarket ? takerFeePercent : makerFeePercent;
  hold(deal, lotsAfterFees, priceWithFee(price, fee, direction));
  return true;
}

/** What a deal earned, for the log. */
export function describeProfit({ deal, market }: DealNow): string {
  const { settlementCurrency } = market.terms.grid;
  const earned = valueOfUnits(settlementCurrency, deal.netUnits as Units);
  return `${formatDecimal(earned)} ${settlementCurrency}`;
}

// Stop of a grid: its orders are cancelled, what it holds is closed where that was chosen, and only
// then does the bot end. An exit that fails is tried again.

import type { Decimal } from '#lib/decimal.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { valueOfUnits } from '#venue-port/money/currency.ts';
import { exitSide } from '#domain/position/position.ts';
import { doubleOf } from '#strategies/shared/double-of.ts';
import type { GridNow } from '#strategies/grid/grid-orders.ts';
import { forgive, postpone } from '#strategies/shared/backoff.ts';
import { lotsFrom } from '#strategies/shared/filled-order.ts';
import { isLeftOver } from '#strategies/shared/left-over.ts';
import { gridStance } from '#strategies/grid/grid-orders.ts';
import { orderRequest } from '#strategies/shared/order-request.ts';
import { settlement } from '#strategies/grid/grid-plan.ts';

/** Whether a stop has held for as long as it must; remembers since when it holds. */
export function isGridStopDue(now: GridNow): boolean {
  const { state, api, config } = now;
  const reason = stopReason(now);
  if (reason === null) {
    state.stopSinceMs = null;
    return false;
  }
  state.stopSinceMs ??= api.clock.nowMs();
  state.stopReason = reason;
  return api.clock.nowMs() - state.stopSinceMs >= config.stopDelayMs;
}

/** One step of stopping in each update, until nothing rests and nothing is to be closed. */
export function stopGrid(now: GridNow): void {
  const { state, api, config } = now;
  if (state.phase !== 'stopping') {
    state.phase = 'stopping';
    api.log.write('info', `the grid stops: ${state.stopReason}`);
  }
  const open = api.orders.open(null);
  for (const { orderId } of open) if (orderId !== state.closingOrderId) api.orders.cancel(orderId);
  if (open.length > 0) return;
  if (config.closesOnStop && !isClosed(now)) return;
  state.phase = 'stopped';
  api.settings.deactivate(state.stopReason, true);
}

/**
 * Whether nothing is held that is to be closed. An exit that was refused is tried again later, and
 * one that filled in part is followed by another.
 */
function isClosed(now: GridNow): boolean {
  const { state, api, config, market } = now;
  const nowMs = api.clock.nowMs();
  settleClosing(now, nowMs);
  const position = api.positions.held(null);
  const isOwn = config.type === 'futures_grid' || position?.direction === 'long';
  if (position === null || !isOwn || isLeftOver(market, api)) return true;
  if (nowMs < state.exit.retryAtMs) return false;
  const { direction } = position;
  const side = exitSide(direction);
  const lots = lotsFrom(market.terms, position.amount);
  const wanted = { side, isExit: true, lots, ticks: null, note: 'closing' };
  const stance = { ...gridStance(config), direction };
  const orderId = api.orders.place(orderRequest(stance, market.terms, wanted));
  if (orderId === '') postpone(state.exit, nowMs);
  else state.closingOrderId = orderId;
  return false;
}

/** Takes note of an exit that has ended; none works any more. */
function settleClosing({ state, api }: GridNow, nowMs: number): void {
  const order = state.closingOrderId === null ? null : api.orders.find(state.closingOrderId);
  state.closingOrderId = null;
  if (order?.state === 'failed') postpone(state.exit, nowMs);
  else if (order !== null) forgive(state.exit);
}

function stopReason(now: GridNow): string | null {
  const { config, api } = now;
  const close = api.series.lastPrice(null);
  const isShort = config.direction === 'short';
  const isAt = (price: Decimal | null, isAbove: boolean): boolean =>
    price !== null && (isAbove ? close >= doubleOf(price) : close <= doubleOf(price));
  if (isAt(config.takeProfitPrice, !isShort)) return 'the take profit price was reached';
  if (isAt(config.stopLossPrice, isShort)) return 'the stop loss price was reached';
  if (isAt(config.stopLossHighPrice, true)) return 'the high stop price was reached';
  const { takeProfitPercent, stopLossPercent } = config;
  if (takeProfitPercent === null && stopLossPercent === null) return null;
  const percent = profitPercent(now);
  if (takeProfitPercent !== null && percent >= doubleOf(takeProfitPercent))
    return 'the profit was reached';
  if (stopLossPercent !== null && -percent >= doubleOf(stopLossPercent))
    return 'the loss was reached';
  return null;
}

/** Closed grids and what is open, in percent of the investment at the last price. */
function profitPercent({ config, state, market, api }: GridNow): number {
  const close = api.series.lastPrice(null);
  const currency = settlement(market);
  const earned = doubleOf(valueOfUnits(currency, state.earnedUnits as Units));
  const position = api.positions.find(null);
  const floating =
    position === null ? 0 : api.positions.profitAt(position, close) - position.realizedProfit;
  const price = config.investmentAsset === 'base' ? close : 1;
  return ((earned + floating) / (doubleOf(config.investment) * price)) * 100;
}

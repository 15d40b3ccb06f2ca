// A grid bot: waits for its start, opens what its exits need, keeps one order for each interval,
// and stops where it was told to. The plan that it begins with is the one that a preview shows.

import type { Lots } from '#domain/market/market-grid.ts';
import { valueOf } from '#domain/market/market-grid.ts';
import type { Market } from '#domain/market/market.ts';
import type { CommandContext } from '#engine/desks/command-context.ts';
import { floatOf } from '#engine/run/run-market.ts';
import type { GridConfig } from '#engine/strategies/grid-config.ts';
import { gridLines } from '#engine/strategies/grid-lines.ts';
import { filledOrder } from '#engine/strategies/filled-order.ts';
import type { GridNow } from '#engine/strategies/grid-orders.ts';
import { freeLots, gridStance, placeOrders, settleOrders } from '#engine/strategies/grid-orders.ts';
import { gridShape } from '#engine/strategies/grid-plan.ts';
import type { GridState } from '#engine/strategies/grid-state.ts';
import {
  keepGridState,
  loadGridState,
  newCells,
  newGridState,
} from '#engine/strategies/grid-state.ts';
import { isGridStopDue, stopGrid } from '#engine/strategies/grid-stop.ts';
import { trailGrid } from '#engine/strategies/grid-trailing.ts';
import { marketNow, priceTicksNow } from '#engine/strategies/market-now.ts';
import { orderRequest } from '#engine/strategies/order-request.ts';
import { previewGrid } from '#engine/strategies/preview-grid.ts';
import { isStartDue } from '#engine/strategies/start-condition.ts';
import type { Strategy } from '#engine/strategies/strategy-brain.ts';
import type { StrategyMarket } from '#engine/strategies/strategy-market.ts';

export function gridStrategy(config: GridConfig, market: Market): Strategy {
  return (desks) => {
    let known: GridState | null = null;
    const update = (): void => {
      const priceTicks = priceTicksNow(desks, market);
      if (priceTicks === null) return;
      known ??= loadGridState(desks.memory) ?? newGridState(desks.series.now(null).close);
      const state = known;
      if (state.phase === 'stopped') return;
      const now = marketNow(desks, market, priceTicks);
      if (state.phase === 'waiting') begin(config, now, state, desks);
      else goOn(config, now, state, desks);
      keepGridState(desks.memory, state);
    };
    return { update, edit: () => undefined, signal: () => undefined };
  };
}

/** The first orders: the opening one, then those that need nothing from it, lowest line first. */
function begin(
  config: GridConfig,
  market: StrategyMarket,
  state: GridState,
  desks: CommandContext,
): void {
  if (!isStartDue(desks, config.start, state.firstPrice, config.direction)) return;
  const { plan, problems } = previewGrid(config, market, null);
  const [problem] = problems;
  if (plan === null || problem !== undefined) {
    state.phase = 'stopped';
    desks.log.write('error', `the grid was not started: ${problem?.message ?? 'it has no plan'}`);
    desks.settings.deactivate('the grid could not be started', false);
    return;
  }
  if (config.type === 'futures_grid') {
    desks.settings.setMarginMode(config.marginMode);
    desks.settings.setLeverage(floatOf(config.leverage));
  }
  state.phase = 'running';
  state.lotsPerGrid = Number(plan.lots);
  state.cells = newCells(plan.layout, state.lotsPerGrid);
  if (config.investmentAsset !== 'quote') valueExits(state, market);
  open(config, market, state, desks, Number(plan.need.openingLots), plan.layout.openingSide);
  placeOrders({ config, state, market, lines: plan.layout.lines, desks });
}

/** What the wallet brought counts as bought at the price of the start. */
function valueExits(state: GridState, { terms, priceTicks }: StrategyMarket): void {
  for (const cell of state.cells) {
    const value = valueOf(terms.grid, priceTicks, BigInt(cell.heldLots) as Lots, 'ceil');
    cell.heldUnits = String(-value);
  }
}

function open(
  config: GridConfig,
  market: StrategyMarket,
  state: GridState,
  desks: CommandContext,
  openingLots: number,
  openingSide: 'buy' | 'sell',
): void {
  state.isOpened = openingLots === 0;
  if (openingLots === 0) return;
  const side = openingLots < 0 ? 'sell' : openingSide;
  const lots = Math.abs(openingLots);
  const wanted = { side, isExit: openingLots < 0, lots, ticks: null, note: 'opening' };
  const request = orderRequest(gridStance(config), market.terms, wanted);
  state.openingOrderId = desks.orders.place(request);
}

function goOn(
  config: GridConfig,
  market: StrategyMarket,
  state: GridState,
  desks: CommandContext,
): void {
  const lines = gridLines(gridShape(config, market), state.shift);
  const now: GridNow = { config, state, market, lines, desks };
  const { ended } = desks.orders.counts();
  if (ended !== state.endedSeen) settleOrders(now);
  state.endedSeen = ended;
  if (!state.isOpened) settleOpening(now);
  if (state.phase === 'stopping' || isGridStopDue(now)) {
    stopGrid(now);
    return;
  }
  placeOrders(trailGrid(now));
}

/** When the opening order has ended, its cost is shared by the intervals that it was for. */
function settleOpening(now: GridNow): void {
  const { state, market, desks } = now;
  const order = state.openingOrderId === null ? null : desks.orders.find(state.openingOrderId);
  if (order?.state === 'open') return;
  state.isOpened = true;
  const filled = order === null ? null : filledOrder(market.terms, order);
  const { lots, units } = filled ?? { lots: 0, units: 0n };
  const isShared = now.config.investmentAsset === 'quote' && lots > 0;
  for (const cell of state.cells)
    if (isShared && cell.isExit && cell.heldUnits === '0')
      cell.heldUnits = String((units * BigInt(cell.heldLots)) / BigInt(lots));
  dropUncovered(now);
}

/** Exits that nothing was opened for become intervals that wait for their entry. */
function dropUncovered(now: GridNow): void {
  let free = freeLots(now);
  for (const cell of now.state.cells) {
    if (!cell.isExit || cell.orderId !== null) continue;
    if (cell.heldLots <= free) {
      free -= cell.heldLots;
      continue;
    }
    cell.isExit = false;
    cell.heldLots = 0;
    cell.heldUnits = '0';
    cell.waits = true;
  }
}

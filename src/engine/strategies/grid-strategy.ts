// A grid bot: waits for its start, opens what its exits need, keeps one order for each interval,
// and stops where it was told to. The plan that it begins with is the one that a preview shows.

import type { Lots } from '#domain/market/market-grid.ts';
import { valueOf } from '#domain/market/market-grid.ts';
import type { Market } from '#domain/market/market.ts';
import type { CommandContext } from '#engine/desks/command-context.ts';
import { doubleOf } from '#engine/strategies/double-of.ts';
import { filledOrder } from '#engine/strategies/filled-order.ts';
import type { GridConfig } from '#engine/strategies/grid-config.ts';
import { raiseInvestment } from '#engine/strategies/grown-lots.ts';
import type { GridNow } from '#engine/strategies/grid-orders.ts';
import { freeLots, gridStance, placeOrders, settleOrders } from '#engine/strategies/grid-orders.ts';
import { lotRange } from '#engine/strategies/grid-plan.ts';
import { layLines, leaveLines, moveRange, trailGrid } from '#engine/strategies/grid-range.ts';
import { noPairs } from '#engine/strategies/grid-pairs.ts';
import type { GridState } from '#engine/strategies/grid-state.ts';
import { completeState, newCells, newGridState } from '#engine/strategies/grid-state.ts';
import { isGridStopDue, stopGrid } from '#engine/strategies/grid-stop.ts';
import { gridWake } from '#engine/strategies/grid-wake.ts';
import { marketNow, priceTicksNow } from '#engine/strategies/market-now.ts';
import { orderRequest } from '#engine/strategies/order-request.ts';
import { previewGrid } from '#engine/strategies/preview-grid.ts';
import { readConfig } from '#engine/strategies/read-config.ts';
import { isStartDue } from '#engine/strategies/start-condition.ts';
import type { RunningStrategy, Strategy } from '#engine/strategies/strategy-brain.ts';
import type { Wake } from '#engine/strategies/wake.ts';
import { AWAKE, isAwake } from '#engine/strategies/wake.ts';

export type RunningGrid = RunningStrategy & {
  /** Null before the first price. */
  readonly stateNow: () => GridState | null;
};

export function gridStrategy(config: GridConfig, market: Market): Strategy {
  return (desks) => startGrid(config, market, desks);
}

/** `first` holds until it is edited. */
export function startGrid(first: GridConfig, market: Market, desks: CommandContext): RunningGrid {
  let config = first;
  let wake: Wake = AWAKE;
  let state: GridState | null = null;
  const update = (): void => {
    if (state?.phase === 'stopped' || !isAwake(desks, wake)) return;
    const close = desks.series.lastPrice(null);
    const priceTicks = priceTicksNow(desks, market);
    if (priceTicks === null) return;
    state ??= newGridState(close);
    const now = { config, state, market: marketNow(desks, market, priceTicks), desks };
    if (state.phase === 'waiting') begin(now);
    else goOn(now);
    wake = gridWake(now, close);
  };
  return {
    update,
    edit(record) {
      const read = readConfig(config.type, record, market);
      if (!read.ok || read.value.rules.kind !== 'grid') return;
      const { grid } = read.value.rules;
      const isMoved =
        grid.lowerPrice !== config.lowerPrice || grid.upperPrice !== config.upperPrice;
      config = grid;
      if (isMoved && state?.phase === 'running') {
        state.isMoving = true;
        // At once, so that the range is laid out in the next update and not in the one after it.
        if (state.isOpened) leaveLines({ state, desks });
      }
      wake = AWAKE;
    },
    signal: () => undefined,
    save: () => ({ config, wake, state }),
    restore(saved) {
      ({ config, wake, state } = saved as SavedGrid);
      if (state !== null) completeState(state);
    },
    stateNow: () => state,
    pairs: () => state?.pairs ?? noPairs(),
  };
}

type SavedGrid = {
  readonly config: GridConfig;
  readonly wake: Wake;
  readonly state: GridState | null;
};

/** The first orders: the opening one, then those that need nothing from it, lowest line first. */
function begin(now: GridNow): void {
  const { config, market, state, desks } = now;
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
    desks.settings.setLeverage(doubleOf(config.leverage));
  }
  state.phase = 'running';
  state.lotsPerGrid = Number(plan.lots);
  state.lotsPlanned = state.lotsPerGrid;
  state.investment = config.investment;
  state.lotsLeast = Number(lotRange(market, plan.layout).least);
  state.cells = newCells(plan.layout, state.lotsPerGrid);
  layLines(now);
  if (config.investmentAsset !== 'quote') valueExits(now);
  open(now, Number(plan.need.openingLots), plan.layout.openingSide);
  placeOrders(now);
}

/** What the wallet brought counts as bought at the price of the start. */
function valueExits({ state, market: { terms, priceTicks } }: GridNow): void {
  for (const cell of state.cells)
    cell.heldUnits = -valueOf(terms.grid, priceTicks, BigInt(cell.heldLots) as Lots, 'ceil');
}

function open(
  { config, market, state, desks }: GridNow,
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

function goOn(now: GridNow): void {
  const { state } = now;
  settleOrders(now);
  if (!state.isOpened) settleOpening(now);
  if (state.phase === 'stopping' || isGridStopDue(now)) {
    stopGrid(now);
    return;
  }
  if (state.isOpened) raiseInvestment(now);
  if (state.isMoving && state.isOpened) moveRange(now);
  if (state.isMoving) return;
  trailGrid(now);
  placeOrders(now);
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
    if (isShared && cell.isExit && cell.heldUnits === 0n)
      cell.heldUnits = (units * BigInt(cell.heldLots)) / BigInt(lots);
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
    cell.heldUnits = 0n;
    cell.wantedLots = 0;
    cell.waits = true;
  }
}

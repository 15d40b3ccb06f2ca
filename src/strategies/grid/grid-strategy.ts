// A grid bot: waits for its start, opens what its exits need, keeps one order for each interval,
// and stops where it was asked to. The plan that it begins with is the one that a preview shows.

import type { Lots } from '#venue-port/market/market-grid.ts';
import { valueOf } from '#venue-port/market/market-grid.ts';
import type { Market } from '#venue-port/market/market.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import { doubleOf } from '#strategies/shared/double-of.ts';
import { filledOrder } from '#strategies/shared/filled-order.ts';
import type { GridConfig } from '#strategies/grid/grid-config.ts';
import { raiseInvestment } from '#strategies/grid/grown-lots.ts';
import type { GridNow } from '#strategies/grid/grid-orders.ts';
import { freeLots, gridStance, placeOrders, settleOrders } from '#strategies/grid/grid-orders.ts';
import { lotRange } from '#strategies/grid/grid-plan.ts';
import { layLines, leaveLines, moveRange, trailGrid } from '#strategies/grid/grid-range.ts';
import { noPairs } from '#strategies/grid/grid-pairs.ts';
import type { GridState } from '#strategies/grid/grid-state.ts';
import { completeState, newCells, newGridState } from '#strategies/grid/grid-state.ts';
import { isGridStopDue, stopGrid } from '#strategies/grid/grid-stop.ts';
import { gridWake } from '#strategies/grid/grid-wake.ts';
import { marketNow, priceTicksNow } from '#strategies/shared/market-now.ts';
import { orderRequest } from '#strategies/shared/order-request.ts';
import { previewGrid } from '#strategies/grid/preview-grid.ts';
import { readStoredConfig } from '#strategies/read-config.ts';
import { isStartDue } from '#strategies/shared/start-condition.ts';
import type { RunningStrategy, Strategy } from '#strategies/shared/strategy-brain.ts';
import type { Wake } from '#strategies/shared/wake.ts';
import { AWAKE, isAwake } from '#strategies/shared/wake.ts';

export type RunningGrid = RunningStrategy & {
  /** Null before the first price. */
  readonly stateNow: () => GridState | null;
};

/** Strategy of these settings; it reads the market's facts in each update. */
export function gridStrategy(config: GridConfig, market: Market): Strategy {
  return (api) => startGrid(config, market, api);
}

/** `first` holds until it is edited. */
export function startGrid(first: GridConfig, market: Market, api: CommandContext): RunningGrid {
  let config = first;
  let wake: Wake = AWAKE;
  let state: GridState | null = null;
  const update = (): void => {
    if (state?.phase === 'stopped' || !isAwake(api, wake)) return;
    const close = api.series.lastPrice(null);
    const priceTicks = priceTicksNow(api, market);
    if (priceTicks === null) return;
    state ??= newGridState(close);
    const now = { config, state, market: marketNow(api, market, priceTicks), api };
    if (state.phase === 'waiting') begin(now);
    else goOn(now);
    wake = gridWake(now, close);
  };
  return {
    update,
    edit(record) {
      const read = readStoredConfig(config.type, record, market);
      if (!read.ok || read.value.rules.kind !== 'grid') return;
      const { grid } = read.value.rules;
      const isMoved =
        grid.lowerPrice !== config.lowerPrice || grid.upperPrice !== config.upperPrice;
      config = grid;
      if (isMoved && state?.phase === 'running') {
        state.isMoving = true;
        // At once, so that the range is laid out in the next update and not in the one after it.
        if (state.isOpened) leaveLines({ state, api });
      }
      wake = AWAKE;
    },
    signal: () => undefined,
    listensTo: () => null,
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
  const { config, market, state, api } = now;
  if (!isStartDue(api, config.start, state.firstPrice, config.direction)) return;
  const { plan, problems } = previewGrid(config, market, null);
  const [problem] = problems;
  if (plan === null || problem !== undefined) {
    state.phase = 'stopped';
    api.log.write('error', `the grid was not started: ${problem?.message ?? 'it has no plan'}`);
    api.settings.deactivate('the grid could not be started', false);
    return;
  }
  if (config.type === 'futures_grid') {
    api.settings.setMarginMode(config.marginMode);
    api.settings.setLeverage(doubleOf(config.leverage));
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
  { config, market, state, api }: GridNow,
  openingLots: number,
  openingSide: 'buy' | 'sell',
): void {
  state.isOpened = openingLots === 0;
  if (openingLots === 0) return;
  const side = openingLots < 0 ? 'sell' : openingSide;
  const lots = Math.abs(openingLots);
  const wanted = { side, isExit: openingLots < 0, lots, ticks: null, note: 'opening' };
  const request = orderRequest(gridStance(config), market.terms, wanted);
  state.openingOrderId = api.orders.place(request);
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
  const { state, market, api } = now;
  const order = state.openingOrderId === null ? null : api.orders.find(state.openingOrderId);
  if (order?.state === 'open') return;
  state.isOpened = true;
  const filled = order === null ? null : filledOrder(market.terms, order);
  const { lots, lotsAfterFees, units } = filled ?? { lots: 0, lotsAfterFees: 0, units: 0n };
  takeFeeLots(state, lots - lotsAfterFees);
  const isShared = now.config.investmentAsset === 'quote' && lotsAfterFees > 0;
  for (const cell of state.cells)
    if (isShared && cell.isExit && cell.heldUnits === 0n)
      cell.heldUnits = (units * BigInt(cell.heldLots)) / BigInt(lotsAfterFees);
  dropUncovered(now);
}

/** What fees took of what the opening order bought is missing in the exits that it was for. */
function takeFeeLots({ cells }: GridState, feeLots: number): void {
  const exits = cells.filter(({ isExit, orderId }) => isExit && orderId === null);
  let missing = feeLots;
  for (const [index, cell] of exits.entries()) {
    const taken = Math.min(cell.heldLots, Math.ceil(missing / (exits.length - index)));
    cell.heldLots -= taken;
    missing -= taken;
  }
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

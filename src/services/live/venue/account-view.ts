// The account as its exchange last showed it: what scripts read of balances and positions, and
// whether it covers what the bot holds. The exchange is believed: a bot holding what is not there
// is stopped, and its exits are cancelled, because they would open a position the wrong way round.

import type { Decimal } from '#lib/decimal.ts';
import { formatDecimal, subtractDecimal, ZERO } from '#lib/decimal.ts';
import type { Lots, MarketGrid } from '#venue-port/market/market-grid.ts';
import { amountOf, lotsOf, marketGrid, ticksOf, valueOf } from '#venue-port/market/market-grid.ts';
import type { Market } from '#venue-port/market/market.ts';
import { NO_UNITS, unitsOf } from '#venue-port/money/currency.ts';
import type { Position } from '#domain/position/position.ts';
import { increasePosition, newPosition } from '#domain/position/position.ts';
import { netLots } from '#engine/run/positions/position-book.ts';
import { writeLine } from '#engine/run/run-log.ts';
import type { RunMarket } from '#engine/run/run-market.ts';
import type { VenueView } from '#engine/run/run.ts';
import type { AccountBalances, VenuePosition } from '#venue-port/exchange/exchange.ts';
import type { HostedRun, SeenVenue } from '#services/live/state/hosted-run.ts';
import type { HeldPosition, VenueWallet } from '#services/live/state/venue-wallet.ts';

/** The parts that a run reads, in an order that does not depend on the exchange's. */
export function venueWallet(
  { balances }: AccountBalances,
  positions: readonly VenuePosition[],
): VenueWallet {
  return {
    balances: balances
      .map(({ currency, available, locked, marginUsed }) => {
        return { currency, available, locked, margin: marginUsed ?? ZERO };
      })
      .toSorted((left, right) => (left.currency < right.currency ? -1 : 1)),
    positions: positions
      .map(({ marketTag, direction, amount, averagePrice, leverage, marginMode }) => {
        return { marketTag, direction, amount, averagePrice, leverage, marginMode };
      })
      .toSorted((left, right) => (left.marketTag < right.marketTag ? -1 : 1)),
  };
}

/** How a run sees the wallet that `current` returns. */
export function viewWallet(current: () => VenueWallet, markets: readonly Market[]): VenueView {
  return {
    balances(currency) {
      const held = current().balances.find((balance) => balance.currency === currency);
      if (held === undefined) return { available: NO_UNITS, reserved: NO_UNITS, margin: NO_UNITS };
      const units = (value: Decimal) => unitsOf(currency, value, 'floor');
      const reserved = subtractDecimal(held.locked, held.margin);
      return {
        available: units(held.available),
        reserved: units(reserved),
        margin: units(held.margin),
      };
    },
    position(marketTag) {
      const held = current().positions.find((position) => position.marketTag === marketTag);
      const market = markets.find((each) => each.marketTag === marketTag);
      return held === undefined || market === undefined ? null : positionOf(held, market);
    },
  };
}

function positionOf(held: HeldPosition, market: Market): Position | null {
  const grid = marketGrid(market);
  const lots = lotsOf(grid, held.amount, 'floor');
  if (lots === 0n) return null;
  const { marketTag, direction, leverage, marginMode } = held;
  const opening = { positionId: marketTag, marketTag, direction, leverage, marginMode };
  const priceTicks = ticksOf(grid, held.averagePrice, 'half_even');
  const valueUnits = valueOf(grid, priceTicks, lots, 'half_even');
  const trade = { priceTicks, lots, valueUnits, feeUnits: NO_UNITS, atMs: 0 };
  return increasePosition(grid, newPosition(opening, 0), trade, NO_UNITS);
}

/** So often in a row the account may show less than the bot holds: a fill may be on its way. */
const UNCOVERED_ROUNDS_MAX = 3;

/**
 * Why the bot cannot go on; null when it can. Rounds count once in a minute: what is sent to a bot
 * between closes does not hurry it.
 */
export function checkPositions(live: HostedRun, isNewMinute: boolean): string | null {
  if (!isNewMinute) return null;
  const { engine, venue, orders } = live;
  const { run, window } = engine;
  const atMs = window.endMs;
  const short = run.markets.map((market) => shortage(live, market)).find((text) => text !== null);
  if (short === undefined) {
    if (venue.uncoveredRounds > 0)
      writeLine(run.log, atMs, 'info', 'its account holds what it holds again');
    venue.uncoveredRounds = 0;
    return null;
  }
  venue.uncoveredRounds += 1;
  if (venue.uncoveredRounds === 1) writeLine(run.log, atMs, 'warning', short);
  const isContract = run.markets[0]?.market.contract !== null;
  if (!isContract || venue.uncoveredRounds < UNCOVERED_ROUNDS_MAX) return null;
  for (const order of run.orders.open.values())
    if (order.isReduceOnly) orders.cancelsWanted.add(order.orderId);
  return `Somebody else closed what it held: ${short}.`;
}

/** What the account has less than the bot, as a sentence; null when it is all there. */
function shortage({ engine, venue }: HostedRun, market: RunMarket): string | null {
  const { marketTag } = market.market;
  const { grid } = market.terms;
  const held = netLots(engine.run.positions, market);
  if (held === 0n) return null;
  const there =
    market.market.contract === null ? spotLots(venue, market) : contractLots(venue, market);
  const isCovered = held > 0n ? there >= held : there <= held;
  // On spot a bot may have sold what its account had before.
  if (isCovered || (market.market.contract === null && held < 0n)) return null;
  const [shown, own] = [shownAmount(grid, there), shownAmount(grid, held)];
  return `its account holds ${shown} on "${marketTag}", less than the bot does (${own})`;
}

/** Lots that the account holds of contracts, signed: below zero where it is short. */
export function contractLots({ wallet }: SeenVenue, { market, terms }: RunMarket): bigint {
  const held = wallet.positions.find(({ marketTag }) => marketTag === market.marketTag);
  if (held === undefined) return 0n;
  const lots = lotsOf(terms.grid, held.amount, 'floor');
  return held.direction === 'short' ? -lots : lots;
}

/** All of the base currency; up to a hundredth of it may have gone for fees. */
function spotLots({ wallet }: SeenVenue, { market, terms }: RunMarket): bigint {
  const held = wallet.balances.find(({ currency }) => currency === market.base);
  if (held === undefined) return 0n;
  const lots =
    lotsOf(terms.grid, held.available, 'floor') + lotsOf(terms.grid, held.locked, 'ceil');
  return lots + lots / 100n;
}

function shownAmount(grid: MarketGrid, lots: bigint): string {
  return formatDecimal(amountOf(grid, lots as Lots));
}

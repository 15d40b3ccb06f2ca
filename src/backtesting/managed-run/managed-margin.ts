// Margin of a run by its wishes on contracts. Nothing is held or liquidated here: the account is
// only followed as long as cautious floats say that it can pay for its orders, its losses and its
// funding, and that no minute comes near to a liquidation. Otherwise the run is made bar by bar.

import { divideRounded, ONE, ZERO } from '#lib/decimal.ts';
import type { Decimal } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { LeverageTiers } from '#domain/margin/leverage-tier.ts';
import type { SingleFill } from '#domain/fast-spot/single-outcome.ts';
import { leverageOn } from '#engine/run/positions/leverage-on.ts';
import { floatOf } from '#engine/run/run-market.ts';
import type { PriceGuard } from '#engine/venue-feed/margin-guard.ts';
import { marginGuard, NO_GUARD } from '#engine/venue-feed/margin-guard.ts';
import type { VenueMarketBook } from '#engine/venue-feed/venue-market-book.ts';
import type { ManagedAccount } from '#backtesting/managed-run/managed-account.ts';
import { markAccount, walletOf } from '#backtesting/managed-run/managed-account.ts';

export type ManagedMargin = {
  readonly on: VenueMarketBook;
  readonly leverage: number;
  /** Of a value: the larger of both fees. */
  readonly feeShare: number;
  /** Whether losses of a position are paid by its own margin alone. */
  readonly isIsolated: boolean;
  /** Null where the rules know no margin. */
  readonly tiers: LeverageTiers | null;
  /** A position below this value may have the leverage. */
  readonly valueBelow: number;
  /** Fills of the position that is open, each of which may have rounded a unit. */
  fillsCount: number;
  fundingIndex: number;
  guard: PriceGuard;
  /** The first bar that the guard was not held against. */
  guardedBar: number;
};

/** Units that roundings may come to, and a part of a sum that floats may lose. */
const SPARE_UNITS = 16;
const NEARLY = 1e-9;
/** What a price may have moved against an order beyond what it holds for. */
const PRICE_SLACK = 1.02;

/**
 * Margin rules of a run; null where the market has no tiers. Notional values are in units of the
 * settlement currency.
 */
export function managedMargin({ feed, run, market }: ManagedAccount): ManagedMargin | null {
  const [on] = feed.venue.markets;
  const tiers = on?.venueMarket.tiers ?? null;
  if (on === undefined || tiers === null) return null;
  const { rules, terms } = on.venueMarket;
  const leverage = leverageOn(run, market);
  const tooHigh = tiers.find(({ highestLeverage }) => highestLeverage < leverage);
  const valueBelow = tooHigh === undefined ? Infinity : Number(tooHigh.floorUnits);
  const fees = [terms.makerFeePercent, terms.takerFeePercent].map(floatOf);
  return {
    on,
    leverage: floatOf(leverage),
    feeShare: Math.max(...fees) / 100,
    isIsolated: rules.appliesMargin && run.settings.marginMode === 'isolated',
    tiers: rules.appliesMargin ? tiers : null,
    valueBelow: rules.appliesMargin ? valueBelow : Infinity,
    fillsCount: 0,
    fundingIndex: 0,
    guard: NO_GUARD,
    guardedBar: 0,
  };
}

/** The least that may be available. */
function availableOf(account: ManagedAccount, { leverage, fillsCount }: ManagedMargin): number {
  const margin = (account.costUnits / leverage) * (1 + NEARLY);
  return walletOf(account) - margin - fillsCount - SPARE_UNITS;
}

/** Whether so many lots can surely be entered at about this price. */
export function canEnter(
  account: ManagedAccount,
  margin: ManagedMargin,
  lots: number,
  ticks: number,
): boolean {
  const value = lots * ticks * account.market.unitsPerLotTick * PRICE_SLACK;
  if (!(value + account.costUnits < margin.valueBelow)) return false;
  const need = value * (1 / margin.leverage + margin.feeShare) + SPARE_UNITS;
  return availableOf(account, margin) > need;
}

/** Whether a fill that leaves so much of the cost can surely be paid; of the account before it. */
export function canLeave(
  account: ManagedAccount,
  margin: ManagedMargin,
  { lots, valueUnits, feeUnits }: SingleFill,
): boolean {
  const removed = (account.costUnits * lots) / account.lots;
  const loss = account.side * (removed - valueUnits) + SPARE_UNITS;
  const released = (removed / margin.leverage) * (1 - NEARLY) - margin.fillsCount - SPARE_UNITS;
  if (margin.isIsolated) return loss < released && availableOf(account, margin) > feeUnits;
  return loss + feeUnits < released + availableOf(account, margin);
}

/**
 * Comes to a bar: pays funding that is due up to its open, and sees that no liquidation is near.
 * False where that is not known.
 */
export function passTo(account: ManagedAccount, margin: ManagedMargin, bar: number): boolean {
  const { funding } = margin.on;
  const { firstOpenMs } = account.run.setup;
  for (;;) {
    const next = funding[margin.fundingIndex];
    const fundingRow = next === undefined ? Infinity : (next.atMs - firstOpenMs) / MINUTE_MS;
    if (next === undefined || !(fundingRow <= bar)) break;
    let rate: bigint = ZERO;
    for (; funding[margin.fundingIndex]?.atMs === next.atMs; margin.fundingIndex += 1)
      rate += funding[margin.fundingIndex]?.rate ?? ZERO;
    // Within a minute none is due.
    if (account.lots === 0 || rate === 0n || !Number.isInteger(fundingRow)) continue;
    if (!holdGuard(account, margin, fundingRow)) return false;
    if (!payFunding(account, margin, fundingRow, rate as Decimal)) return false;
  }
  return holdGuard(account, margin, bar);
}

function payFunding(
  account: ManagedAccount,
  margin: ManagedMargin,
  row: number,
  rate: Decimal,
): boolean {
  if (!markAccount(account, row)) return false;
  const ticks = margin.on.columns.open[row] as number;
  const value = account.lots * ticks * account.market.unitsPerLotTick;
  if (!Number.isSafeInteger(value)) return false;
  const signed = account.side > 0 ? rate : -rate;
  const owed = Number(divideRounded(BigInt(value) * signed, ONE, 'ceil'));
  if (!(availableOf(account, margin) > owed)) return false;
  account.fundingUnits += owed;
  account.talliedFunding += owed;
  renewGuard(account, margin, row);
  return Number.isSafeInteger(account.talliedFunding);
}

/** The guard of the position as it is now, for this bar and those after it. */
export function renewGuard(account: ManagedAccount, margin: ManagedMargin, bar: number): void {
  const { lots, costUnits, side, market } = account;
  margin.guardedBar = bar;
  margin.guard = NO_GUARD;
  if (lots === 0) margin.fillsCount = 0;
  if (lots === 0 || margin.tiers === null) return;
  const own = (costUnits / margin.leverage) * (1 - NEARLY) - margin.fillsCount - SPARE_UNITS;
  const backing = margin.isIsolated ? own : own + availableOf(account, margin);
  const direction = side > 0 ? 'long' : 'short';
  const close = margin.on.columns.close[bar] as number;
  margin.guard = marginGuard(market, margin.tiers, { direction, lots, costUnits }, backing, close);
}

function holdGuard(account: ManagedAccount, margin: ManagedMargin, toBar: number): boolean {
  const { guard, guardedBar, on } = margin;
  margin.guardedBar = toBar;
  if (account.lots === 0 || guard === NO_GUARD) return true;
  const { high: highs, low: lows } = on.columns;
  for (let bar = guardedBar; bar <= toBar; bar += 1)
    if (!((highs[bar] as number) < guard.high && (lows[bar] as number) > guard.low)) return false;
  return true;
}

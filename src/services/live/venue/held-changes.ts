// Changes of a run's contracts over time: funding is for what was held when it was due, a
// liquidation of what was held then, and both may be listed after fills that came later.

import { MINUTE_MS } from '#lib/time.ts';
import { netLots } from '#engine/run/positions/position-book.ts';
import type { RunMarket } from '#engine/run/run-market.ts';
import type { Run } from '#engine/run/run.ts';
import type { VenueMarginEvent } from '#venue-port/exchange/exchange.ts';
import type { HeldChange, HostedRun } from '#services/live/state/hosted-run.ts';

/** What is listed later than this is shared by what was held then, at the earliest. */
const LISTED_WITHIN_MS = 60 * MINUTE_MS;

const CHANGES_MAX = 1_000;

/** When something happened at the exchange. */
export type VenueInstant = Pick<HeldChange, 'atMs' | 'sequence'>;

/** Retains what `apply` changes of what the run holds of contracts, as of the instant. */
export function noteHeldChange(live: HostedRun, at: VenueInstant, apply: () => void): void {
  const { engine, venue } = live;
  const before = heldOf(engine.run);
  apply();
  const changes = heldOf(engine.run).flatMap(({ market, lots }, index) => {
    const change = lots - (before[index]?.lots ?? 0n);
    return change === 0n ? [] : [{ marketTag: market.market.marketTag, ...at, lots: change }];
  });
  if (changes.length > 0)
    venue.heldChanges = newestChanges([...venue.heldChanges, ...changes], at.atMs);
}

/** The changes that are retained at an instant. */
export function newestChanges(changes: readonly HeldChange[], atMs: number): readonly HeldChange[] {
  return changes.filter((change) => change.atMs > atMs - LISTED_WITHIN_MS).slice(-CHANGES_MAX);
}

/**
 * Signed lots that the run held when an event of margin came. Where the exchange does not number it
 * and the fills of its instant together, funding comes before them, a liquidation after them.
 */
export function heldAt(
  live: HostedRun,
  market: RunMarket,
  event: VenueInstant & Pick<VenueMarginEvent, 'kind'>,
): bigint {
  const { marketTag } = market.market;
  let held = netLots(live.engine.run.positions, market);
  for (const change of live.venue.heldChanges)
    if (change.marketTag === marketTag && isBehind(change, event)) held -= change.lots;
  return held;
}

function isBehind(
  change: VenueInstant,
  event: VenueInstant & Pick<VenueMarginEvent, 'kind'>,
): boolean {
  if (change.atMs !== event.atMs) return change.atMs > event.atMs;
  if (change.sequence === undefined || event.sequence === undefined)
    return event.kind === 'funding';
  if (change.sequence === event.sequence) return event.kind === 'funding';
  return change.sequence > event.sequence;
}

function heldOf({ markets, positions }: Run): readonly { market: RunMarket; lots: bigint }[] {
  return markets
    .filter(({ market }) => market.contract !== null)
    .map((market) => ({ market, lots: netLots(positions, market) }));
}

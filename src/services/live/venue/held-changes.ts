// Changes of a run's contracts over time: funding is for what was held when it was due, a
// liquidation of what was held then, and both may be listed after fills that came later.

import { MINUTE_MS } from '#lib/time.ts';
import { netLots } from '#engine/run/positions/position-book.ts';
import type { RunMarket } from '#engine/run/run-market.ts';
import type { Run } from '#engine/run/run.ts';
import type { HeldChange, HostedRun } from '#services/live/state/hosted-run.ts';

/** What is listed later than this is shared by what was held then, at the earliest. */
const LISTED_WITHIN_MS = 60 * MINUTE_MS;

const CHANGES_MAX = 1_000;

/** Retains what `apply` changes of what the run holds of contracts, as of the instant. */
export function noteHeldChange(live: HostedRun, atMs: number, apply: () => void): void {
  const { engine, venue } = live;
  const before = heldOf(engine.run);
  apply();
  const changes = heldOf(engine.run).flatMap(({ market, lots }, index) => {
    const change = lots - (before[index]?.lots ?? 0n);
    return change === 0n ? [] : [{ marketTag: market.market.marketTag, atMs, lots: change }];
  });
  if (changes.length > 0)
    venue.heldChanges = newestChanges([...venue.heldChanges, ...changes], atMs);
}

/** The changes that are retained at an instant. */
export function newestChanges(changes: readonly HeldChange[], atMs: number): readonly HeldChange[] {
  return changes.filter((change) => change.atMs > atMs - LISTED_WITHIN_MS).slice(-CHANGES_MAX);
}

/** Signed lots that the run held right before the instant. */
export function heldBefore(live: HostedRun, market: RunMarket, atMs: number): bigint {
  const { marketTag } = market.market;
  let held = netLots(live.engine.run.positions, market);
  for (const change of live.venue.heldChanges)
    if (change.marketTag === marketTag && change.atMs >= atMs) held -= change.lots;
  return held;
}

function heldOf({ markets, positions }: Run): readonly { market: RunMarket; lots: bigint }[] {
  return markets
    .filter(({ market }) => market.contract !== null)
    .map((market) => ({ market, lots: netLots(positions, market) }));
}

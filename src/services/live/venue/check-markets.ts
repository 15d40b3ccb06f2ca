// Whether the markets of running bots are still there and open. What changes is said in a bot's
// log; a bot whose market is gone is stopped. Asked once for all bots of a window, also while
// no minute comes.

import { writeLine } from '#engine/run/run-log.ts';
import type { DeliveredVenue } from '#services/live/state/live-run.ts';
import type { HostedRun } from '#services/live/state/hosted-run.ts';
import type { MarketStanding, MarketWindow } from '#services/live/state/market-window.ts';
import { endOfWindow } from '#services/live/state/market-window.ts';
import type { ExchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { findMarket } from '#services/markets/find-market.ts';

/** Notes how the window's markets stand at their exchange. Throws Failure. */
export async function pollMarkets(
  exchanges: ExchangeRegistry,
  window: MarketWindow,
): Promise<void> {
  const standing = new Map<string, MarketStanding>();
  for (const { marketTag, exchange: code } of window.markets) {
    const exchange = exchanges.find(code);
    const now = exchange === null ? null : await findMarket(exchange, marketTag);
    if (now === null) standing.set(marketTag, 'gone');
    else if (!now.isOpen) standing.set(marketTag, 'closed');
  }
  const isSame =
    standing.size === window.standing.size &&
    [...standing].every(([marketTag, how]) => window.standing.get(marketTag) === how);
  if (!isSame) window.standing = standing;
}

/** Whether it was not delivered to the run yet how its markets stand. */
export function haveMarketsChanged(
  { standing }: Pick<DeliveredVenue, 'standing'>,
  window: Pick<MarketWindow, 'standing'>,
): boolean {
  return standing !== window.standing;
}

/** Tells a run, in its log, how its markets stand now; one whose market is gone is over. */
export function checkMarkets(live: HostedRun, standing: HostedRun['standing']): void {
  const { run, window, standing: before } = live;
  live.standing = standing;
  if (live.isFollowed) return;
  const atMs = endOfWindow(window);
  for (const { market } of run.markets) {
    const { marketTag } = market;
    const now = standing.get(marketTag);
    if (now === 'gone')
      live.over = { reason: `Its market "${marketTag}" no longer exists.`, isFault: true };
    if (now === before.get(marketTag)) continue;
    if (now === 'closed') {
      const text = `market "${marketTag}" is closed: orders on it fail until it opens`;
      writeLine(run.log, atMs, 'warning', text);
    } else if (now === undefined) {
      writeLine(run.log, atMs, 'info', `market "${marketTag}" is open again`);
    }
  }
}

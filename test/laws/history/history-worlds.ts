// Worlds in which a bot begins: where the minutes of markets come from, and how far they go back.

import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/time.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { HARNESS_PRICES } from '#adapters/sim/sim-harness.fixture.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { syncHistory } from '#services/history/sync-history.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';
import type { LiveRunDeps } from '#services/live/state/live-run-deps.ts';

export const BITCOIN = 'SIM_BTC_USDT';
export const ETHER = 'SIM_ETH_USDT';
export const CONTRACT = 'SIM_BTC_USDT_PERP';

export type HistoryWorld = {
  readonly harness: BotHarness;
  readonly changes: Partial<LiveRunDeps>;
  /** Fetches minutes that have closed, as another process does all the time. */
  sync(): Promise<void>;
};

/** Three minutes before an hour ends, so that a bar of each interval closes soon. */
export const BEGIN_MS = Date.UTC(2025, 2, 3, 23, 57, 20);

/** Makes a world: each is used once. */
export type MakeWorld = () => Promise<HistoryWorld>;

const usual = (): Promise<BotHarness> => botHarness({ prices: HARNESS_PRICES, startMs: BEGIN_MS });

async function computed(): Promise<HistoryWorld> {
  return { harness: await usual(), changes: {}, sync: async () => undefined };
}

type Listing = {
  /** When markets were listed. */
  readonly sinceMs: Readonly<Record<string, number>>;
  /** Whether nothing was traded in a minute. */
  readonly isQuiet?: (openMs: number) => boolean;
};

/** The exchange lists the minutes, and nothing is stored. */
async function listed({ sinceMs, isQuiet = () => false }: Listing): Promise<HistoryWorld> {
  const harness = await usual();
  const { exchange } = harness.sim;
  const listing: Exchange = {
    ...exchange,
    code: 'sim',
    async fetchCandles(marketTag, fromMs, toMs) {
      const firstMs = Math.max(fromMs, sinceMs[marketTag] ?? 0);
      if (firstMs >= toMs) return [];
      const candles = await exchange.fetchCandles(marketTag, firstMs, toMs);
      return candles.filter(({ openTimeMs }) => !isQuiet(openTimeMs));
    },
  };
  const changes = { exchanges: exchangeRegistry([listing]), candleSources: [] };
  const deps = { ...harness.deps, ...changes };
  const sync = async (): Promise<void> => {
    for (const marketTag of [BITCOIN, CONTRACT, ETHER]) {
      if ((await harness.deps.history.summarizeHistory(marketTag)) === null) continue;
      try {
        await syncHistory(deps, { marketTag, fromMs: null }, () => undefined);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
      }
    }
  };
  return { harness, changes, sync };
}

/** Some minutes of each hour, and half of a day. */
function isQuiet(openMs: number): boolean {
  const minute = Math.floor(openMs / MINUTE_MS);
  const inDay = openMs % DAY_MS;
  return (
    minute % 7 === 3 ||
    (minute % 11 < 3 && inDay < 6 * HOUR_MS) ||
    openMs % (3 * DAY_MS) < 13 * HOUR_MS
  );
}

/** How old the market that is traded is, and the other one. */
function sinceDays(traded: number, other: number): Listing['sinceMs'] {
  const [tradedMs, otherMs] = [traded, other].map((days) => BEGIN_MS - days * DAY_MS);
  return { [BITCOIN]: tradedMs ?? 0, [CONTRACT]: tradedMs ?? 0, [ETHER]: otherMs ?? 0 };
}

export const WORLDS: Readonly<Record<string, MakeWorld>> = {
  'all of its history is there': computed,
  'its market is ten days old': () => listed({ sinceMs: sinceDays(10, 10) }),
  'the other market is five days old': () => listed({ sinceMs: sinceDays(30, 5) }),
  'minutes without a trade': () => listed({ sinceMs: sinceDays(20, 20), isQuiet }),
};

// The markets of a venue, read on first use and every five minutes. Markets that did not change
// stay the same objects. A list that cannot be read leaves the one before. Orders on a market that
// is gone can still be looked up and cancelled.

import { MINUTE_MS } from '#lib/time.ts';
import type { Market, MarketTag, MarketType } from '#venue-port/market/market.ts';
import type { Log } from '#venue-port/world/log.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { Timer } from '#venue-port/world/timer.ts';
import type { FindMarket, ListedMarket } from '#venues/dialect.ts';
import type { UnreadableRow } from '#venues/dialects/reply/read-rows.ts';

export type MarketDirectory = {
  /** Those that are listed. */
  readonly markets: readonly Market[];
  /** Also those that were listed and are gone, as closed ones. */
  readonly byTag: ReadonlyMap<MarketTag, ListedMarket>;
  readonly find: FindMarket;
};

export type MarketList = {
  /**
   * Reads it if it was never read. Throws Failure then, and only then: the same one until `retry`.
   */
  current(): Promise<MarketDirectory>;
  /** The venue may reply now: a list that could not be read is requested again. */
  retry(): void;
  /** As last read; empty before. */
  latest(): MarketDirectory;
  /** Reads it anew, now. Throws Failure. */
  refresh(): Promise<MarketChanges>;
  /** Reads it anew every five minutes until the result is called. */
  follow(timer: Timer): () => void;
};

/** What open orders are to be checked for. */
export type MarketChanges = {
  readonly gone: readonly MarketTag[];
  /** With other steps, limits or fees, or opened or closed. */
  readonly changed: readonly MarketTag[];
};

/**
 * Reads all lists of the venue, in parts, so that no part occupies this thread for long. After the
 * last one come the rows that cannot be read.
 */
export type ReadMarkets = (
  onPart: (part: readonly ListedMarket[]) => void,
  onLeftOut: (rows: readonly UnreadableRow[]) => void,
) => Promise<void>;

const REFRESHED_EVERY_MS = 5 * MINUTE_MS;

/**
 * List that is read at first use; it throws what prevented its first reading. `onChanges` gets
 * markets that are gone or changed.
 */
export function makeMarketList(
  code: string,
  readMarkets: ReadMarkets,
  log: Pick<Log, 'info' | 'warn'>,
  onChanges: (changes: MarketChanges) => void = () => undefined,
  onLeftOut: (rows: readonly UnreadableRow[]) => void = () => undefined,
): MarketList {
  const none = directoryOf(new Map(), new Map());
  let directory: MarketDirectory | null = null;
  let underWay: Promise<MarketChanges> | null = null;
  let failure: Failure | null = null;

  async function read(): Promise<MarketChanges> {
    const before = directory;
    const { byTag, changed, leftOut } = await readOver(before, readMarkets);
    onLeftOut(leftOut);
    const gone = (before?.markets ?? [])
      .map(({ marketTag }) => marketTag)
      .filter((marketTag) => !byTag.has(marketTag));
    directory = directoryOf(byTag, formerOf(before, byTag));
    if (gone.length + changed.length > 0) onChanges({ gone, changed });
    log.info('venue.markets_read', {
      exchange: code,
      count: byTag.size,
      changed: changed.length,
      gone: gone.length,
      unreadable: leftOut.length,
    });
    return { gone, changed };
  }

  const noted = async (): Promise<MarketChanges> => {
    try {
      const changes = await read();
      failure = null;
      return changes;
    } catch (error) {
      if (error instanceof Failure) failure = error;
      throw error;
    }
  };
  const refresh = async (): Promise<MarketChanges> => {
    underWay ??= noted().finally(() => {
      underWay = null;
    });
    return underWay;
  };
  return {
    async current() {
      if (directory === null && failure !== null) throw failure;
      if (directory === null) await refresh();
      return directory ?? none;
    },
    retry() {
      failure = null;
    },
    latest: () => directory ?? none,
    refresh,
    follow: (timer) =>
      timer.every(REFRESHED_EVERY_MS, () => {
        refresh().catch((error: unknown) => {
          const cause = error instanceof Error ? error.message : 'unknown';
          log.warn('venue.markets_not_read', { exchange: code, cause });
        });
      }),
  };
}

type Reading = {
  readonly byTag: Map<MarketTag, ListedMarket>;
  readonly changed: readonly MarketTag[];
  readonly leftOut: readonly UnreadableRow[];
};

/** The list, with the markets of before where they did not change or cannot be read any more. */
async function readOver(
  before: MarketDirectory | null,
  readMarkets: ReadMarkets,
): Promise<Reading> {
  const byTag = new Map<MarketTag, ListedMarket>();
  const changed: MarketTag[] = [];
  const leftOut: UnreadableRow[] = [];
  await readMarkets(
    (part) => {
      for (const listed of part) {
        const { marketTag } = listed.market;
        const known = before?.byTag.get(marketTag);
        const isSame = known !== undefined && isSameMarket(known, listed);
        if (known !== undefined && !isSame) changed.push(marketTag);
        byTag.set(marketTag, isSame ? known : listed);
      }
    },
    (rows) => leftOut.push(...rows),
  );
  for (const known of stillListed(before, leftOut))
    if (!byTag.has(known.market.marketTag)) byTag.set(known.market.marketTag, known);
  return { byTag, changed, leftOut };
}

/** Markets that were read before, and whose rows are there and unreadable: they are not gone. */
function stillListed(
  before: MarketDirectory | null,
  leftOut: readonly UnreadableRow[],
): readonly ListedMarket[] {
  const names = new Set(leftOut.map(({ name }) => name));
  if (before === null || names.size === 0) return [];
  const known = before.markets.map(({ marketTag }) => before.byTag.get(marketTag));
  // A row without a name may be that of any of them.
  return known.filter(
    (each): each is ListedMarket =>
      each !== undefined && (names.has(null) || names.has(each.symbol)),
  );
}

/** Markets that were listed before and are not any more, as closed ones. */
function formerOf(
  before: MarketDirectory | null,
  byTag: ReadonlyMap<MarketTag, ListedMarket>,
): ReadonlyMap<MarketTag, ListedMarket> {
  return new Map(
    [...(before?.byTag ?? [])]
      .filter(([marketTag]) => !byTag.has(marketTag))
      .map(([marketTag, listed]) => [
        marketTag,
        { ...listed, market: { ...listed.market, isOpen: false } },
      ]),
  );
}

function directoryOf(
  listed: ReadonlyMap<MarketTag, ListedMarket>,
  former: ReadonlyMap<MarketTag, ListedMarket>,
): MarketDirectory {
  const bySymbol = new Map<string, ListedMarket>();
  const keyOf = (marketType: MarketType, symbol: string): string => `${marketType} ${symbol}`;
  // A symbol that is used anew is that of the market that is listed.
  const all = [...former.values(), ...listed.values()];
  for (const each of all) bySymbol.set(keyOf(each.market.marketType, each.symbol), each);
  return {
    markets: [...listed.values()].map(({ market }) => market),
    byTag: new Map([...former, ...listed]),
    find: (marketType, symbol) => bySymbol.get(keyOf(marketType, symbol)) ?? null,
  };
}

function isSameMarket(one: ListedMarket, other: ListedMarket): boolean {
  return one.symbol === other.symbol && isSame(one.market, other.market);
}

/** Whether two plain values have the same fields with the same contents. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object') return false;
  if (one === null || other === null) return false;
  const [left, right] = [Object.entries(one), other as Readonly<Record<string, unknown>>];
  return (
    left.length === Object.keys(other).length &&
    left.every(([name, value]) => isSame(value, right[name]))
  );
}

// The markets of a real exchange as a process has them that asks another one for them: read again
// when they are too old, remembered while the exchange does not respond, and retained over
// restarts.

import type { Market } from '#venue-port/market/market.ts';
import type { DatedMarkets, RetainedMarkets } from '#adapters/venue-link/retained-markets.ts';
import type { MonotonicTime } from '#venues/monotonic-time.ts';

type RememberedMarkets = {
  /** Callers at once share a request; a failure is not remembered. Throws Failure. */
  readonly read: () => Promise<readonly Market[]>;
  /**
   * As read last, however old; begins to read them anew where they are too old. Waits for nothing,
   * and remembers a failure.
   */
  readonly known: () => readonly Market[] | null;
  /** When the exchange listed what `known` returns; null: not known. */
  readonly asOfMs: () => number | null;
  /** Whether nothing has come of reading them in this process yet. */
  readonly isFirstReadUnderWay: () => boolean;
  /** Whether nobody has needed them: an exchange on demand is left alone until then. */
  readonly isUnused: () => boolean;
  readonly forget: () => void;
};

type Source = {
  readonly code: string;
  readonly time: Pick<MonotonicTime, 'nowMs'>;
  /** Null: nothing is retained. */
  readonly retained: RetainedMarkets | null;
  /** `known` begins no reading before they were read once. */
  readonly isOnDemand: boolean;
  readonly fetch: () => Promise<readonly Market[]>;
  /** When the list was read from the exchange that `fetch` returned last; null: not known. */
  readonly readAtMs: () => number | null;
};

/** Market lists change every five minutes at most, and have some megabytes. */
const MAX_AGE_MS = 30_000;
/** As often as the venue is probed while it does not reply. */
const RETRIED_EVERY_MS = 5_000;

type Request = { readonly value: Promise<readonly Market[]>; readonly atMs: number };

/** Markets that are fetched when first needed, and again when they are too old. */
export function rememberedMarkets(source: Source): RememberedMarkets {
  const { code, time, retained, isOnDemand, fetch, readAtMs } = source;
  let last: Request | null = null;
  let known: Partial<DatedMarkets> = {};
  let failedAtMs: number | null = null;
  let isFirst = true;
  let restoring: Promise<void> | null = null;

  const take = (markets: readonly Market[]): void => {
    known = { markets, ...dated(readAtMs()) };
    failedAtMs = null;
    const { asOfMs } = known;
    if (asOfMs !== undefined) void retained?.write(code, { markets, asOfMs });
  };
  const note = async (fetched: Request): Promise<void> => {
    try {
      const markets = await fetched.value;
      if (last === fetched) take(markets);
    } catch {
      if (last !== fetched) return;
      last = null;
      failedAtMs = time.nowMs();
    } finally {
      isFirst = false;
    }
  };
  const read = (): Promise<readonly Market[]> => {
    const nowMs = time.nowMs();
    if (last !== null && nowMs - last.atMs < MAX_AGE_MS) return last.value;
    const fetched = { value: fetch(), atMs: nowMs };
    last = fetched;
    void note(fetched);
    return fetched.value;
  };
  const restore = async (): Promise<void> => {
    const found = (await retained?.read(code)) ?? null;
    if (found !== null && known.markets === undefined) known = found;
  };
  const hasFailedLately = (): boolean =>
    failedAtMs !== null && time.nowMs() - failedAtMs < RETRIED_EVERY_MS;
  const isUnused = (): boolean =>
    isOnDemand && isFirst && last === null && known.markets === undefined;
  return {
    read,
    known() {
      restoring ??= restore();
      if (!hasFailedLately() && !isUnused()) read().catch(() => undefined);
      return known.markets ?? null;
    },
    asOfMs: () => known.asOfMs ?? null,
    isFirstReadUnderWay: () => isFirst && !isUnused(),
    isUnused,
    forget() {
      last = null;
      known = {};
      failedAtMs = null;
    },
  };
}

function dated(asOfMs: number | null): Pick<Partial<DatedMarkets>, 'asOfMs'> {
  return asOfMs === null ? {} : { asOfMs };
}

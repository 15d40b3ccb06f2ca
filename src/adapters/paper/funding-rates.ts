// The funding rates of one market as its exchange has listed them, and up to when no other can
// come: an account waits for a rate that is due and not listed yet, and pays it then.

import type { Decimal } from '#lib/decimal.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/time.ts';
import type { FundingRate } from '#venue-port/funding/funding-rate.ts';

/** Their interval follows from so many rates. */
const RATES_OF_INTERVAL = 4;
const LOOKBACK_MS = 2 * DAY_MS;
/** A rate that is due by the interval is waited for; without it there was none. */
export const LATE_MS_MAX = 15 * MINUTE_MS;
/** The same where no interval is known yet. */
const UNSURE_MS_MAX = MINUTE_MS;
const RETRY_MS = 1_000;
/** For an hour that the interval leaves out: exchanges shorten intervals. */
const UNEXPECTED_RETRY_MS = 30_000;

export type FundingRates = {
  /** Fetches the rates from `fromMs` to now. Throws Failure. Calls must not overlap. */
  load(fromMs: number, fetch: FetchRates): Promise<void>;
  /** What was due in the minute that begins then; null: none. */
  rateAt(openTimeMs: number): Decimal | null;
  /** Whatever was due before this instant is listed. */
  knownUntilMs(): number;
};

type FetchRates = (fromMs: number, toMs: number) => Promise<readonly FundingRate[]>;

/** Rates of one market, none at first; `load` fetches only what is not known. */
export function makeFundingRates(nowMs: () => number): FundingRates {
  const rates = new Map<number, Decimal>();
  let fromMs = Infinity;
  let triedAtMs = -Infinity;
  const add = (listed: readonly FundingRate[]): void => {
    for (const { atMs, rate } of listed) rates.set(dueAtMs(atMs), rate);
  };
  const knownUntilMs = (): number => unknownFromMs([...rates.keys()], fromMs, triedAtMs);
  return {
    async load(wantedMs, fetch) {
      const atMs = nowMs();
      const startMs = hourStartMs(wantedMs) - LOOKBACK_MS;
      if (startMs < fromMs) {
        add(await fetch(startMs, Math.min(fromMs, atMs + MINUTE_MS)));
        if (fromMs === Infinity) triedAtMs = atMs;
        fromMs = startMs;
      }
      if (!isWorthTrying(rates, knownUntilMs(), triedAtMs, atMs)) return;
      const lastMs = Math.max(fromMs, ...rates.keys());
      add(await fetch(lastMs, atMs + MINUTE_MS));
      triedAtMs = atMs;
    },
    rateAt: (openTimeMs) => rates.get(openTimeMs) ?? null,
    knownUntilMs,
  };
}

/** Exchanges are some milliseconds beside the minute. */
export function dueAtMs(listedAtMs: number): number {
  return Math.round(listedAtMs / MINUTE_MS) * MINUTE_MS;
}

/** The first instant at which one may be due that is not listed. */
function unknownFromMs(listedMs: readonly number[], fromMs: number, triedAtMs: number): number {
  const last = listedMs.toSorted((left, right) => left - right).slice(-RATES_OF_INTERVAL);
  const gaps = last.slice(1).map((atMs, index) => atMs - (last[index] ?? 0));
  const intervalMs = gaps.length === 0 ? null : Math.min(...gaps);
  const stepMs = intervalMs ?? HOUR_MS;
  const lateMs = intervalMs === null ? UNSURE_MS_MAX : LATE_MS_MAX;
  const firstMs = (last.at(-1) ?? hourStartMs(fromMs)) + stepMs;
  const stepsGivenUp = Math.floor((triedAtMs - lateMs - firstMs) / stepMs) + 1;
  return firstMs + Math.max(0, stepsGivenUp) * stepMs;
}

function isWorthTrying(
  rates: ReadonlyMap<number, Decimal>,
  knownUntilMs: number,
  triedAtMs: number,
  atMs: number,
): boolean {
  const hourMs = hourStartMs(atMs);
  if (triedAtMs < hourMs) return true;
  const sinceMs = atMs - triedAtMs;
  if (knownUntilMs <= atMs) return sinceMs >= RETRY_MS;
  // Before the first minute of the hour is settled, the exchange is queried once more.
  if (rates.has(hourMs) || triedAtMs >= hourMs + MINUTE_MS) return false;
  return atMs >= hourMs + MINUTE_MS || sinceMs >= UNEXPECTED_RETRY_MS;
}

function hourStartMs(instantMs: number): number {
  return instantMs - (instantMs % HOUR_MS);
}

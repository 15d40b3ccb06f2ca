// One loopback venue: exchanges with a skin each, one clock, one plan of faults.

import type { Exchange } from '#loopback/exchange/exchange.ts';
import type { VenueCode } from '#loopback/skins/all-venues.ts';
import { createExchange, emit, marketOf } from '#loopback/exchange/exchange.ts';
import { ALL_VENUES, VENUE_CODES } from '#loopback/skins/all-venues.ts';
import { payFunding } from '#loopback/exchange/liquidate.ts';
import type { FaultPlan } from '#loopback/faults/fault.ts';
import { createFaultPlan } from '#loopback/faults/fault.ts';
import type { WeightLimit } from '#loopback/skins/request-weights.ts';
import { createWeightCounter } from '#loopback/skins/request-weights.ts';
import type { LoopbackVenue } from '#loopback/skins/loopback-venue.ts';
import type { Skin } from '#loopback/skins/skin.ts';
import type { Respeller } from '#loopback/values/respell.ts';
import { createRespeller } from '#loopback/values/respell.ts';
import type { VenueClock } from '#loopback/venue-clock.ts';
import { createVenueClock } from '#loopback/venue-clock.ts';

export type RequestRecord = {
  readonly atMs: number;
  readonly venue: VenueCode;
  readonly method: string;
  readonly path: string;
  readonly operation: string;
  readonly fault: string | null;
  outcome: string;
};

export type StreamMode = 'open' | 'silent';

export type VenueState = {
  readonly clock: VenueClock;
  readonly skins: Readonly<Record<VenueCode, Skin>>;
  readonly faults: FaultPlan;
  readonly values: Readonly<Record<VenueCode, Respeller>>;
  readonly maintenance: Set<VenueCode>;
  readonly streamModes: Map<VenueCode, StreamMode>;
  /** The newest requests, at most so many. */
  readonly requests: RequestRecord[];
  readonly weightLimits: Readonly<Record<VenueCode, WeightLimit>>;
  readonly accountLimits: { areAccountsLimited: boolean };
  readonly activities: Map<string, NodeJS.Timeout>;
  /** Ends every stream of a venue. */
  dropStreams(venue: VenueCode): void;
};

export const REQUESTS_MAX = 50_000;
const VALUES_SEED = 1;
const MINUTE_MS = 60_000;
const FUNDING_MS = 8 * 3_600_000;
const PRICES = { BTC: '60000', ETH: '3000', BNB: '600' };

/** State with one exchange for each skin and the usual prices. */
export function createVenueState(dropStreams: (venue: VenueCode) => void): VenueState {
  const clock = createVenueClock();
  const accountLimits = { areAccountsLimited: true };
  const limits = perVenue(({ limit }) => ({ ...limit }));
  const skins = perVenue(({ rules, markets, createSkin }, code) => {
    // Limits and the delay of the engine change.
    const exchange = createExchange({ ...rules }, clock, markets, PRICES);
    const counter = createWeightCounter(limits[code]);
    if (markets.some(({ kind }) => kind === 'linear')) scheduleFunding(exchange);
    return createSkin(exchange, { counter, accounts: accountLimits });
  });
  scheduleMinutes(clock, skins);
  return {
    clock,
    skins,
    faults: createFaultPlan(),
    values: perVenue(({ spellings }) => createRespeller(spellings, VALUES_SEED)),
    maintenance: new Set(),
    streamModes: new Map(),
    requests: [],
    weightLimits: limits,
    accountLimits,
    activities: new Map(),
    dropStreams,
  };
}

/** Exchange of a venue's skin. */
export function exchangeOf(state: VenueState, venue: VenueCode): Exchange {
  return state.skins[venue].exchange;
}

/**
 * By the host that the client meant; by the path if it named none. What is asked about a key at the
 * host of spot concerns the market that the key is of.
 */
export function skinFor(
  state: VenueState,
  host: string,
  path: string,
  apiKey = '',
): VenueCode | null {
  const [name = ''] = host.split(':');
  if (path.startsWith('/sapi/') && exchangeOf(state, 'binanceusdm').keys.has(apiKey))
    return 'binanceusdm';
  for (const venue of VENUE_CODES) {
    if (state.skins[venue].hosts.includes(name)) return venue;
  }
  return VENUE_CODES.find((venue) => ALL_VENUES[venue].paths.test(path)) ?? null;
}

function perVenue<T>(
  make: (venue: LoopbackVenue, code: VenueCode) => T,
): Readonly<Record<VenueCode, T>> {
  const made = VENUE_CODES.map((code) => [code, make(ALL_VENUES[code], code)] as const);
  return Object.fromEntries(made) as Record<VenueCode, T>;
}

/** At 00:00, 08:00 and 16:00 UTC, with the rate that each market has then. */
function scheduleFunding(exchange: Exchange): void {
  const nowMs = exchange.clock.nowMs();
  const nextMs = (Math.floor(nowMs / FUNDING_MS) + 1) * FUNDING_MS;
  exchange.clock.schedule(nextMs - nowMs, () => {
    for (const { terms, fundingRate } of exchange.markets.values()) {
      if (terms.kind === 'linear') payFunding(exchange, terms.key, fundingRate);
    }
    scheduleFunding(exchange);
  });
}

/** Tells the streams when candles close. */
function scheduleMinutes(clock: VenueClock, skins: VenueState['skins']): void {
  const nowMs = clock.nowMs();
  const endedAtMs = (Math.floor(nowMs / MINUTE_MS) + 1) * MINUTE_MS;
  clock.schedule(endedAtMs - nowMs, () => {
    for (const { exchange } of Object.values(skins)) emit(exchange, { kind: 'minute', endedAtMs });
    scheduleMinutes(clock, skins);
  });
}

/** The market's own participants at work, until the next call for the market. */
export function setActivity(
  state: VenueState,
  venue: VenueCode,
  marketKey: string,
  everyMs: number,
  act: () => void,
): void {
  marketOf(exchangeOf(state, venue), marketKey);
  const name = `${venue}|${marketKey}`;
  clearInterval(state.activities.get(name));
  state.activities.delete(name);
  if (everyMs > 0) state.activities.set(name, setInterval(act, everyMs).unref());
}

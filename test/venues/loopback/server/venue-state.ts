// One loopback venue: five exchanges with a skin each, one clock, one plan of faults.

import {
  BINANCE_MARKETS,
  BINANCE_USDM_MARKETS,
  BYBIT_MARKETS,
  KRAKEN_MARKETS,
  OKX_MARKETS,
} from '../exchange/market.ts';
import type { Exchange, VenueCode } from '../exchange/exchange.ts';
import { createExchange, emit, marketOf, VENUE_CODES } from '../exchange/exchange.ts';
import { payFunding } from '../exchange/liquidate.ts';
import type { FaultPlan } from '../faults/fault.ts';
import { createFaultPlan } from '../faults/fault.ts';
import { createBinanceSkin } from '../skins/binance/binance-skin.ts';
import { createBinanceUsdmSkin } from '../skins/binance-usdm/binance-usdm-skin.ts';
import { createBybitSkin } from '../skins/bybit/bybit-skin.ts';
import { createKrakenSkin } from '../skins/kraken/kraken-skin.ts';
import { createOkxSkin } from '../skins/okx/okx-skin.ts';
import type { WeightLimit } from '../skins/request-weights.ts';
import { createWeightCounter } from '../skins/request-weights.ts';
import type { Skin } from '../skins/skin.ts';
import type { VenueClock } from '../venue-clock.ts';
import { createVenueClock } from '../venue-clock.ts';

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
const MINUTE_MS = 60_000;
const FUNDING_MS = 8 * 3_600_000;
const PRICES = { BTC: '60000', ETH: '3000', BNB: '600' };
/** From the acknowledgement of Bybit, Kraken or OKX to its engine. */
const ENGINE_DELAY_MS = 10;

export function createVenueState(dropStreams: (venue: VenueCode) => void): VenueState {
  const clock = createVenueClock();
  const binance = createExchange(
    { code: 'binance', names: 'unique_open', postOnly: 'refused', engineDelayMs: 0 },
    clock,
    BINANCE_MARKETS,
    PRICES,
  );
  const usdm = createExchange(
    { code: 'binanceusdm', names: 'unique_open', postOnly: 'refused', engineDelayMs: 0 },
    clock,
    BINANCE_USDM_MARKETS,
    PRICES,
  );
  const bybit = createExchange(
    { code: 'bybit', names: 'unique_ever', postOnly: 'cancelled', engineDelayMs: ENGINE_DELAY_MS },
    clock,
    BYBIT_MARKETS,
    PRICES,
  );
  const kraken = createExchange(
    {
      code: 'kraken',
      names: 'unique_open',
      postOnly: 'cancelled',
      feesIn: 'quote',
      engineDelayMs: ENGINE_DELAY_MS,
    },
    clock,
    KRAKEN_MARKETS,
    PRICES,
  );
  const okx = createExchange(
    { code: 'okx', names: 'unique_open', postOnly: 'cancelled', engineDelayMs: ENGINE_DELAY_MS },
    clock,
    OKX_MARKETS,
    PRICES,
  );
  // The limits of the documentation: 6,000 and 2,400 a minute, and 600 in five seconds.
  const weightLimits = {
    binance: { windowMs: 60_000, max: 6000 },
    binanceusdm: { windowMs: 60_000, max: 2400 },
    bybit: { windowMs: 5000, max: 600 },
    // Kraken counts by key, and OKX each endpoint by itself, in their skins.
    kraken: { windowMs: 60_000, max: 0 },
    okx: { windowMs: 2000, max: 0 },
  };
  const accountLimits = { areAccountsLimited: true };
  for (const exchange of [usdm, bybit]) scheduleFunding(exchange);
  for (const exchange of [binance, usdm, bybit, kraken, okx]) scheduleMinutes(exchange);
  return {
    clock,
    skins: {
      binance: createBinanceSkin(binance, createWeightCounter(weightLimits.binance)),
      binanceusdm: createBinanceUsdmSkin(usdm, createWeightCounter(weightLimits.binanceusdm)),
      bybit: createBybitSkin(bybit, createWeightCounter(weightLimits.bybit), accountLimits),
      kraken: createKrakenSkin(kraken, accountLimits),
      okx: createOkxSkin(okx, accountLimits),
    },
    faults: createFaultPlan(),
    maintenance: new Set(),
    streamModes: new Map(),
    requests: [],
    weightLimits,
    accountLimits,
    activities: new Map(),
    dropStreams,
  };
}

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
  if (path.startsWith('/v5/')) return 'bybit';
  if (path.startsWith('/0/') || path === '/v2') return 'kraken';
  if (/^\/(?:api|ws)\/v5\//.test(path)) return 'okx';
  if (/^\/(?:fapi|private|market)\//.test(path)) return 'binanceusdm';
  return /^\/(?:api|sapi|ws-api|ws|stream)(?:\/|$)/.test(path) ? 'binance' : null;
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
function scheduleMinutes(exchange: Exchange): void {
  const nowMs = exchange.clock.nowMs();
  const endedAtMs = (Math.floor(nowMs / MINUTE_MS) + 1) * MINUTE_MS;
  exchange.clock.schedule(endedAtMs - nowMs, () => {
    emit(exchange, { kind: 'minute', endedAtMs });
    scheduleMinutes(exchange);
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

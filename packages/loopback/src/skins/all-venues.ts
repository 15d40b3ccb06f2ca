// The exchanges that the loopback venue stands in for, by the codes that the service has for them.

import { BINANCE_VENUE } from '#loopback/skins/binance/binance-venue.ts';
import { BINANCE_USDM_VENUE } from '#loopback/skins/binance-usdm/binance-usdm-venue.ts';
import { BITGET_VENUE } from '#loopback/skins/bitget/bitget-venue.ts';
import { BYBIT_VENUE } from '#loopback/skins/bybit/bybit-venue.ts';
import { COINBASE_VENUE } from '#loopback/skins/coinbase/coinbase-venue.ts';
import { GATE_VENUE } from '#loopback/skins/gate/gate-venue.ts';
import { HYPERLIQUID_VENUE } from '#loopback/skins/hyperliquid/hyperliquid-venue.ts';
import { KRAKEN_VENUE } from '#loopback/skins/kraken/kraken-venue.ts';
import { KUCOIN_VENUE } from '#loopback/skins/kucoin/kucoin-venue.ts';
import type { LoopbackVenue } from '#loopback/skins/loopback-venue.ts';
import { OKX_VENUE } from '#loopback/skins/okx/okx-venue.ts';

const VENUES = {
  binance: BINANCE_VENUE,
  binanceusdm: BINANCE_USDM_VENUE,
  bitget: BITGET_VENUE,
  bybit: BYBIT_VENUE,
  coinbase: COINBASE_VENUE,
  gate: GATE_VENUE,
  hyperliquid: HYPERLIQUID_VENUE,
  kraken: KRAKEN_VENUE,
  kucoin: KUCOIN_VENUE,
  okx: OKX_VENUE,
};

export type VenueCode = keyof typeof VENUES;
export const ALL_VENUES: Readonly<Record<VenueCode, LoopbackVenue>> = VENUES;
/** The dollars that bitcoin is traded in there. */
export function dollarsAt(code: VenueCode): string {
  return ALL_VENUES[code].markets.find(({ base }) => base === 'BTC')?.quote ?? '';
}

export const VENUE_CODES = Object.keys(VENUES) as readonly VenueCode[];

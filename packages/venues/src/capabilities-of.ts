// Row of the table of capabilities for each type of markets of an exchange, from what its dialect
// declares and the driver acts on.

import type { MarketType } from '#venue-port/market/market.ts';
import type { MarketCapabilities, MarketStream } from '#venue-port/exchange/market-capabilities.ts';
import type { VenueDialect } from '#venues/dialect.ts';

/** One row for each type of markets. */
export function capabilitiesOf(dialect: VenueDialect): readonly MarketCapabilities[] {
  return dialect.marketTypes.map((marketType) => rowOf(dialect, marketType));
}

function rowOf(dialect: VenueDialect, marketType: MarketType): MarketCapabilities {
  const { orderSupport, accountModes } = dialect;
  const { stops, stopsLeftOut, attachedStops, reduceOnly } = orderSupport;
  const isFutures = marketType === 'futures';
  return {
    marketType,
    stops: stops?.[marketType] ?? [],
    stopsLeftOut: stopsLeftOut?.[marketType] ?? null,
    attachedStops: attachedStops?.includes(marketType) === true,
    reduceOnly: reduceOnly && isFutures,
    positionModes: isFutures ? ['one_way'] : [],
    accountModes: Object.values(accountModes?.[marketType] ?? {}),
    streams: streamsOf(dialect),
  };
}

function streamsOf({ marketStream, bestPriceStream }: VenueDialect): readonly MarketStream[] {
  const streams: MarketStream[] = ['account'];
  if (marketStream !== undefined) streams.push('minutes');
  if (bestPriceStream !== undefined) streams.push('best_prices');
  return streams;
}

// Minutes as rows of figures: those that are stored of a market, and those that the venue has.

import { decimal } from '#lib/decimal.ts';
import { candlesOf } from '#domain/candle/columns-from-candles.ts';
import { lotsOf, marketGrid, ticksOf } from '#venue-port/market/market-grid.ts';
import type { Market } from '#venue-port/market/market.ts';
import type { HistoryStore } from '#ports/world/history.ts';
import { plainText } from '#loopback/amount.ts';
import type { VenueServer } from '#loopback/server/venue-server.ts';
import type { VenueCode } from '#loopback/skins/all-venues.ts';
import { ALL_VENUES } from '#loopback/skins/all-venues.ts';

/** Of the markets that tests read: spot, where there is any. */
export function mainKind(code: string): 'spot' | 'linear' {
  const { markets } = ALL_VENUES[code as VenueCode];
  return markets.some(({ kind }) => kind === 'spot') ? 'spot' : 'linear';
}

type Figures = Readonly<Record<'open' | 'high' | 'low' | 'close' | 'volume', bigint>>;

function rowOf(openMs: number, { open, high, low, close, volume }: Figures): string {
  return [openMs, open, high, low, close, volume].join(' ');
}

export async function storedMinutes(
  history: HistoryStore,
  { marketTag }: Market,
  fromMs: number,
  toMs: number,
): Promise<readonly string[]> {
  const columns = await history.loadCandles(marketTag, { fromMs, toMs }, 'own');
  return [...candlesOf(columns)].map((candle) => rowOf(candle.openTimeMs, candle));
}

export function listedMinutes(
  server: VenueServer,
  market: Market,
  fromMs: number,
  toMs: number,
): readonly string[] {
  const { exchange: code, base, quote } = market;
  const { markets } = server.state.skins[code as VenueCode].exchange;
  const minutes = markets.get(`${mainKind(code)}:${base}${quote}`)?.candles.minutes ?? new Map();
  const grid = marketGrid(market);
  const ticks = (value: bigint) => ticksOf(grid, decimal(plainText(value)), 'half_even');
  return [...minutes.values()]
    .filter(({ startMs }) => startMs >= fromMs && startMs < toMs)
    .sort((one, other) => one.startMs - other.startMs)
    .map(({ startMs, open, high, low, close, volume }) =>
      rowOf(startMs, {
        open: ticks(open),
        high: ticks(high),
        low: ticks(low),
        close: ticks(close),
        volume: lotsOf(grid, decimal(plainText(volume)), 'half_even'),
      }),
    );
}

// Prices and volumes of candles as series.

import { container } from '#engine/values/container.ts';
import type { CommandImplementations } from '#commands/definition/command-implementation.ts';
import { CONSTANT_CATALOGUE } from '#commands/constants/constant-catalogue.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { CandleStyle, PriceSource, SeriesLike } from '#engine/run-api/series-api.ts';
import type { LuaValue } from '#lua/runtime/value.ts';

type PriceChoice = readonly [
  interval: number,
  fullCandles: boolean,
  market: string,
  hlcStyle: boolean,
];

function prices(
  source: PriceSource,
): (context: CommandContext, ...chosen: PriceChoice) => SeriesLike {
  return ({ series }, interval, fullCandles, market, hlcStyle) =>
    series.prices({
      source,
      marketTag: market,
      intervalMinutes: interval,
      isClosedOnly: fullCandles,
      style: styleOf(hlcStyle),
    });
}

function styleOf(hlcStyle: boolean): CandleStyle {
  return hlcStyle ? 'hlc' : 'candle';
}

const NAMED_SOURCES: Readonly<Record<string, PriceSource>> = {
  ClosePriceSource: 'close',
  HighPriceSource: 'high',
  HLCPriceSource: 'hlc',
  HLPriceSource: 'hl',
  LowPriceSource: 'low',
  OHLCPriceSource: 'ohlc',
  OpenPriceSource: 'open',
  VolumePriceSource: 'volume',
};

const SOURCES: ReadonlyMap<LuaValue, PriceSource> = new Map(
  CONSTANT_CATALOGUE.flatMap(({ name, value }) => {
    const source = NAMED_SOURCES[name];
    return source === undefined ? [] : [[value, source]];
  }),
);

const NOW_FIELDS = ['open', 'high', 'low', 'close', 'volume', 'ask', 'bid'] as const;

export const PRICE_IMPLEMENTATIONS = {
  BuyPrices: prices('buy'),
  ClosePrices: prices('close'),
  DataSeries: ({ series }: CommandContext, name: string, interval: number) =>
    series.data(name, interval),
  CurrentPrice: ({ series }: CommandContext, market: string) => {
    const { open, high, low, close, volume, ask, bid } = series.now(market);
    return container(NOW_FIELDS, [open, high, low, close, volume, ask, bid]);
  },
  GetBodyHighPrices: prices('body_high'),
  GetBodyLowPrices: prices('body_low'),
  GetVolume: prices('volume'),
  HeikinOpenPrices: (
    { series }: CommandContext,
    interval: number,
    fullCandles: boolean,
    market: string,
  ) =>
    series.prices({
      source: 'open',
      marketTag: market,
      intervalMinutes: interval,
      isClosedOnly: fullCandles,
      style: 'heikin_ashi',
    }),
  HighPrices: prices('high'),
  HLCPrices: prices('hlc'),
  HLPrices: prices('hl'),
  LowPrices: prices('low'),
  OCPrices: prices('oc'),
  OHLCPrices: prices('ohlc'),
  OpenPrices: prices('open'),
  SellPrices: prices('sell'),
  SourcePrices: (context: CommandContext, type: LuaValue, ...chosen: PriceChoice) =>
    prices(SOURCES.get(type) ?? 'close')(context, ...chosen),
} satisfies CommandImplementations;

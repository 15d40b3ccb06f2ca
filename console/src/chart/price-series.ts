// Prices and volume that a script draws, as series of a chart: candles, bars, lines, areas and
// Heikin-Ashi candles.

import type { BacktestDrawing } from '@tidemill/client';
import type { IChartApiBase, ISeriesApi, SeriesType, UTCTimestamp } from 'lightweight-charts';
import {
  AreaSeries,
  BarSeries,
  CandlestickSeries,
  HistogramSeries,
  LineSeries,
} from 'lightweight-charts';
import type { Bar } from './bars.ts';
import { heikinAshi } from './heikin-ashi.ts';

type Series = ISeriesApi<SeriesType>;
type Look = Pick<BacktestDrawing, 'style' | 'color' | 'second_color'>;
type Colours = { readonly rise: string; readonly fall: string };

const QUIET = { priceLineVisible: false, lastValueVisible: false } as const;

export function addPriceSeries(
  chart: IChartApiBase,
  bars: readonly Bar[],
  look: Look,
  { rise, fall }: Colours,
  place: { readonly pane: number; readonly scaleId: string },
): Series {
  const [up, down] = [look.color?.slice(0, 7) ?? rise, look.second_color?.slice(0, 7) ?? fall];
  const shared = { ...QUIET, priceScaleId: place.scaleId };
  const ohlc = (of: readonly Bar[]) =>
    of.map(({ time, open, high, low, close }) => {
      return { time: time as UTCTimestamp, open, high, low, close };
    });
  switch (look.style ?? 'candles') {
    case 'line':
    case 'area': {
      const closes = bars.map(({ time, close }) => ({ time: time as UTCTimestamp, value: close }));
      const isLine = look.style === 'line';
      const series: Series = isLine
        ? chart.addSeries(LineSeries, { ...shared, color: up, lineWidth: 1 }, place.pane)
        : chart.addSeries(
            AreaSeries,
            {
              ...shared,
              lineWidth: 2,
              lineColor: up,
              topColor: `${hexOf(up)}44`,
              bottomColor: `${hexOf(up)}08`,
            },
            place.pane,
          );
      series.setData(closes);
      return series;
    }
    case 'bars': {
      const series = chart.addSeries(
        BarSeries,
        { ...shared, upColor: up, downColor: down },
        place.pane,
      );
      series.setData(ohlc(bars));
      return series;
    }
    case 'candles':
    case 'heikin_ashi': {
      const colours = { upColor: up, downColor: down, wickUpColor: up, wickDownColor: down };
      const series = chart.addSeries(
        CandlestickSeries,
        { ...shared, ...colours, borderVisible: false },
        place.pane,
      );
      series.setData(ohlc(look.style === 'heikin_ashi' ? heikinAshi(bars) : bars));
      return series;
    }
  }
}

/** Colours of the page are computed as `rgb(…)`; an opacity is added to six digits only. */
function hexOf(colour: string): string {
  const parts = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(colour)?.slice(1);
  if (parts === undefined) return colour;
  return `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
}

/** On the chart of the prices at its foot, elsewhere as large as the chart. */
export function addVolumeSeries(
  chart: IChartApiBase,
  bars: readonly Bar[],
  look: Pick<BacktestDrawing, 'color' | 'second_color'>,
  colours: Colours,
  pane: number,
): Series {
  const [up, down] = [look.color ?? colours.rise, look.second_color ?? colours.fall];
  const series = chart.addSeries(
    HistogramSeries,
    {
      ...QUIET,
      priceFormat: { type: 'volume' },
      ...(pane === 0 ? { priceScaleId: 'volume' } : {}),
    },
    pane,
  );
  series.setData(
    bars.map(({ time, open, close, volume }) => ({
      time: time as UTCTimestamp,
      value: volume,
      color: close >= open ? up : down,
    })),
  );
  return series;
}

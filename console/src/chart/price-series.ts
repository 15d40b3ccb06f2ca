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
import { barsPainter } from './figure-painters.ts';
import { heikinAshi } from './heikin-ashi.ts';
import { paintBehind } from './painter.ts';

type Series = ISeriesApi<SeriesType>;
type Fills = Partial<Pick<BacktestDrawing, 'is_rise_filled' | 'is_fall_filled'>>;
export type Look = Fills &
  Pick<BacktestDrawing, 'style' | 'color' | 'second_color'> &
  Partial<Pick<BacktestDrawing, 'mark_color' | 'is_mark_filled'>>;
type Colours = { readonly rise: string; readonly fall: string };

const QUIET = { priceLineVisible: false, lastValueVisible: false } as const;

/** Adds the series to a chart; an unknown look is candles. */
export function addPriceSeries(
  chart: IChartApiBase,
  bars: readonly Bar[],
  look: Look,
  { rise, fall, mark }: Colours & { readonly mark: string },
  place: {
    readonly pane: number;
    readonly scaleId: string;
    readonly marked?: ReadonlySet<number> | undefined;
  },
): Series {
  const [up, down] = [look.color?.slice(0, 7) ?? rise, look.second_color?.slice(0, 7) ?? fall];
  const shared = { ...QUIET, priceScaleId: place.scaleId };
  const markColour = look.mark_color?.slice(0, 7) ?? mark;
  const ohlc = (of: readonly Bar[]) => candlesOf(of, look, markColour, place.marked);
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
      // Of a bar there is no inside, so that its mark has the colour itself.
      series.setData(
        ohlc(bars).map((bar) => ('color' in bar ? { ...bar, color: markColour } : bar)),
      );
      return series;
    }
    case 'candles':
    case 'heikin_ashi': {
      const colours = {
        upColor: look.is_rise_filled === false ? HOLLOW : up,
        downColor: look.is_fall_filled === false ? HOLLOW : down,
        borderUpColor: up,
        borderDownColor: down,
        wickUpColor: up,
        wickDownColor: down,
      };
      const series = chart.addSeries(CandlestickSeries, { ...shared, ...colours }, place.pane);
      series.setData(ohlc(look.style === 'heikin_ashi' ? heikinAshi(bars) : bars));
      return series;
    }
  }
}

/** Those that are marked have the colour of marks. */
function candlesOf(
  bars: readonly Bar[],
  { is_mark_filled: isFilled }: Look,
  markColour: string,
  times: ReadonlySet<number> | undefined,
) {
  const marked = {
    color: isFilled === false ? HOLLOW : markColour,
    borderColor: markColour,
    wickColor: markColour,
  };
  return bars.map(({ time, open, high, low, close }) => {
    const prices = { time: time as UTCTimestamp, open, high, low, close };
    return times?.has(time) === true ? { ...prices, ...marked } : prices;
  });
}

const HOLLOW = 'transparent';

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
  look: Fills & Pick<BacktestDrawing, 'color' | 'second_color'>,
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
  const drawn = bars.map(({ time, open, close, volume }) => {
    const isRise = close >= open;
    const isFilled = (isRise ? look.is_rise_filled : look.is_fall_filled) !== false;
    return { time, value: volume, stroke: isRise ? up : down, fill: null, isFilled };
  });
  series.setData(
    drawn.map(({ time, value, stroke, isFilled }) => ({
      time: time as UTCTimestamp,
      value,
      color: isFilled ? stroke : HOLLOW,
    })),
  );
  const outlined = drawn.filter(({ isFilled }) => !isFilled);
  if (outlined.length > 0) paintBehind(chart, series, barsPainter(series, outlined, 0), 'normal');
  return series;
}

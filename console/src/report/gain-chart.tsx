// Profits of several runs in percent of what each began with.

import type { BacktestEquityPoint } from '@tidemill/client';
import type { UTCTimestamp } from 'lightweight-charts';
import { LineSeries, LineStyle } from 'lightweight-charts';
import { useEffect, useRef } from 'react';
import { chartColours, useThemeCount } from '../chart/chart-theme.ts';
import { createTimeChart } from '../chart/time-chart.ts';
import { fixedNumber } from '../parts/format.ts';

type Line = {
  readonly id: string;
  readonly colour: string;
  readonly start: number;
  readonly points: readonly BacktestEquityPoint[];
};

export function GainChart({ lines }: { readonly lines: readonly Line[] }) {
  const place = useRef<HTMLDivElement>(null);
  const themeCount = useThemeCount();
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const colours = chartColours();
    const chart = createTimeChart(element, colours);
    const priceFormat = {
      type: 'custom' as const,
      formatter: (value: number) => `${fixedNumber(value, 2)} %`,
      minMove: 0.01,
    };
    for (const { colour, start, points } of lines) {
      const series = chart.addSeries(LineSeries, {
        color: colour,
        lineWidth: 2,
        priceLineVisible: false,
        priceFormat,
      });
      const byTime = new Map(
        points.map((of) => [
          Math.floor(Date.parse(of.timestamp) / 1_000),
          start > 0 ? (Number(of.equity) / start - 1) * 100 : 0,
        ]),
      );
      const sorted = [...byTime].sort(([left], [right]) => left - right);
      series.setData(sorted.map(([time, value]) => ({ time: time as UTCTimestamp, value })));
      series.createPriceLine({
        price: 0,
        color: colours.volume,
        lineWidth: 1,
        lineStyle: LineStyle.Dotted,
        axisLabelVisible: false,
        title: '',
      });
    }
    chart.timeScale().fitContent();
    return () => chart.remove();
  }, [lines, themeCount]);
  return <div ref={place} className="chart chart-middle" />;
}

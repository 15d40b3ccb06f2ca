// Profit over time, as a line that is green above nothing and red below.

import type { UTCTimestamp } from 'lightweight-charts';
import { BaselineSeries } from 'lightweight-charts';
import { useEffect, useRef } from 'react';
import type { BacktestEquityPoint } from '@tidemill/client';
import { chartColours, fadedColour, useThemeCount } from './chart-theme.ts';
import { createTimeChart } from './time-chart.ts';

export function EquityChart({ points }: { readonly points: readonly BacktestEquityPoint[] }) {
  const place = useRef<HTMLDivElement>(null);
  const themeCount = useThemeCount();
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const colours = chartColours();
    const chart = createTimeChart(element, colours);
    const first = Number(points[0]?.equity ?? 0);
    const line = chart.addSeries(BaselineSeries, {
      baseValue: { type: 'price', price: first },
      topLineColor: colours.rise,
      bottomLineColor: colours.fall,
      topFillColor1: fadedColour(colours.rise, 0.22),
      topFillColor2: fadedColour(colours.rise, 0.02),
      bottomFillColor1: fadedColour(colours.fall, 0.02),
      bottomFillColor2: fadedColour(colours.fall, 0.22),
      lineWidth: 2,
      priceLineVisible: false,
    });
    const byTime = new Map(
      points.map((of) => [Date.parse(of.timestamp) / 1_000, Number(of.equity)]),
    );
    const sorted = [...byTime].sort(([left], [right]) => left - right);
    line.setData(sorted.map(([time, value]) => ({ time: time as UTCTimestamp, value })));
    chart.timeScale().fitContent();
    return () => chart.remove();
  }, [points, themeCount]);
  return <div ref={place} className="chart chart-small" />;
}

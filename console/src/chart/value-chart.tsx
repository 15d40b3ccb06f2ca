// A value over time, as a line above a shade; what it was where the pointer is.

import { AreaSeries } from 'lightweight-charts';
import { useEffect, useRef } from 'react';
import { formatDecimal } from '../parts/format.ts';
import { PARTS } from '../words/parts.ts';
import { chartColours, fadedColour, useThemeCount } from './chart-theme.ts';
import { linePoints } from './line-points.ts';
import { createTimeChart } from './time-chart.ts';

type Props = {
  readonly values: readonly { readonly at: string; readonly value: string }[];
  readonly currency: string;
  readonly className?: string;
};

export function ValueChart({ values, currency, className = 'chart chart-worth' }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const themeCount = useThemeCount();
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const colours = chartColours();
    const chart = createTimeChart(element, colours, {
      priceFormatter: (value) => formatDecimal(value.toFixed(2), 2),
      handleScroll: false,
      handleScale: false,
      timeScale: { rightOffset: 0, fixLeftEdge: true, fixRightEdge: true },
    });
    const line = chart.addSeries(AreaSeries, {
      lineColor: colours.accent,
      topColor: fadedColour(colours.accent, 0.22),
      bottomColor: fadedColour(colours.accent, 0.01),
      lineWidth: 2,
      priceLineVisible: false,
      lastValueVisible: false,
    });
    line.setData(linePoints(values));
    chart.timeScale().fitContent();
    return () => chart.remove();
  }, [values, themeCount]);
  return (
    <div className="value-chart">
      <div
        ref={place}
        className={className}
        role="img"
        aria-label={PARTS.valueOverTime(currency)}
      />
      {linePoints(values).length > 0 ? null : (
        <p className="hint value-chart-hint">{PARTS.noValuesYet}</p>
      )}
    </div>
  );
}

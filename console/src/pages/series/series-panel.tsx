// One data series: its chart, its newest points, and the line by which scripts read it.

import type { DataPoint, DataSeries } from '@tidemill/client';
import { useQuery } from '@tanstack/react-query';
import type { UTCTimestamp } from 'lightweight-charts';
import { LineSeries, LineType } from 'lightweight-charts';
import { useEffect, useRef } from 'react';
import { pointsQuery } from '../../api/series-queries.ts';
import { chartColours, useThemeCount } from '../../chart/chart-theme.ts';
import { createTimeChart } from '../../chart/time-chart.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { formatDecimal, formatPriceNumber, formatUtc } from '../../parts/format.ts';
import { Loaded } from '../../parts/states.tsx';
import { Panel } from '../../parts/widgets.tsx';
import { formatCount } from '../../parts/format-amount.ts';
import { SERIES } from '../../words/series.ts';

const LISTED_MAX = 200;

const newestText = (shown: number, all: number): string =>
  SERIES.theNewestOfPoints(formatCount(shown), formatCount(all));

export function SeriesPanel({ series }: { readonly series: DataSeries }) {
  const points = useQuery(pointsQuery(series));
  const line = `local ${localName(series.name)} = DataSeries('${series.name}')`;
  return (
    <Panel title={series.name} side={<CopyButton isSmall text={line} what={SERIES.theLineOfA} />}>
      <p className="panel-body hint">
        <code>{line}</code>
      </p>
      <Loaded query={points}>
        {(all) => (
          <>
            <PointsChart name={series.name} points={all} />
            <p className="panel-body hint">
              {SERIES.aPointHoldsUntil(
                all.length < series.points_count
                  ? newestText(all.length, series.points_count)
                  : SERIES.allPoints,
              )}
            </p>
            <DataTable
              label={SERIES.pointsOf(series.name)}
              isTall
              rows={all.slice(-LISTED_MAX).toReversed()}
              keyOf={({ at }) => at}
            >
              {(column) => [
                column(SERIES.knownFrom, '', ({ at }) => formatUtc(at)),
                column(SERIES.value, 'right number', ({ value }) =>
                  formatDecimal(value, VALUE_DIGITS),
                ),
              ]}
            </DataTable>
          </>
        )}
      </Loaded>
    </Panel>
  );
}

/** As a name in Lua. */
function localName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_]/g, '_');
}

type ChartProps = { readonly name: string; readonly points: readonly DataPoint[] };

function PointsChart({ name, points }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const themeCount = useThemeCount();
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const colours = chartColours();
    const chart = createTimeChart(element, colours);
    const digits = Math.max(...points.map(({ value }) => fractionDigits(value)), 0);
    const line = chart.addSeries(LineSeries, {
      color: colours.accent,
      lineWidth: 2,
      lineType: LineType.WithSteps,
      priceLineVisible: false,
      priceFormat: {
        type: 'custom',
        formatter: (value: number) => formatPriceNumber(value, digits),
        minMove: 10 ** -digits,
      },
    });
    // Of several within a second the newest.
    const bySecond = new Map(
      points.map(({ at, value }) => [Math.floor(Date.parse(at) / 1_000), Number(value)]),
    );
    line.setData([...bySecond].map(([time, value]) => ({ time: time as UTCTimestamp, value })));
    chart.timeScale().fitContent();
    return () => chart.remove();
  }, [points, themeCount]);
  return (
    <div ref={place} className="chart chart-middle" role="img" aria-label={SERIES.chartOf(name)} />
  );
}

const DIGITS_MAX = 8;
/** All of them: what is one's own is not cut. */
const VALUE_DIGITS = 40;

function fractionDigits(value: string): number {
  const [, fraction = ''] = value.split('.');
  return Math.min(fraction.length, DIGITS_MAX);
}

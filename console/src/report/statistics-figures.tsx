// Figures of a report's statistics: distributions of returns, the rolling Sharpe ratio, and the
// band of resampled runs. Loaded when they are shown.

import type { BacktestStatistics, MonteCarlo } from '@tidemill/client';
import { areaY, axisX, axisY, gridY, lineY, pointerX, ruleY, tip } from '@observablehq/plot';
import { useMemo } from 'react';
import { Panel } from '../parts/widgets.tsx';
import { Distribution } from './distribution.tsx';
import { percentText } from './percent.tsx';
import { MissingPlot, PlotFigure } from './plot-figure.tsx';

export function StatisticsFigures({ of }: { readonly of: BacktestStatistics }) {
  return (
    <Panel title="Distributions and resampled runs">
      <div className="panel-body plots">
        <Distribution label="Daily returns, percent" bins={of.daily_returns} />
        <Distribution label="Returns of trades, percent of the margin" bins={of.trade_returns} />
        <RollingSharpe points={of.rolling_sharpe} />
        {of.monte_carlo === null ? (
          <MissingPlot label="Resampled runs">They need at least ten closed trades.</MissingPlot>
        ) : (
          <Band of={of.monte_carlo} />
        )}
      </div>
    </Panel>
  );
}

const AXES = { tickSize: 0, color: 'var(--text-soft)', fontSize: 11 } as const;
const grid = () => gridY({ stroke: 'var(--chart-line)', strokeOpacity: 1 });

type RollingProps = { readonly points: BacktestStatistics['rolling_sharpe'] };

function RollingSharpe({ points }: RollingProps) {
  const options = useMemo(() => {
    const data = points.map(({ timestamp, value }) => ({
      at: new Date(timestamp),
      value: Number(value),
    }));
    return (width: number) => ({
      x: { label: null },
      y: { label: null },
      marks: [
        grid(),
        ruleY([0], { stroke: 'var(--line-strong)' }),
        lineY(data, { x: 'at', y: 'value', stroke: 'var(--accent)', strokeWidth: 1.8 }),
        tip(
          data,
          pointerX({
            x: 'at',
            y: 'value',
            fill: 'var(--surface)',
            stroke: 'var(--line)',
            title: ({ at, value }: (typeof data)[number]) =>
              `${at.toISOString().slice(0, 10)}\n${value.toFixed(2)}`,
          }),
        ),
        axisX({ ...AXES, ticks: Math.max(2, Math.floor(width / 90)) }),
        axisY({ ...AXES, ticks: 4 }),
      ],
    });
  }, [points]);
  const label = 'Sharpe ratio of the last 30 days';
  if (points.length < 2)
    return <MissingPlot label={label}>It needs more than 30 days.</MissingPlot>;
  return <PlotFigure label={label} options={options} />;
}

function Band({ of }: { readonly of: MonteCarlo }) {
  const options = useMemo(() => {
    const data = of.steps.map((step) => ({
      trades: step.trades,
      actual: Number(step.actual),
      p5: Number(step.p5),
      p25: Number(step.p25),
      p50: Number(step.p50),
      p75: Number(step.p75),
      p95: Number(step.p95),
    }));
    const area = (y1: string, y2: string, fillOpacity: number) =>
      areaY(data, { x: 'trades', y1, y2, fill: 'var(--accent)', fillOpacity });
    return () => ({
      x: { label: null },
      y: { label: null, nice: true },
      marginLeft: 62,
      marks: [
        grid(),
        area('p5', 'p95', 0.14),
        area('p25', 'p75', 0.22),
        lineY(data, {
          x: 'trades',
          y: 'p50',
          stroke: 'var(--text-soft)',
          strokeDasharray: '4 3',
        }),
        lineY(data, { x: 'trades', y: 'actual', stroke: 'var(--accent)', strokeWidth: 2 }),
        tip(
          data,
          pointerX({
            x: 'trades',
            y: 'actual',
            fill: 'var(--surface)',
            stroke: 'var(--line)',
            title: (step: (typeof data)[number]) =>
              `after ${step.trades} trades\nthis run ${step.actual.toFixed(2)}\n` +
              `median ${step.p50.toFixed(2)}\n90 %: ${step.p5.toFixed(2)} to ${step.p95.toFixed(2)}`,
          }),
        ),
        axisX({ ...AXES, ticks: 6 }),
        axisY({ ...AXES, ticks: 4 }),
      ],
    });
  }, [of]);
  return (
    <PlotFigure
      label={`Equity of ${of.paths} resampled runs, by trade`}
      options={options}
      caption={
        <>
          Its own trades, drawn anew each time: {percentText(of.loss_probability)} of the runs end
          with a loss, half fall {percentText(of.max_drawdown.p50)} or more below a high, one in
          twenty {percentText(of.max_drawdown.p95)} or more. Dashed: the median; solid: this run.
        </>
      }
    />
  );
}

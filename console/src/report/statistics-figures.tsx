// Figures of a report's statistics: distributions of returns, the rolling Sharpe ratio, and the
// band of resampled runs. Loaded when they are shown.

import type { BacktestStatistics, MonteCarlo } from '@tidemill/client';
import { areaY, axisX, axisY, gridY, lineY, pointerX, ruleY, tip } from '@observablehq/plot';
import { useMemo } from 'react';
import { Panel } from '../parts/widgets.tsx';
import { Distribution } from './distribution.tsx';
import { percentText } from './percent.tsx';
import { MissingPlot, PlotFigure } from './plot-figure.tsx';
import { REPORT } from '../words/report.ts';
import { fixedNumber } from '../parts/format.ts';
import { AXES, NUMBERED_AXES } from './plot-axes.ts';

export function StatisticsFigures({ of }: { readonly of: BacktestStatistics }) {
  return (
    <Panel title={REPORT.distributionsAndResampledRuns}>
      <div className="panel-body plots">
        <Distribution label={REPORT.dailyReturnsPercent} bins={of.daily_returns} />
        <Distribution label={REPORT.returnsOfTradesPercent} bins={of.trade_returns} />
        <RollingSharpe points={of.rolling_sharpe} />
        {of.monte_carlo === null ? (
          <MissingPlot label={REPORT.resampledRuns}>{REPORT.theyNeedAtLeast}</MissingPlot>
        ) : (
          <Band of={of.monte_carlo} />
        )}
      </div>
    </Panel>
  );
}

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
              `${at.toISOString().slice(0, 10)}\n${fixedNumber(value, 2)}`,
          }),
        ),
        axisX({ ...AXES, ticks: Math.max(2, Math.floor(width / 90)) }),
        axisY({ ...NUMBERED_AXES, ticks: 4 }),
      ],
    });
  }, [points]);
  const label = REPORT.sharpeRatioOfThe;
  if (points.length < 2) return <MissingPlot label={label}>{REPORT.itNeedsMoreThan}</MissingPlot>;
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
              REPORT.afterTradesThisRun(
                step.trades,
                fixedNumber(step.actual, 2),
                fixedNumber(step.p50, 2),
                fixedNumber(step.p5, 2),
                fixedNumber(step.p95, 2),
              ),
          }),
        ),
        axisX({ ...NUMBERED_AXES, ticks: 6 }),
        axisY({ ...NUMBERED_AXES, ticks: 4 }),
      ],
    });
  }, [of]);
  return (
    <PlotFigure
      label={REPORT.equityOfResampledRuns(of.paths)}
      options={options}
      caption={
        <>
          {REPORT.itsOwnTradesDrawn(
            percentText(of.loss_probability),
            percentText(of.max_drawdown.p50),
            percentText(of.max_drawdown.p95),
          )}
        </>
      }
    />
  );
}

// Pictures of all results of a lab: the best of each pair of values, and every run as a line
// through its values.

import type { LabParameter, LabResult } from '@tidemill/client';
import { axisX, axisY, cell, line, ruleX, text } from '@observablehq/plot';
import { useMemo, useState } from 'react';
import { Choice, Panel } from '../parts/widgets.tsx';
import { PlotFigure } from '../report/plot-figure.tsx';
import type { ScoredResult } from './importance.ts';
import { LabPlots } from './lab-plots.tsx';
import { LABS } from '../words/labs.ts';
import { fixedNumber } from '../parts/format.ts';

type Props = {
  readonly parameters: readonly LabParameter[];
  readonly results: readonly LabResult[];
};

/** More lines say nothing more. */
const LINES_MAX = 400;
/** Cells that have room for their value. */
const NAMED_MAX = 80;

export function LabFigures({ parameters, results }: Props) {
  const swept = parameters.filter(({ enabled, values }) => enabled && values.length > 1);
  const scored = useMemo(
    () =>
      results.flatMap((result): ScoredResult[] =>
        result.realized_profit === null ? [] : [{ result, profit: Number(result.realized_profit) }],
      ),
    [results],
  );
  const [first, second] = swept;
  const [across, setAcross] = useState(first?.key ?? '');
  const [up, setUp] = useState(second?.key ?? '');
  if (first === undefined || scored.length === 0) return null;
  const [x, y] = [swept.find(({ key }) => key === across), swept.find(({ key }) => key === up)];
  const keys = swept.map(({ key }) => [key, key] as const);
  return (
    <Panel title={LABS.allResults}>
      <div className="panel-body plots">
        {swept.length < 2 || x === undefined || y === undefined ? null : (
          <div>
            <div className="row">
              <Choice label={LABS.across} value={across} choices={keys} onChange={setAcross} />
              <Choice label={LABS.up} value={up} choices={keys} onChange={setUp} />
            </div>
            <HeatMap x={x} y={y} scored={scored} />
          </div>
        )}
        <Lines swept={swept} scored={scored} />
        <LabPlots swept={swept} scored={scored} />
      </div>
    </Panel>
  );
}

type HeatProps = {
  readonly x: LabParameter;
  readonly y: LabParameter;
  readonly scored: readonly ScoredResult[];
};

function HeatMap({ x, y, scored }: HeatProps) {
  const currency = scored[0]?.result.profit_currency ?? '';
  const options = useMemo(() => {
    const best = new Map<string, { x: string; y: string; profit: number }>();
    for (const { result, profit } of scored) {
      const at = { x: String(result.parameters[x.key]), y: String(result.parameters[y.key]) };
      const name = `${at.x} ${at.y}`;
      if (profit > (best.get(name)?.profit ?? -Infinity)) best.set(name, { ...at, profit });
    }
    const data = [...best.values()];
    const most = Math.max(1e-9, ...data.map(({ profit }) => Math.abs(profit)));
    const colour = ({ profit }: { profit: number }): string => {
      const share = Math.round((Math.abs(profit) / most) * 82 + 8);
      const name = profit >= 0 ? '--chart-rise' : '--chart-fall';
      return `color-mix(in srgb, var(${name}) ${share}%, var(--surface))`;
    };
    const winner = data.toSorted((left, right) => right.profit - left.profit).slice(0, 1);
    return () => ({
      marginLeft: 56,
      marginBottom: 36,
      x: { domain: x.values.map(String), label: x.key, type: 'band' as const },
      y: { domain: y.values.map(String).toReversed(), label: y.key, type: 'band' as const },
      marks: [
        cell(data, {
          x: 'x',
          y: 'y',
          fill: colour,
          inset: 0.5,
          title: (of: (typeof data)[number]) =>
            `${x.key} ${of.x}, ${y.key} ${of.y}: ${fixedNumber(of.profit, 2)} ${currency}`,
        }),
        cell(winner, { x: 'x', y: 'y', fill: 'none', stroke: 'var(--text)', strokeWidth: 2 }),
        ...(data.length > NAMED_MAX
          ? []
          : [
              text(data, {
                x: 'x',
                y: 'y',
                text: ({ profit }: { profit: number }) => fixedNumber(profit, profit > 99 ? 0 : 1),
                fontSize: 10,
                fill: 'var(--text)',
              }),
            ]),
        axisX({ tickSize: 0, color: 'var(--text-soft)', fontSize: 11 }),
        axisY({ tickSize: 0, color: 'var(--text-soft)', fontSize: 11 }),
      ],
    });
  }, [x, y, scored, currency]);
  return (
    <PlotFigure
      label={LABS.bestProfitByAnd(x.key, y.key, currency)}
      height={340}
      options={options}
      caption={LABS.framedTheBestA}
    />
  );
}

type LinesProps = {
  readonly swept: readonly LabParameter[];
  readonly scored: readonly ScoredResult[];
};

function Lines({ swept, scored }: LinesProps) {
  const options = useMemo(() => {
    const shown = scored.slice(0, LINES_MAX);
    const profits = shown.map(({ profit }) => profit);
    const [least, most] = [Math.min(...profits), Math.max(...profits)];
    const axes = [...swept.map(({ key }) => key), LABS.profit];
    const placeOf = (axis: string, { result, profit }: ScoredResult): number => {
      if (axis === 'Profit') return most > least ? (profit - least) / (most - least) : 0.5;
      const values = swept.find(({ key }) => key === axis)?.values ?? [];
      const place = values.findIndex((value) => value === result.parameters[axis]);
      return values.length < 2 ? 0.5 : place / (values.length - 1);
    };
    const data = shown.toReversed().flatMap((one) =>
      axes.map((axis) => ({
        axis,
        place: placeOf(axis, one),
        id: one.result.backtest_id,
        profit: one.profit,
      })),
    );
    const ends = axes.flatMap((axis) => {
      const values = swept.find(({ key }) => key === axis)?.values;
      const [low, high] =
        values === undefined
          ? [fixedNumber(least, 1), fixedNumber(most, 1)]
          : [values[0], values.at(-1)];
      return [
        { axis, place: -0.07, text: String(low) },
        { axis, place: 1.07, text: String(high) },
      ];
    });
    const reach = Math.max(Math.abs(least), Math.abs(most), 1e-9);
    return () => ({
      marginLeft: 40,
      marginRight: 40,
      marginBottom: 34,
      x: { domain: axes, label: null, type: 'point' as const },
      y: { domain: [-0.12, 1.12], axis: null },
      marks: [
        ruleX(axes, { stroke: 'var(--line-strong)', y1: 0, y2: 1 }),
        line(data, {
          x: 'axis',
          y: 'place',
          z: 'id',
          stroke: ({ profit }: { profit: number }) =>
            profit >= 0 ? 'var(--chart-rise)' : 'var(--chart-fall)',
          strokeOpacity: ({ profit }: { profit: number }) =>
            0.08 + 0.6 * (Math.abs(profit) / reach) ** 2,
          strokeWidth: 1.3,
        }),
        text(ends, { x: 'axis', y: 'place', text: 'text', fontSize: 10, fill: 'var(--text-soft)' }),
        axisX({ tickSize: 0, color: 'var(--text-soft)', fontSize: 11 }),
      ],
    });
  }, [swept, scored]);
  return (
    <PlotFigure
      label={LABS.theBestRunsEach(Math.min(LINES_MAX, scored.length))}
      height={340}
      options={options}
      caption={LABS.greenGainedRedLost}
    />
  );
}

// Distribution of values, in bins: green above zero, red below.

import type { ReturnBin } from '@tidemill/client';
import { axisX, axisY, gridY, rectY, ruleX } from '@observablehq/plot';
import { useMemo } from 'react';
import { MissingPlot, PlotFigure } from './plot-figure.tsx';
import { REPORT } from '../words/report.ts';
import { NUMBERED_AXES } from './plot-axes.ts';

type Props = {
  readonly label: string;
  readonly bins: readonly ReturnBin[];
  /** Of the values. */
  readonly unit?: string;
};

/** Beside the axis from zero on, bins that are so close to one another would not be seen. */
const SPAN_MIN = 0.02;

function narrowText(bins: readonly ReturnBin[], unit: string): string | null {
  const [from, to] = [Number(bins[0]?.from), Number(bins.at(-1)?.to)];
  if (to - from > SPAN_MIN * Math.max(Math.abs(from), Math.abs(to))) return null;
  const count = bins.reduce((sum, bin) => sum + bin.count, 0);
  return REPORT.allLieBetweenAnd(count, from, unit, to);
}

export function Distribution({ label, bins, unit = '%' }: Props) {
  const options = useMemo(() => {
    const data = bins.map(({ from, to, count }) => ({ from: Number(from), to: Number(to), count }));
    return () => ({
      x: { label: null },
      y: { label: null },
      marks: [
        gridY({ stroke: 'var(--chart-line)', strokeOpacity: 1 }),
        rectY(data, {
          x1: 'from',
          x2: 'to',
          y: 'count',
          insetLeft: 0.5,
          insetRight: 0.5,
          fill: ({ from }: { from: number }) =>
            from < 0 ? 'var(--chart-fall)' : 'var(--chart-rise)',
          title: ({ from, to, count }: (typeof data)[number]) => REPORT.to2(from, unit, to, count),
        }),
        ruleX([0], { stroke: 'var(--line-strong)' }),
        axisX({ ...NUMBERED_AXES, ticks: 6 }),
        axisY({ ...NUMBERED_AXES, ticks: 4 }),
      ],
    });
  }, [bins, unit]);
  if (bins.length === 0) return <MissingPlot label={label}>{REPORT.thereAreNone}</MissingPlot>;
  const narrow = narrowText(bins, unit);
  if (narrow !== null) return <MissingPlot label={label}>{narrow}</MissingPlot>;
  return <PlotFigure label={label} options={options} />;
}

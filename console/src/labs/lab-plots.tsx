// Figures of all results of a lab: how the profits lie, how much each input matters, and what the
// search saw against what it did not.

import type { LabParameter } from '@tidemill/client';
import { axisX, axisY, barX, dot, gridX, gridY, ruleX, ruleY, text } from '@observablehq/plot';
import { useMemo } from 'react';
import { Distribution } from '../report/distribution.tsx';
import { MissingPlot, PlotFigure } from '../report/plot-figure.tsx';
import { binsOf } from './bins.ts';
import type { ScoredResult } from './importance.ts';
import { importancesOf } from './importance.ts';
import { LABS } from '../words/labs.ts';
import { fixedNumber } from '../parts/format.ts';
import { AXES, NUMBERED_AXES } from '../report/plot-axes.ts';

type Props = { readonly swept: readonly LabParameter[]; readonly scored: readonly ScoredResult[] };

const LINE = { stroke: 'var(--chart-line)', strokeOpacity: 1 } as const;

export function LabPlots({ swept, scored }: Props) {
  const currency = scored[0]?.result.profit_currency ?? '';
  const bins = useMemo(() => binsOf(scored.map(({ profit }) => profit)), [scored]);
  return (
    <>
      <Distribution label={LABS.profitsOfTheRuns(currency)} bins={bins} unit={currency} />
      {swept.length < 2 ? null : <Importances swept={swept} scored={scored} />}
      <SeenAgainstUnseen scored={scored} />
    </>
  );
}

function Importances({ swept, scored }: Props) {
  const data = useMemo(() => importancesOf(swept, scored), [swept, scored]);
  const options = useMemo(() => {
    const names = data.map(({ key }) => key);
    const longest = Math.max(...names.map((name) => name.length));
    return (width: number) => ({
      marginLeft: Math.min(width / 3, 20 + longest * 7),
      marginRight: 44,
      x: { domain: [0, 1], label: null, percent: false },
      y: { domain: names, label: null, type: 'band' as const, padding: 0.35 },
      marks: [
        gridX(LINE),
        barX(data, { y: 'key', x: 'share', fill: 'var(--accent)' }),
        text(data, {
          y: 'key',
          x: 'share',
          text: ({ share }: (typeof data)[number]) => `${fixedNumber(share * 100, 0)} %`,
          textAnchor: 'start',
          dx: 6,
          fill: 'var(--text)',
        }),
        axisX({ ...AXES, ticks: 4, tickFormat: (share: number) => `${share * 100} %` }),
        axisY({ ...AXES }),
      ],
    });
  }, [data]);
  const label = LABS.howMuchEachInput;
  if (data.length === 0) return <MissingPlot label={label}>{LABS.allRunsGainedThe}</MissingPlot>;
  return <PlotFigure label={label} options={options} caption={LABS.theShareOfThe} />;
}

function SeenAgainstUnseen({ scored }: Pick<Props, 'scored'>) {
  const data = useMemo(
    () =>
      scored.flatMap(({ result }) =>
        result.in_sample_return === null || result.out_of_sample_return === null
          ? []
          : [
              {
                seen: Number(result.in_sample_return),
                unseen: Number(result.out_of_sample_return),
                name: Object.entries(result.parameters)
                  .map(([key, value]) => `${key} ${String(value)}`)
                  .join(', '),
              },
            ],
      ),
    [scored],
  );
  const options = useMemo(
    () => () => ({
      marginBottom: 40,
      x: { label: LABS.seenPart, labelAnchor: 'center' as const, nice: true },
      y: { label: LABS.unseenPartWithin, nice: true },
      marks: [
        gridX(LINE),
        gridY(LINE),
        ruleX([0], { stroke: 'var(--line-strong)' }),
        ruleY([0], { stroke: 'var(--line-strong)' }),
        dot(data, {
          x: 'seen',
          y: 'unseen',
          r: 3,
          fill: ({ unseen }: (typeof data)[number]) =>
            unseen >= 0 ? 'var(--chart-rise)' : 'var(--chart-fall)',
          fillOpacity: 0.55,
          title: ({ name, seen, unseen }: (typeof data)[number]) =>
            LABS.seenUnseen(name, fixedNumber(seen, 2), fixedNumber(unseen, 2)),
        }),
        axisX({ ...NUMBERED_AXES, ticks: 5, label: LABS.seenPart, labelAnchor: 'center' as const }),
        axisY({ ...NUMBERED_AXES, ticks: 4, label: LABS.unseenPartWithin }),
      ],
    }),
    [data],
  );
  const label = LABS.returnInThePart;
  if (data.length === 0) return <MissingPlot label={label}>{LABS.noRunClosedTrades}</MissingPlot>;
  return <PlotFigure label={label} options={options} caption={LABS.whatIsGoodIn} />;
}

// The best trade-offs of a lab in the console: goals to choose, the front among all results, and
// the results on it.

import type { LabMarketResult, LabParameter, LabResult } from '@tidemill/client';
import { axisX, axisY, dot, gridX, gridY, line } from '@observablehq/plot';
import type { ReactNode } from 'react';
import { useMemo, useState } from 'react';
import { Panel } from '../parts/widgets.tsx';
import { PlotFigure } from '../report/plot-figure.tsx';
import { NO_CONSTRAINTS } from './constraints.ts';
import type { Goal } from './front.ts';
import { frontOf, GOALS } from './front.ts';
import { ResultsTable } from './results-table.tsx';
import { formatCount } from '../parts/format-amount.ts';
import { LABS } from '../words/labs.ts';
import { AXES, axisNumber } from '../report/plot-axes.ts';

type Props = {
  readonly parameters: readonly LabParameter[];
  /** Those that hold every constraint. */
  readonly results: readonly LabResult[];
  readonly renderActs: (result: LabResult) => ReactNode;
  readonly renderMarket: (of: LabMarketResult) => ReactNode;
};

const ALL = Object.keys(GOALS) as Goal[];
const SHOWN = 100;

export function LabFront({ parameters, results, renderActs, renderMarket }: Props) {
  const [goals, setGoals] = useState<readonly Goal[]>(['profit', 'drawdown']);
  const traded = useMemo(
    () => results.filter(({ positions_closed: count }) => (count ?? 0) > 0),
    [results],
  );
  const front = useMemo(() => frontOf(traded, goals), [traded, goals]);
  if (traded.length < 2) return null;
  const turn = (goal: Goal, isOn: boolean): void =>
    setGoals(ALL.filter((of) => (of === goal ? isOn : goals.includes(of))));
  return (
    <Panel title={LABS.bestTradeOffs}>
      <fieldset className="panel-body row goals">
        <legend className="hint">{LABS.noOtherResultBeats}</legend>
        {ALL.map((goal) => (
          <label key={goal} className="check">
            <input
              type="checkbox"
              checked={goals.includes(goal)}
              disabled={goals.length === 2 && goals.includes(goal)}
              onChange={({ target }) => turn(goal, target.checked)}
            />
            {GOALS[goal][0]}
          </label>
        ))}
      </fieldset>
      <div className="panel-body">
        <FrontPlot goals={goals} results={traded} front={front} />
        <p className="hint" role="status">
          {LABS.ofResultsAreOn(
            formatCount(front.length),
            formatCount(traded.length),
            front.length > SHOWN ? LABS.theFirstByThe(SHOWN) : '',
          )}
        </p>
      </div>
      <ResultsTable
        label={LABS.bestTradeOffs}
        swept={parameters.filter(({ enabled }) => enabled)}
        results={front.slice(0, SHOWN)}
        constraints={NO_CONSTRAINTS}
        renderActs={renderActs}
        renderMarket={renderMarket}
      />
    </Panel>
  );
}

type PlotProps = Pick<Props, 'results'> & {
  readonly goals: readonly Goal[];
  readonly front: readonly LabResult[];
};

const LINE = { stroke: 'var(--chart-line)', strokeOpacity: 1 } as const;
const UNITS: Partial<Record<Goal, string>> = { drawdown: ', %', unseen: ', %' };

/** A drawdown stands on its axis as it is, and not as the goal that it be small. */
const axisName = (goal: Goal): string =>
  `${goal === 'drawdown' ? LABS.drawdown : GOALS[goal][0]}${UNITS[goal] ?? ''}`;

/** The first two goals; the better lies up and to the right. */
function FrontPlot({ goals, results, front }: PlotProps) {
  const [up = 'profit', across = 'drawdown'] = goals;
  const options = useMemo(() => {
    const place = (of: LabResult) => ({ x: GOALS[across][1](of), y: GOALS[up][1](of) });
    const seen = ({ x, y }: { x: number; y: number }): boolean =>
      Number.isFinite(x) && Number.isFinite(y);
    const best = front.map(place).toSorted((left, right) => left.x - right.x);
    // A drawdown is drawn as it is, from the worst to the least.
    const tickFormat = (goal: Goal) => (value: number) =>
      axisNumber(goal === 'drawdown' ? -value || 0 : value);
    return () => ({
      marginBottom: 40,
      x: { nice: true },
      y: { nice: true },
      marks: [
        gridX(LINE),
        gridY(LINE),
        dot(results.map(place).filter(seen), {
          x: 'x',
          y: 'y',
          r: 3,
          fill: 'var(--text-soft)',
          fillOpacity: 0.35,
        }),
        ...(goals.length === 2
          ? [line(best, { x: 'x', y: 'y', stroke: 'var(--accent)', strokeWidth: 1.5 })]
          : []),
        dot(best, { x: 'x', y: 'y', r: 4.5, fill: 'var(--accent)' }),
        axisX({
          ...AXES,
          ticks: 5,
          label: axisName(across),
          labelAnchor: 'center' as const,
          tickFormat: tickFormat(across),
        }),
        axisY({
          ...AXES,
          ticks: 4,
          label: axisName(up),
          tickFormat: tickFormat(up),
        }),
      ],
    });
  }, [goals.length, results, front, up, across]);
  return (
    <PlotFigure
      label={LABS.theFrontOfAnd(GOALS[up][0], GOALS[across][0])}
      options={options}
      caption={LABS.colouredTheFrontThe}
    />
  );
}

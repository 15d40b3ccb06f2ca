// Findings of a lab: how much of it may be luck, all results in pictures, and the best of them.

import type { LabOverfitting, LabParameter, LabResult } from '@tidemill/client';
import type { ReactNode } from 'react';
import { lazy, Suspense, useState } from 'react';
import { DecimalInput } from '../parts/decimal-input.tsx';
import { Loading } from '../parts/states.tsx';
import { Panel } from '../parts/widgets.tsx';
import type { Constraints } from './constraints.ts';
import { brokenBy, NO_CONSTRAINTS } from './constraints.ts';
import { LabJudgement } from './lab-judgement.tsx';
import { LabResults } from './lab-results.tsx';

const LabFigures = lazy(async () => {
  const { LabFigures: figures } = await import('./lab-figures.tsx');
  return { default: figures };
});

type Props = {
  readonly parameters: readonly LabParameter[];
  /** Best first. */
  readonly results: readonly LabResult[];
  /** How many there are with those that are not among `results`. */
  readonly completed: number;
  /** Undefined until the lab has ended. */
  readonly judged: LabOverfitting | undefined;
  /** What can be done with a result. */
  readonly renderActs: (result: LabResult) => ReactNode;
};

export function LabFindings({ parameters, results, completed, judged, renderActs }: Props) {
  const [constraints, setConstraints] = useState(NO_CONSTRAINTS);
  const held = results.filter((result) => brokenBy(result, constraints) === null);
  const best = held.find(({ positions_closed: count }) => (count ?? 0) > 0);
  const swept = parameters.filter(({ enabled }) => enabled).map(({ key }) => key);
  return (
    <>
      <ConstraintFields of={constraints} onChange={setConstraints} heldCount={held.length} />
      {judged === undefined ? null : <LabJudgement of={judged} best={best} />}
      {completed > results.length ? (
        <p className="hint">
          Of {completed.toLocaleString('en-US')} runs the best{' '}
          {results.length.toLocaleString('en-US')} are shown.
        </p>
      ) : null}
      <Suspense fallback={<Loading lines={8} />}>
        <LabFigures key={swept.join(' ')} parameters={parameters} results={held} />
      </Suspense>
      <LabResults
        parameters={parameters}
        results={results}
        constraints={constraints}
        renderActs={renderActs}
      />
    </>
  );
}

type FieldsProps = {
  readonly of: Constraints;
  readonly onChange: (next: Constraints) => void;
  readonly heldCount: number;
};

function ConstraintFields({ of, onChange, heldCount }: FieldsProps) {
  const isAny = of.trades !== '' || of.drawdown !== '';
  return (
    <Panel title="What a result has to hold">
      <div className="panel-body row constraints">
        <label>
          At least{' '}
          <DecimalInput
            value={of.trades}
            placeholder="any"
            onChange={(trades) => onChange({ ...of, trades })}
          />{' '}
          trades
        </label>
        <label>
          Drawdown below{' '}
          <DecimalInput
            value={of.drawdown}
            placeholder="any"
            onChange={(drawdown) => onChange({ ...of, drawdown })}
          />{' '}
          %
        </label>
        <span className="hint" role="status">
          {isAny ? `${heldCount.toLocaleString('en-US')} results hold; the others are greyed.` : ''}
        </span>
      </div>
    </Panel>
  );
}

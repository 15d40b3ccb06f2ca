// Findings of a lab: how much of it may be luck, all results in pictures, and the best of them.

import type { LabMarketResult, LabOverfitting, LabParameter, LabResult } from '@tidemill/client';
import type { ReactNode } from 'react';
import { lazy, Suspense, useState } from 'react';
import { DecimalInput } from '../parts/decimal-input.tsx';
import { Loading } from '../parts/states.tsx';
import { Panel } from '../parts/widgets.tsx';
import type { Constraints } from './constraints.ts';
import { brokenBy, NO_CONSTRAINTS } from './constraints.ts';
import { LabJudgement } from './lab-judgement.tsx';
import { LabResults } from './lab-results.tsx';
import { formatCount } from '../parts/format-amount.ts';
import { LABS } from '../words/labs.ts';

const LabFigures = lazy(async () => {
  const { LabFigures: figures } = await import('./lab-figures.tsx');
  return { default: figures };
});

const LabFront = lazy(async () => {
  const { LabFront: front } = await import('./lab-front.tsx');
  return { default: front };
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
  /** The name of a market in a result, with where its report is. */
  readonly renderMarket: (of: LabMarketResult) => ReactNode;
};

export function LabFindings(props: Props) {
  const { parameters, results, completed, judged, renderActs, renderMarket } = props;
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
          {LABS.ofRunsTheBest(formatCount(completed), formatCount(results.length))}
        </p>
      ) : null}
      <Suspense fallback={<Loading lines={8} />}>
        <LabFigures key={swept.join(' ')} parameters={parameters} results={held} />
        <LabFront
          parameters={parameters}
          results={held}
          renderActs={renderActs}
          renderMarket={renderMarket}
        />
      </Suspense>
      <LabResults
        parameters={parameters}
        results={results}
        constraints={constraints}
        renderActs={renderActs}
        renderMarket={renderMarket}
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
    <Panel title={LABS.whatAResultHas}>
      <div className="panel-body row constraints">
        <label>
          {LABS.atLeast}{' '}
          <DecimalInput
            value={of.trades}
            placeholder={LABS.any}
            onChange={(trades) => onChange({ ...of, trades })}
          />{' '}
          {LABS.trades}
        </label>
        <label>
          {LABS.drawdownBelow}{' '}
          <DecimalInput
            value={of.drawdown}
            placeholder={LABS.any}
            onChange={(drawdown) => onChange({ ...of, drawdown })}
          />{' '}
          %
        </label>
        <span className="hint" role="status">
          {isAny ? LABS.resultsHoldTheOthers(formatCount(heldCount)) : ''}
        </span>
      </div>
    </Panel>
  );
}

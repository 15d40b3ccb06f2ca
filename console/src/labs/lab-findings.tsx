// Findings of a lab: how much of it may be luck, all results in pictures, and the best of them.

import type { LabOverfitting, LabParameter, LabResult } from '@tidemill/client';
import type { ReactNode } from 'react';
import { lazy, Suspense } from 'react';
import { Loading } from '../parts/states.tsx';
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
  const best = results.find(({ positions_closed: count }) => (count ?? 0) > 0);
  const swept = parameters.filter(({ enabled }) => enabled).map(({ key }) => key);
  return (
    <>
      {judged === undefined ? null : <LabJudgement of={judged} best={best} />}
      {completed > results.length ? (
        <p className="hint">
          Of {completed.toLocaleString('en-US')} runs the best{' '}
          {results.length.toLocaleString('en-US')} are shown.
        </p>
      ) : null}
      <Suspense fallback={<Loading lines={8} />}>
        <LabFigures key={swept.join(' ')} parameters={parameters} results={results} />
      </Suspense>
      <LabResults parameters={parameters} results={results} renderActs={renderActs} />
    </>
  );
}

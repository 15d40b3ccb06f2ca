// The results of a lab, best first, each with what can be done with it.

import type { LabMarketResult, LabParameter, LabResult } from '@tidemill/client';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { Choice, Panel } from '../parts/widgets.tsx';
import type { Constraints } from './constraints.ts';
import { brokenBy } from './constraints.ts';
import { ResultsTable } from './results-table.tsx';
import { LABS } from '../words/labs.ts';

type Props = {
  readonly parameters: readonly LabParameter[];
  readonly results: readonly LabResult[];
  readonly constraints: Constraints;
  readonly renderActs: (result: LabResult) => ReactNode;
  readonly renderMarket: (of: LabMarketResult) => ReactNode;
};

const SORTS = {
  profit: [LABS.profit, ({ realized_profit: value }: LabResult) => Number(value)],
  sharpe: [LABS.sharpe, ({ sharpe_ratio: value }: LabResult) => Number(value)],
  unseen: [
    LABS.unseenPart,
    ({ out_of_sample_return: value }: LabResult) => Number(value ?? -Infinity),
  ],
  stability: [LABS.stability, ({ stability: value }: LabResult) => Number(value ?? -Infinity)],
  drawdown: [LABS.leastDrawdown, ({ max_drawdown_percent: value }: LabResult) => -Number(value)],
} as const;

const SHOWN = 100;

export function LabResults(props: Props) {
  const { parameters, results, constraints, renderActs, renderMarket } = props;
  const [sort, setSort] = useState<keyof typeof SORTS>('profit');
  const [, scoreOf] = SORTS[sort];
  const done = results.filter(({ realized_profit: profit }) => profit !== null);
  // A run without trades would stand above all that lost.
  const traded = done.filter(({ positions_closed: count }) => (count ?? 0) > 0);
  const isHeld = (of: LabResult): number => (brokenBy(of, constraints) === null ? 1 : 0);
  const shown = traded
    .toSorted((left, right) => isHeld(right) - isHeld(left) || scoreOf(right) - scoreOf(left))
    .slice(0, SHOWN);
  const failed = results.find(({ error }) => error !== null);
  const swept = parameters.filter(({ enabled }) => enabled);
  return (
    <Panel
      title={LABS.bestResults}
      side={
        <Choice
          label={LABS.sortedBy}
          value={sort}
          choices={Object.entries(SORTS).map(([key, [text]]) => [key as typeof sort, text])}
          onChange={setSort}
        />
      }
    >
      {done.length > traded.length ? (
        <p className="panel-body hint">
          {done.length - traded.length} {LABS.ofRunsClosedNo(done.length)}
        </p>
      ) : null}
      {failed === undefined ? null : (
        <p className="panel-body wrong">{LABS.someRunsFailed(failed.error ?? '')}</p>
      )}
      {shown.length === 0 ? (
        <p className="panel-body hint">{LABS.noRunHasClosed}</p>
      ) : (
        <ResultsTable
          label={LABS.bestResults}
          swept={swept}
          results={shown}
          constraints={constraints}
          renderActs={renderActs}
          renderMarket={renderMarket}
        />
      )}
    </Panel>
  );
}

// The results of a lab, best first, each with what can be done with it.

import type { LabParameter, LabResult } from '@tidemill/client';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { Choice, Gain, Panel } from '../parts/widgets.tsx';
import type { Constraints } from './constraints.ts';
import { brokenBy } from './constraints.ts';
import { Percent, percentText, ratioText } from '../report/percent.tsx';

type Props = {
  readonly parameters: readonly LabParameter[];
  readonly results: readonly LabResult[];
  readonly constraints: Constraints;
  readonly renderActs: (result: LabResult) => ReactNode;
};

const SORTS = {
  profit: ['Profit', ({ realized_profit: value }: LabResult) => Number(value)],
  sharpe: ['Sharpe', ({ sharpe_ratio: value }: LabResult) => Number(value)],
  unseen: [
    'Unseen part',
    ({ out_of_sample_return: value }: LabResult) => Number(value ?? -Infinity),
  ],
  stability: ['Stability', ({ stability: value }: LabResult) => Number(value ?? -Infinity)],
  drawdown: ['Least drawdown', ({ max_drawdown_percent: value }: LabResult) => -Number(value)],
} as const;

const SHOWN = 100;

export function LabResults({ parameters, results, constraints, renderActs }: Props) {
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
      title="Best results"
      side={
        <Choice
          label="Sorted by"
          value={sort}
          choices={Object.entries(SORTS).map(([key, [text]]) => [key as typeof sort, text])}
          onChange={setSort}
        />
      }
    >
      {done.length > traded.length ? (
        <p className="panel-body hint">
          {done.length - traded.length} of {done.length} runs closed no trade and are left out.
        </p>
      ) : null}
      {failed === undefined ? null : (
        <p className="panel-body wrong">Some runs failed: {failed.error}</p>
      )}
      {shown.length === 0 ? (
        <p className="panel-body hint">No run has closed a trade yet.</p>
      ) : (
        <ResultsTable
          swept={swept}
          results={shown}
          constraints={constraints}
          renderActs={renderActs}
        />
      )}
    </Panel>
  );
}

type TableProps = Pick<Props, 'results' | 'constraints' | 'renderActs'> & {
  readonly swept: readonly LabParameter[];
};

function ResultsTable({ swept, results, constraints, renderActs }: TableProps) {
  return (
    <div className="scroll trades" tabIndex={0} role="region" aria-label="Best results">
      <table className="table table-dense">
        <thead>
          <tr>
            {swept.map(({ key }) => (
              <th key={key} className="right">
                {key}
              </th>
            ))}
            <th className="right">Return</th>
            <th className="right wide-only">Seen part</th>
            <th className="right wide-only">Unseen part</th>
            <th className="right wide-only">
              Neighbours <div className="faint">on used money</div>
            </th>
            <th className="right wide-only">Sharpe</th>
            <th className="right wide-only">Drawdown</th>
            <th className="right wide-only">Trades</th>
            <th className="right wide-only">Stability</th>
            <th>
              <span className="unseen">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {results.map((result) => (
            <tr key={result.backtest_id} {...lookOf(brokenBy(result, constraints))}>
              {swept.map(({ key }) => (
                <td key={key} className="right">
                  {String(result.parameters[key])}
                </td>
              ))}
              <td className="right">
                <Percent value={result.return} />
                <div className="faint">
                  <Gain value={result.realized_profit ?? '0'} unit={result.profit_currency} />
                </div>
              </td>
              <td className="right wide-only">{percentText(result.in_sample_return)}</td>
              <td className="right wide-only">{percentText(result.out_of_sample_return)}</td>
              <td className="right wide-only">{percentText(result.neighbourhood_roi)}</td>
              <td className="right wide-only">{ratioText(result.sharpe_ratio)}</td>
              <td className="right wide-only">{percentText(result.max_drawdown_percent)}</td>
              <td className="right wide-only">{result.positions_closed}</td>
              <td className="right wide-only">{ratioText(result.stability)}</td>
              <td className="right">{renderActs(result)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Greyed, with the reason for who points at it. */
const lookOf = (broken: string | null) =>
  broken === null ? {} : { className: 'row-broken', title: `It has ${broken}.` };

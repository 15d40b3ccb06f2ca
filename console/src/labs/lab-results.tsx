// The results of a lab, best first, each a click from its report or from a bot.

import type { LabParameter, LabResult } from '@tidemill/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { Button } from '../parts/button.tsx';
import { explain } from '../parts/states.tsx';
import { Choice, Gain, Panel } from '../parts/widgets.tsx';
import { percentText, ratioText } from '../report/percent.tsx';

type Props = {
  readonly labId: string;
  readonly labName: string;
  readonly parameters: readonly LabParameter[];
  readonly results: readonly LabResult[];
};

const SORTS = {
  profit: ['Profit', ({ realized_profit: value }: LabResult) => Number(value)],
  sharpe: ['Sharpe', ({ sharpe_ratio: value }: LabResult) => Number(value)],
  unseen: ['Unseen part', ({ out_of_sample_roi: value }: LabResult) => Number(value ?? -Infinity)],
  stability: ['Stability', ({ stability: value }: LabResult) => Number(value ?? -Infinity)],
  drawdown: ['Least drawdown', ({ max_drawdown_percent: value }: LabResult) => -Number(value)],
} as const;

const SHOWN = 100;

export function LabResults({ labId, labName, parameters, results }: Props) {
  const [sort, setSort] = useState<keyof typeof SORTS>('profit');
  const [, scoreOf] = SORTS[sort];
  const done = results.filter(({ realized_profit: profit }) => profit !== null);
  // A run without trades would stand above all that lost.
  const traded = done.filter(({ positions_closed: count }) => (count ?? 0) > 0);
  const shown = traded.toSorted((left, right) => scoreOf(right) - scoreOf(left)).slice(0, SHOWN);
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
        <div className="scroll trades" tabIndex={0} role="region" aria-label="Best results">
          <table className="table table-dense">
            <thead>
              <tr>
                {swept.map(({ key }) => (
                  <th key={key} className="right">
                    {key}
                  </th>
                ))}
                <th className="right">Profit</th>
                <th className="right wide-only">Unseen part</th>
                <th className="right wide-only">Sharpe</th>
                <th className="right wide-only">Drawdown</th>
                <th className="right wide-only">Trades</th>
                <th className="right wide-only">Stability</th>
                <th>
                  <span className="unseen">What to do with it</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((result) => (
                <tr key={result.backtest_id}>
                  {swept.map(({ key }) => (
                    <td key={key} className="right">
                      {String(result.parameters[key])}
                    </td>
                  ))}
                  <td className="right">
                    <Gain value={result.realized_profit ?? '0'} />
                  </td>
                  <td className="right wide-only">{percentText(result.out_of_sample_roi)}</td>
                  <td className="right wide-only">{ratioText(result.sharpe_ratio)}</td>
                  <td className="right wide-only">{percentText(result.max_drawdown_percent)}</td>
                  <td className="right wide-only">{result.positions_closed}</td>
                  <td className="right wide-only">{ratioText(result.stability)}</td>
                  <td className="right">
                    <Acts labId={labId} labName={labName} result={result} swept={swept} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}

type ActsProps = {
  readonly labId: string;
  readonly labName: string;
  readonly result: LabResult;
  readonly swept: readonly LabParameter[];
};

function Acts({ labId, labName, result, swept }: ActsProps) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { backtest_id } = result;
  const values = swept.map(({ key }) => String(result.parameters[key])).join(', ');
  const make = useMutation({
    mutationFn: () =>
      api.makeBotOfLabResult({
        lab_id: labId,
        backtest_id,
        body: { name: `${labName} (${values})`.slice(0, 120) },
      }),
    async onSuccess({ bot_id: botId }) {
      await client.invalidateQueries({ queryKey: ['bots'], exact: true });
      await navigate({ to: '/bots/$botId', params: { botId } });
    },
  });
  return (
    <span className="row-acts">
      <Link
        className="button button-small"
        to="/backtests/$backtestId"
        params={{ backtestId: backtest_id }}
        preload={false}
      >
        Report
      </Link>
      <Button isSmall isDisabled={make.isPending} onPress={() => make.mutate()}>
        Make a bot
      </Button>
      {make.isError ? (
        <span className="wrong" role="alert">
          {explain(make.error)}
        </span>
      ) : null}
    </span>
  );
}

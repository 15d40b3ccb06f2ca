// Actions on a result of a lab in the console: open its report, or make a bot of it.

import type { LabParameter, LabResult } from '@tidemill/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../api/api.ts';
import { useGo } from '../app/use-go.ts';
import { Button } from '../parts/button.tsx';
import { explain } from '../parts/states.tsx';
import { LABS } from '../words/labs.ts';

type Props = {
  readonly labId: string;
  readonly labName: string;
  readonly result: LabResult;
  readonly swept: readonly LabParameter[];
};

export function ResultActs({ labId, labName, result, swept }: Props) {
  const go = useGo();
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
      await go({ to: '/bots/$botId', params: { botId } });
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
        {LABS.report}
      </Link>
      <Button isSmall isDisabled={make.isPending} onPress={() => make.mutate()}>
        {LABS.makeABot}
      </Button>
      {make.isError ? (
        <span className="wrong" role="alert">
          {explain(make.error)}
        </span>
      ) : null}
    </span>
  );
}

// A lab at work: how far it is, how long it will take, and the way to stop it.

import type { LabDetail } from '@tidemill/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { Button } from '../parts/button.tsx';
import { explain } from '../parts/states.tsx';
import { Panel } from '../parts/widgets.tsx';
import { durationText } from '../report/duration.ts';

export function LabProgress({ lab }: { readonly lab: LabDetail }) {
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => api.cancelLab({ lab_id: lab.lab_id }),
    onSettled: () => client.invalidateQueries({ queryKey: ['labs', lab.lab_id] }),
  });
  const { completed_backtests: done, scheduled_backtests: all } = lab;
  const share = all === 0 ? 0 : done / all;
  return (
    <Panel
      title="Searching"
      side={
        <Button isSmall isDisabled={cancel.isPending} onPress={() => cancel.mutate()}>
          Stop
        </Button>
      }
    >
      <div className="panel-body stack">
        <progress className="progress" max={1} value={share} aria-label="Completed runs" />
        <p className="soft">
          {lab.status === 'queued'
            ? 'Waiting in the queue.'
            : `${done.toLocaleString('en-US')} of ${all.toLocaleString('en-US')} runs${leftText(lab)}`}
        </p>
        {cancel.isError ? <p className="wrong">{explain(cancel.error)}</p> : null}
      </div>
    </Panel>
  );
}

function leftText({ started_at, completed_backtests: done, scheduled_backtests: all }: LabDetail) {
  if (started_at === null || done === 0) return '';
  const elapsed = (Date.now() - Date.parse(started_at)) / 1_000;
  return `, about ${durationText((elapsed / done) * (all - done))} left`;
}

// A lab at work: how far it is, how long it will take, and the way to stop it.

import type { LabDetail } from '@tidemill/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { Button } from '../parts/button.tsx';
import { explain } from '../parts/states.tsx';
import { Panel } from '../parts/widgets.tsx';
import { durationText } from '../report/duration.ts';
import { formatCount } from '../parts/format-amount.ts';
import { LABS } from '../words/labs.ts';

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
      title={LABS.searching}
      side={
        <Button isSmall isDisabled={cancel.isPending} onPress={() => cancel.mutate()}>
          {LABS.stop}
        </Button>
      }
    >
      <div className="panel-body stack">
        <progress className="progress" max={1} value={share} aria-label={LABS.completedRuns} />
        <p className="soft">
          {lab.status === 'queued'
            ? LABS.waitingInTheQueue
            : LABS.ofRuns(formatCount(done), formatCount(all), leftText(lab))}
        </p>
        {cancel.isError ? <p className="wrong">{explain(cancel.error)}</p> : null}
      </div>
    </Panel>
  );
}

function leftText({ started_at, completed_backtests: done, scheduled_backtests: all }: LabDetail) {
  if (started_at === null || done === 0) return '';
  const elapsed = (Date.now() - Date.parse(started_at)) / 1_000;
  return LABS.aboutLeft(durationText((elapsed / done) * (all - done)));
}

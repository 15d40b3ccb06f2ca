// All labs: searches for good inputs of scripts.

import type { LabDetail, Script } from '@tidemill/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { labsQuery } from '../api/lab-queries.ts';
import { scriptsQuery } from '../api/queries.ts';
import { useGo } from '../app/use-go.ts';
import { LabStatus } from '../labs/lab-status.tsx';
import { Button } from '../parts/button.tsx';
import { DialogFrame } from '../parts/confirm.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { Empty, Loaded } from '../parts/states.tsx';
import { Refusals } from '../parts/refusals.tsx';
import { TextInput } from '../parts/text-input.tsx';
import { Choice, Time } from '../parts/widgets.tsx';
import { formatCount } from '../parts/format-amount.ts';
import { LABS } from '../words/labs.ts';

export function LabsPage() {
  const { script, backtest, new: isNew = false } = useSearch({ from: '/inside/labs' });
  const go = useGo({ from: '/labs' });
  const labs = useQuery(labsQuery);
  const { data: scripts } = useQuery(scriptsQuery);
  const isMaking = isNew || script !== undefined;
  const setIsMaking = (next: boolean): void => {
    void go({ search: next ? { new: true } : {}, replace: !next });
  };
  const usable = scripts?.filter((of) => of.is_valid) ?? [];
  const nameOf = (id: string): string =>
    scripts?.find((of) => of.script_id === id)?.name ?? LABS.aDeletedScript;
  return (
    <div className="page">
      <header className="page-head">
        <div>
          <h1>{LABS.labs}</h1>
          <p>{LABS.searchesForGoodInputs}</p>
        </div>
        <div className="actions">
          <Button look="main" isDisabled={usable.length === 0} onPress={() => setIsMaking(true)}>
            {LABS.newLab}
          </Button>
        </div>
      </header>
      <section className="panel">
        <h2 className="unseen">{LABS.allLabs}</h2>
        <Loaded query={labs} lines={6}>
          {(all) =>
            all.length === 0 ? (
              <Empty title={LABS.noLabsYet} actions={<FirstAct hasScript={usable.length > 0} />}>
                {LABS.aLabRunsA}
              </Empty>
            ) : (
              <LabTable labs={all.toReversed()} nameOf={nameOf} />
            )
          }
        </Loaded>
      </section>
      {isMaking && usable.length > 0 ? (
        <NewLab
          scripts={usable}
          scriptId={script}
          backtestId={backtest}
          onClose={() => setIsMaking(false)}
        />
      ) : null}
    </div>
  );
}

/** A lab needs a script without mistakes. */
function FirstAct({ hasScript }: { readonly hasScript: boolean }) {
  return hasScript ? (
    <Link className="button button-main" to="/labs" search={{ new: true }}>
      {LABS.newLab}
    </Link>
  ) : (
    <Link className="button button-main" to="/scripts">
      {LABS.writeAScriptFirst}
    </Link>
  );
}

type TableProps = {
  readonly labs: readonly LabDetail[];
  readonly nameOf: (scriptId: string) => string;
};

function LabTable({ labs, nameOf }: TableProps) {
  return (
    <DataTable rows={labs} keyOf={(lab) => lab.lab_id}>
      {(column) => [
        column(LABS.lab, '', (lab) => (
          <>
            <Link className="row-link" to="/labs/$labId" params={{ labId: lab.lab_id }}>
              {lab.name}
            </Link>
            <div className="faint">{nameOf(lab.script_id)}</div>
          </>
        )),
        column(LABS.state, '', (lab) => <LabStatus lab={lab} />),
        column(LABS.runsTitle, 'right', (lab) => (
          <>
            {formatCount(lab.completed_backtests)}
            {lab.completed_backtests === lab.scheduled_backtests
              ? ''
              : ` / ${formatCount(lab.scheduled_backtests)}`}
          </>
        )),
        column(LABS.market, 'wide-only', (lab) => lab.market_tag ?? '–'),
        column(LABS.changed, 'right wide-only soft', (lab) => <Time at={lab.updated_at} ago />),
      ]}
    </DataTable>
  );
}

type NewProps = {
  readonly scripts: readonly Script[];
  readonly scriptId: string | undefined;
  /** Whose account, market and window it begins with. */
  readonly backtestId: string | undefined;
  readonly onClose: () => void;
};

function NewLab({ scripts, scriptId, backtestId, onClose }: NewProps) {
  const wanted = scripts.find((of) => of.script_id === scriptId) ?? scripts[0];
  const [chosen, setChosen] = useState(wanted?.script_id ?? '');
  const [name, setName] = useState(wanted?.name ?? '');
  const client = useQueryClient();
  const go = useGo();
  const make = useMutation({
    mutationFn: () => api.createLab({ body: { name: name.trim(), script_id: chosen } }),
    async onSuccess({ lab_id: labId }) {
      await client.invalidateQueries({ queryKey: ['labs'], exact: true });
      const search = backtestId === undefined ? {} : { like: backtestId };
      await go({ to: '/labs/$labId', params: { labId }, search });
    },
  });
  return (
    <DialogFrame title={LABS.newLab} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          make.mutate();
        }}
      >
        <Refusals error={make.error}>
          <Choice
            label={LABS.script}
            value={chosen}
            choices={scripts.map((of) => [of.script_id, of.name])}
            onChange={setChosen}
          />
          <TextInput label={LABS.name} field="name" value={name} onChange={setName} />
          <div className="dialog-foot">
            <Button onPress={onClose}>{LABS.cancel}</Button>
            <Button type="submit" look="main" isDisabled={name.trim() === '' || make.isPending}>
              {LABS.chooseItsRanges}
            </Button>
          </div>
        </Refusals>
      </form>
    </DialogFrame>
  );
}

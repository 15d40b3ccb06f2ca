// One lab: what it searches, how far it is, and what it found.

import type { LabDetail } from '@tidemill/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/api.ts';
import {
  labOverfittingQuery,
  labParametersQuery,
  labQuery,
  labResultsQuery,
} from '../api/lab-queries.ts';
import { accountsQuery, backtestQuery, scriptsQuery } from '../api/queries.ts';
import { scriptInputsQuery } from '../api/script-queries.ts';
import { useGo } from '../app/use-go.ts';
import { LabFindings } from '../labs/lab-findings.tsx';
import { LabProgress } from '../labs/lab-progress.tsx';
import { LabSetup } from '../labs/lab-setup.tsx';
import { isAtWork, LabStatus } from '../labs/lab-status.tsx';
import { ResultActs } from '../labs/result-acts.tsx';
import { Button } from '../parts/button.tsx';
import { ConfirmByName } from '../parts/confirm-by-name.tsx';
import { ExportMenu } from '../parts/export-menu.tsx';
import { fileNameOf } from '../parts/save-file.ts';
import { explain, Loaded, Loading, whatKeeps } from '../parts/states.tsx';
import { LABS } from '../words/labs.ts';

export function LabPage() {
  const { labId } = useParams({ from: '/inside/labs/$labId' });
  const lab = useQuery(labQuery(labId));
  return (
    <div className="page page-report">
      <Loaded query={lab} lines={8} isPage>
        {(of) => <Lab lab={of} />}
      </Loaded>
    </div>
  );
}

function Lab({ lab }: { readonly lab: LabDetail }) {
  const { data: scripts } = useQuery(scriptsQuery);
  const script = scripts?.find(({ script_id: id }) => id === lab.script_id);
  return (
    <>
      <header className="page-head">
        <div>
          <p className="crumb">
            <Link to="/labs">{LABS.labs}</Link>
          </p>
          <h1>{lab.name}</h1>
          <p>
            <LabStatus lab={lab} /> {script?.name ?? ''}
            {lab.cancel_reason === null ? '' : ` · ${lab.cancel_reason}`}
          </p>
        </div>
        <div className="actions">
          <Link className="button" to="/scripts/$scriptId" params={{ scriptId: lab.script_id }}>
            {LABS.openTheScript}
          </Link>
          {lab.completed_backtests > 0 ? (
            <TakeAlong lab={lab} scriptName={script?.name ?? ''} />
          ) : null}
          <Remove lab={lab} />
        </div>
      </header>
      {isAtWork(lab) ? <LabProgress lab={lab} /> : <Setup lab={lab} />}
      {lab.completed_backtests > 0 ? <Found lab={lab} /> : null}
    </>
  );
}

type TakeAlongProps = { readonly lab: LabDetail; readonly scriptName: string };

function TakeAlong({ lab, scriptName }: TakeAlongProps) {
  const client = useQueryClient();
  const { lab_id } = lab;
  const results = {
    what: LABS.results,
    load: {
      csv: () => api.table('listLabResults', { lab_id }),
      parquet: () => api.parquet('listLabResults', { lab_id }),
    },
  };
  const makePage = async (): Promise<string> => {
    const { labPage } = await import('../report/make-page.ts');
    return labPage(client, lab, scriptName);
  };
  return <ExportMenu tables={[results]} name={fileNameOf(lab.name)} makePage={makePage} />;
}

function Setup({ lab }: { readonly lab: LabDetail }) {
  const inputs = useQuery(scriptInputsQuery(lab.script_id));
  const parameters = useQuery(labParametersQuery(lab.lab_id));
  const accounts = useQuery(accountsQuery);
  const { like } = useSearch({ from: '/inside/labs/$labId' });
  const backtest = useQuery({ ...backtestQuery(like ?? ''), enabled: like !== undefined });
  // One that is gone is begun without.
  if (like !== undefined && backtest.isPending) return <Loading lines={6} />;
  if (inputs.data === undefined || parameters.data === undefined || accounts.data === undefined)
    return whatKeeps([inputs, parameters, accounts], { lines: 6 });
  return (
    <LabSetup
      key={lab.lab_id}
      lab={lab}
      inputs={inputs.data.data}
      parameters={parameters.data.data}
      accounts={accounts.data}
      like={backtest.data ?? null}
    />
  );
}

/** While it runs, results are read again now and then, not with each run that ends. */
const READ_EVERY = 50;

function Found({ lab }: { readonly lab: LabDetail }) {
  const { lab_id: id, completed_backtests: completed } = lab;
  const read = isAtWork(lab) ? Math.ceil(completed / READ_EVERY) * READ_EVERY : completed;
  const results = useQuery(labResultsQuery(id, read));
  const parameters = useQuery(labParametersQuery(id));
  const judged = useQuery({ ...labOverfittingQuery(id), enabled: lab.status === 'completed' });
  return (
    <>
      {judged.isError && judged.data === undefined ? whatKeeps([judged]) : null}
      <Loaded query={parameters} lines={6}>
        {({ data: known }) => (
          <Loaded query={results} lines={6}>
            {(all) => (
              <LabFindings
                parameters={known}
                results={all}
                completed={completed}
                judged={judged.data}
                renderActs={(result) => (
                  <ResultActs
                    labId={id}
                    labName={lab.name}
                    result={result}
                    swept={known.filter(({ enabled }) => enabled)}
                  />
                )}
                renderMarket={({ backtest_id: backtestId, market_tag: tag }) => (
                  <Link to="/backtests/$backtestId" params={{ backtestId }} preload={false}>
                    {tag}
                  </Link>
                )}
              />
            )}
          </Loaded>
        )}
      </Loaded>
    </>
  );
}

function Remove({ lab }: { readonly lab: LabDetail }) {
  const [isAsking, setIsAsking] = useState(false);
  const client = useQueryClient();
  const go = useGo();
  const remove = useMutation({
    mutationFn: () => api.deleteLab({ lab_id: lab.lab_id }),
    async onSuccess() {
      await go({ to: '/labs' });
      client.removeQueries({ queryKey: ['labs', lab.lab_id] });
      await client.invalidateQueries({ queryKey: ['labs'], exact: true });
    },
  });
  return (
    <>
      <Button look="plain" isDisabled={remove.isPending} onPress={() => setIsAsking(true)}>
        {LABS.delete}
      </Button>
      {remove.isError ? <span className="wrong">{explain(remove.error)}</span> : null}
      {isAsking ? (
        <ConfirmByName
          title={LABS.deleteTheLab}
          name={lab.name}
          act={LABS.deleteTheLabTitle}
          onConfirm={() => remove.mutate()}
          onClose={() => setIsAsking(false)}
        >
          {LABS.itIsStoppedIf}
        </ConfirmByName>
      ) : null}
    </>
  );
}

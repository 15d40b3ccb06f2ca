// All scripts, and where a new one begins.

import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { BASE_PATH } from '../api/base-path.ts';
import { scriptsQuery } from '../api/queries.ts';
import type { Script } from '@tidemill/client';
import { useGo } from '../app/use-go.ts';
import { Button } from '../parts/button.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { Empty, Loaded } from '../parts/states.tsx';
import { Panel, Time } from '../parts/widgets.tsx';
import { ExampleGallery } from './example-gallery.tsx';
import { ImportScripts } from './import-scripts.tsx';
import { NewScriptDialog } from './new-script-dialog.tsx';
import { SCRIPTS } from '../words/scripts.ts';

export function ScriptsPage() {
  const scripts = useQuery(scriptsQuery);
  const { new: isMaking = false } = useSearch({ from: '/inside/scripts' });
  const go = useGo({ from: '/scripts' });
  const setIsMaking = (next: boolean): void => {
    void go({ search: next ? { new: true } : {}, replace: !next });
  };
  const add = (
    <Button look="main" onPress={() => setIsMaking(true)}>
      {SCRIPTS.newScript}
    </Button>
  );
  const [isBrowsing, setIsBrowsing] = useState(false);
  const examples = <Button onPress={() => setIsBrowsing(true)}>{SCRIPTS.examples}</Button>;
  return (
    <div className="page">
      <header className="page-head">
        <div>
          <h1>{SCRIPTS.scripts}</h1>
          <p>
            {SCRIPTS.whenToBuyAnd}{' '}
            <a href={`${BASE_PATH}/docs/commands`} target="_blank" rel="noreferrer">
              {SCRIPTS.allCommands}
            </a>
            {' · '}
            <a href={`${BASE_PATH}/docs/pine`} target="_blank" rel="noreferrer">
              {SCRIPTS.pine}
            </a>
          </p>
        </div>
        <div className="actions">
          {examples}
          <ImportScripts />
          {add}
        </div>
      </header>
      <Panel>
        <Loaded query={scripts}>
          {(all) =>
            all.length === 0 ? (
              <Empty title={SCRIPTS.noScriptsYet} actions={add}>
                {SCRIPTS.aNewOneBegins}
              </Empty>
            ) : (
              <ScriptTable scripts={all} />
            )
          }
        </Loaded>
      </Panel>
      {isBrowsing ? <ExampleGallery onClose={() => setIsBrowsing(false)} /> : null}
      {isMaking ? <NewScriptDialog onClose={() => setIsMaking(false)} /> : null}
    </div>
  );
}

function ScriptTable({ scripts }: { readonly scripts: readonly Script[] }) {
  return (
    <DataTable rows={scripts} keyOf={(script) => script.script_id}>
      {(column) => [
        column(SCRIPTS.script, '', (script) => (
          <>
            <Link
              className="row-link"
              to="/scripts/$scriptId"
              params={{ scriptId: script.script_id }}
            >
              {script.name}
            </Link>{' '}
            {script.language === 'pine' && <span className="tag">{SCRIPTS.pine}</span>}
            <div className="faint">{script.description}</div>
          </>
        )),
        column(SCRIPTS.check, '', (script) =>
          script.is_valid ? (
            <span className="tag tag-rise">{SCRIPTS.fine}</span>
          ) : (
            <span className="tag tag-fall">{SCRIPTS.hasMistakes}</span>
          ),
        ),
        column(SCRIPTS.changed, 'right wide-only soft', (script) => (
          <Time at={script.updated_at ?? script.created_at} />
        )),
      ]}
    </DataTable>
  );
}

// All scripts, and where a new one begins.

import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { BASE_PATH } from '../api/base-path.ts';
import { scriptsQuery } from '../api/queries.ts';
import type { Script } from '@tidemill/client';
import { Button } from '../parts/button.tsx';
import { Empty, Loaded } from '../parts/states.tsx';
import { Panel, Time } from '../parts/widgets.tsx';
import { ExampleGallery } from './example-gallery.tsx';
import { ImportScripts } from './import-scripts.tsx';
import { NewScriptDialog } from './new-script-dialog.tsx';

export function ScriptsPage() {
  const scripts = useQuery(scriptsQuery);
  const { new: isMaking = false } = useSearch({ from: '/inside/scripts' });
  const navigate = useNavigate({ from: '/scripts' });
  const setIsMaking = (next: boolean): void => {
    void navigate({ search: next ? { new: true } : {}, replace: !next });
  };
  const add = (
    <Button look="main" onPress={() => setIsMaking(true)}>
      New script
    </Button>
  );
  const [isBrowsing, setIsBrowsing] = useState(false);
  const examples = <Button onPress={() => setIsBrowsing(true)}>Examples</Button>;
  return (
    <div className="page">
      <header className="page-head">
        <div>
          <h1>Scripts</h1>
          <p>
            When to buy and when to sell, as rules, in Lua or in Pine.{' '}
            <a href={`${BASE_PATH}/docs/commands`} target="_blank" rel="noreferrer">
              All commands
            </a>
            {' · '}
            <a href={`${BASE_PATH}/docs/pine`} target="_blank" rel="noreferrer">
              Pine
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
              <Empty title="No scripts yet" actions={add}>
                A new one begins with rules or lines that already trade; the examples are 45 that
                do.
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
    <table className="table">
      <thead>
        <tr>
          <th>Script</th>
          <th>Check</th>
          <th className="right wide-only">Changed</th>
        </tr>
      </thead>
      <tbody>
        {scripts.map((script) => (
          <tr key={script.script_id}>
            <td>
              <Link
                className="row-link"
                to="/scripts/$scriptId"
                params={{ scriptId: script.script_id }}
              >
                {script.name}
              </Link>{' '}
              {script.language === 'pine' && <span className="tag">Pine</span>}
              <div className="faint">{script.description}</div>
            </td>
            <td>
              {script.is_valid ? (
                <span className="tag tag-rise">Fine</span>
              ) : (
                <span className="tag tag-fall">Has mistakes</span>
              )}
            </td>
            <td className="right wide-only soft">
              <Time at={script.updated_at ?? script.created_at} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

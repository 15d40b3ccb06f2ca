// All scripts, and where a new one begins.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { scriptsQuery } from '../api/queries.ts';
import { api } from '../api/api.ts';
import type { Script } from '@tidemill/client';
import { Button } from '../parts/button.tsx';
import { Empty, explain, Loaded } from '../parts/states.tsx';
import { Panel, Time } from '../parts/widgets.tsx';
import { FIRST_SOURCE } from './first-source.ts';

export function ScriptsPage() {
  const scripts = useQuery(scriptsQuery);
  const client = useQueryClient();
  const navigate = useNavigate();
  const make = useMutation({
    mutationFn: () => api.createScript({ body: { name: 'New script', source: FIRST_SOURCE } }),
    async onSuccess({ script_id: scriptId }) {
      await client.invalidateQueries({ queryKey: ['scripts'] });
      await navigate({ to: '/scripts/$scriptId', params: { scriptId } });
    },
  });
  const add = (
    <Button look="main" isDisabled={make.isPending} onPress={() => make.mutate()}>
      New script
    </Button>
  );
  return (
    <div className="page">
      <header className="page-head">
        <div>
          <h1>Scripts</h1>
          <p>
            When to buy and when to sell, in Lua.{' '}
            <a href="/docs/commands" target="_blank" rel="noreferrer">
              All commands
            </a>
          </p>
        </div>
        <div className="actions">{add}</div>
      </header>
      {make.isError ? (
        <p className="notice notice-wrong" role="alert">
          {explain(make.error)}
        </p>
      ) : null}
      <Panel>
        <Loaded query={scripts}>
          {(all) =>
            all.length === 0 ? (
              <Empty title="No scripts yet" actions={add}>
                A new one begins with a few lines that already trade.
              </Empty>
            ) : (
              <ScriptTable scripts={all} />
            )
          }
        </Loaded>
      </Panel>
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
              </Link>
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

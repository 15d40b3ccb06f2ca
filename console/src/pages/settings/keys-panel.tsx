// The keys of one's programs: what each may do, from where, until when, and when it was last used.

import type { ApiKey } from '@tidemill/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { BASE_PATH } from '../../api/base-path.ts';
import { api } from '../../api/api.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { KeyState } from '../../parts/key-state.tsx';
import { Wrong } from '../../parts/notice.tsx';
import { useProof } from '../../parts/proof.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Panel, Time } from '../../parts/widgets.tsx';
import { keysQuery } from './keys-query.ts';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { SETTINGS } from '../../words/settings.ts';

export function KeysPanel() {
  const keys = useQuery(keysQuery);
  const client = useQueryClient();
  const { guard, prove } = useProof();
  const [isMaking, setIsMaking] = useState(false);
  const [deleted, setDeleted] = useState<ApiKey | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: keysQuery.queryKey });
  const remove = useMutation({
    mutationFn: (key: ApiKey) => api.deleteKey({ key_id: key.key_id }),
    onSettled: refresh,
  });
  const turn = useMutation({
    mutationFn: ({ key_id, is_enabled }: ApiKey) =>
      api.switchKey({ key_id, body: { is_enabled: !is_enabled } }),
    onSettled: refresh,
  });
  const make = (
    <Button look="main" isSmall onPress={() => guard(() => setIsMaking(true))}>
      {SETTINGS.newKey}
    </Button>
  );
  return (
    <Panel title={SETTINGS.apiKeys} side={make}>
      <Wrong error={remove.error ?? turn.error} />
      <Loaded query={keys}>
        {(all) =>
          all.length === 0 ? (
            <Empty title={SETTINGS.noKeysYet}>
              {SETTINGS.aKeyLetsA} <a href={`${BASE_PATH}/docs`}>{SETTINGS.api}</a>
              {SETTINGS.withTheRightsFrom}
            </Empty>
          ) : (
            <KeyTable
              keys={all}
              onSwitch={(key) => guard(() => turn.mutate(key))}
              onDelete={setDeleted}
            />
          )
        }
      </Loaded>
      {prove}
      {isMaking ? (
        <NewKeyDialog onClose={() => setIsMaking(false)} onMade={() => void refresh()} />
      ) : null}
      {deleted === null ? null : (
        <Confirm
          title={SETTINGS.deleteTheKey(deleted.name)}
          act={SETTINGS.deleteTheKeyTitle}
          onConfirm={() => remove.mutate(deleted)}
          onClose={() => setDeleted(null)}
        >
          {SETTINGS.programsThatUseIt}
        </Confirm>
      )}
    </Panel>
  );
}

type TableProps = {
  readonly keys: readonly ApiKey[];
  readonly onSwitch: (key: ApiKey) => void;
  readonly onDelete: (key: ApiKey) => void;
};

function KeyTable({ keys, onSwitch, onDelete }: TableProps) {
  return (
    <div className="scroll">
      <table className="table">
        <thead>
          <tr>
            <th>{SETTINGS.key}</th>
            <th className="wide-only">{SETTINGS.may}</th>
            <th className="wide-only">{SETTINGS.from}</th>
            <th className="right wide-only">{SETTINGS.ends}</th>
            <th className="right wide-only">{SETTINGS.lastUsed}</th>
            <th>
              <span className="unseen">{SETTINGS.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key.key_id}>
              <td>
                {key.name}
                <KeyState apiKey={key} />
                <div className="faint mono">{key.prefix}…</div>
              </td>
              <td className="wide-only soft">{key.scopes.join(', ') || SETTINGS.everything}</td>
              <td className="wide-only soft">
                {(key.allowed_addresses ?? []).join(', ') || SETTINGS.anywhere}
              </td>
              <td className="right wide-only soft">
                {key.expires_at === null ? SETTINGS.never : <Time at={key.expires_at} />}
              </td>
              <td className="right wide-only soft">
                {key.last_used_at === null ? SETTINGS.never : <Time at={key.last_used_at} ago />}
              </td>
              <td className="right">
                <KeyActions apiKey={key} onSwitch={onSwitch} onDelete={onDelete} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type ActionsProps = Pick<TableProps, 'onSwitch' | 'onDelete'> & { readonly apiKey: ApiKey };

function KeyActions({ apiKey, onSwitch, onDelete }: ActionsProps) {
  return (
    <div className="actions">
      <Button isSmall onPress={() => onSwitch(apiKey)}>
        {apiKey.is_enabled ? SETTINGS.disable : SETTINGS.enable}
        <span className="unseen"> {apiKey.name}</span>
      </Button>
      <Button isSmall look="plain" onPress={() => onDelete(apiKey)}>
        {SETTINGS.delete}
        <span className="unseen"> {apiKey.name}</span>
      </Button>
    </div>
  );
}

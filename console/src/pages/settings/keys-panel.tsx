// The keys of one's programs: what each may do, from where, until when, and when it was last used.

import type { ApiKey } from '@tidemill/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { BASE_PATH } from '../../api/base-path.ts';
import { api } from '../../api/api.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { DataTable } from '../../parts/data-table.tsx';
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
    <DataTable rows={keys} keyOf={(key) => key.key_id}>
      {(column) => [
        column(SETTINGS.key, '', (key) => (
          <>
            {key.name}
            <KeyState apiKey={key} />
            <div className="faint mono">{key.prefix}…</div>
            <div className="narrow-only faint">{rightsOf(key)}</div>
          </>
        )),
        column(SETTINGS.may, 'wide-only soft', rightsOf),
        column(
          SETTINGS.from,
          'wide-only soft',
          (key) => (key.allowed_addresses ?? []).join(', ') || SETTINGS.anywhere,
        ),
        column(SETTINGS.ends, 'right wide-only soft', (key) =>
          key.expires_at === null ? SETTINGS.never : <Time at={key.expires_at} />,
        ),
        column(SETTINGS.lastUsed, 'right wide-only soft', (key) =>
          key.last_used_at === null ? SETTINGS.never : <Time at={key.last_used_at} ago />,
        ),
        column(SETTINGS.actions, 'acts', (key) => (
          <KeyActions apiKey={key} onSwitch={onSwitch} onDelete={onDelete} />
        )),
      ]}
    </DataTable>
  );
}

const rightsOf = ({ scopes }: ApiKey): string => scopes.join(', ') || SETTINGS.everything;

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

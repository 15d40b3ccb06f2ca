// Keys of the partner's own programs: which surface they reach, and whether they reach one end user
// only.

import type { ApiKey, CreateApiKey } from '@tidemill/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { endUsersQuery, partnerKeysQuery } from '../../api/partner-queries.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { KeyState } from '../../parts/key-state.tsx';
import { Wrong } from '../../parts/notice.tsx';
import { useProof } from '../../parts/proof.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Panel, Time } from '../../parts/widgets.tsx';
import { NewKeyDialog } from '../settings/new-key-dialog.tsx';
import { PARTNER } from '../../words/partner.ts';

const SCOPES = [
  ['whitelabel', PARTNER.endUsersByV1],
  ['partner', PARTNER.endUsersByV1Partner],
] as const;

const OF_PARTNERS: ReadonlySet<string> = new Set(SCOPES.map(([scope]) => scope));

/** Keys of one's own accounts are in the settings. */
const reachesEndUsers = ({ scopes, user_id: userId }: ApiKey): boolean =>
  userId !== null || scopes.length === 0 || scopes.some((scope) => OF_PARTNERS.has(scope));

const makeKey = (body: CreateApiKey) => api.partnerCreateKey({ body });

export function PartnerKeysPanel() {
  const keys = useQuery(partnerKeysQuery);
  const { data: users = [] } = useQuery(endUsersQuery);
  const client = useQueryClient();
  const { guard, prove } = useProof();
  const [isMaking, setIsMaking] = useState(false);
  const [revoked, setRevoked] = useState<ApiKey | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: partnerKeysQuery.queryKey });
  const revoke = useMutation({
    mutationFn: ({ key_id }: ApiKey) => api.partnerRevokeKey({ key_id }),
    onSettled: refresh,
  });
  const names = users.map((of) => [of.user_id, of.external_id] as const);
  const make = (
    <Button look="main" isSmall onPress={() => guard(() => setIsMaking(true))}>
      {PARTNER.newKey}
    </Button>
  );
  return (
    <Panel title={PARTNER.keysOfYourSystems} side={make}>
      <Wrong error={revoke.error} />
      <Loaded query={keys}>
        {(all) => {
          const shown = all.filter(reachesEndUsers);
          return shown.length === 0 ? (
            <Empty title={PARTNER.noKeysYet}>{PARTNER.yourSystemsReachYour}</Empty>
          ) : (
            <KeyTable keys={shown} names={new Map(names)} onRevoke={setRevoked} />
          );
        }}
      </Loaded>
      {prove}
      {isMaking ? (
        <NewKeyDialog
          scopes={SCOPES}
          make={makeKey}
          endUsers={names}
          onClose={() => setIsMaking(false)}
          onMade={() => void refresh()}
        />
      ) : null}
      {revoked === null ? null : (
        <Confirm
          title={PARTNER.revokeTheKey(revoked.name)}
          act={PARTNER.revokeTheKeyTitle}
          onConfirm={() => revoke.mutate(revoked)}
          onClose={() => setRevoked(null)}
        >
          {PARTNER.systemsThatUseIt}
        </Confirm>
      )}
    </Panel>
  );
}

type TableProps = {
  readonly keys: readonly ApiKey[];
  readonly names: ReadonlyMap<string, string>;
  readonly onRevoke: (key: ApiKey) => void;
};

function KeyTable({ keys, names, onRevoke }: TableProps) {
  return (
    <DataTable rows={keys} keyOf={(key) => key.key_id}>
      {(column) => [
        column(PARTNER.key, '', (key) => (
          <>
            {key.name}
            <KeyState apiKey={key} />
            <div className="faint mono">{key.prefix}…</div>
          </>
        )),
        column(PARTNER.reaches, 'soft', (key) => (
          <>
            {key.user_id === null
              ? PARTNER.allEndUsers
              : (names.get(key.user_id) ?? PARTNER.oneEndUser)}
            <div className="faint">{key.scopes.join(', ') || PARTNER.everything}</div>
          </>
        )),
        column(
          PARTNER.from,
          'wide-only soft',
          (key) => key.allowed_addresses.join(', ') || PARTNER.anywhere,
        ),
        column(PARTNER.ends, 'right wide-only soft', (key) =>
          key.expires_at === null ? PARTNER.never : <Time at={key.expires_at} />,
        ),
        column(PARTNER.lastUsed, 'right wide-only soft', (key) =>
          key.last_used_at === null ? PARTNER.never : <Time at={key.last_used_at} ago />,
        ),
        column(PARTNER.actions, 'acts', (key) => (
          <Button isSmall look="plain" onPress={() => onRevoke(key)}>
            {PARTNER.revoke}
            <span className="unseen"> {key.name}</span>
          </Button>
        )),
      ]}
    </DataTable>
  );
}

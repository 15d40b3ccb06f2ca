// The users of the installation, for its owners.

import type { User } from '@tidemill/client';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { SyntheticEvent } from 'react';
import { useState } from 'react';
import { api, readAll } from '../api/api.ts';
import { sessionQuery } from '../api/session-query.ts';
import { ownAccess } from '../api/sign-in.ts';
import { Button } from '../parts/button.tsx';
import { Confirm, DialogFrame } from '../parts/confirm.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { Wrong } from '../parts/notice.tsx';
import { useProof } from '../parts/proof.tsx';
import type { Role } from '../parts/role.ts';
import { ROLE_NAMES, ROLE_TEXTS } from '../parts/role.ts';
import { Loaded, Loading } from '../parts/states.tsx';
import { Refusals } from '../parts/refusals.tsx';
import { TextInput } from '../parts/text-input.tsx';
import { Choice, Panel, Time } from '../parts/widgets.tsx';
import { DeleteUserDialog } from './delete-user-dialog.tsx';
import { PEOPLE } from '../words/people.ts';

const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: ({ signal }) => readAll(api.each('listUsers', { limit: 500 }, { signal })),
  /** The service goes on with deletions by itself. */
  refetchInterval: ({ state }) => (state.data?.some(isBeingDeleted) ? DELETION_POLL_MS : false),
});
const DELETION_POLL_MS = 3_000;

const ROLES = (['trader', 'read_only', 'owner'] as const).map(
  (role) => [role, ROLE_NAMES[role]] as const,
);

type Act = 'role' | 'link' | 'sign_out' | 'delete';

type OpenDialog = { readonly kind: 'new' } | { readonly kind: Act; readonly user: User } | null;

export function UsersPage() {
  const users = useQuery(usersQuery);
  const client = useQueryClient();
  const { guard, prove } = useProof();
  const [shown, setShown] = useState<OpenDialog>(null);
  const close = (): void => setShown(null);
  const refresh = () => client.invalidateQueries({ queryKey: usersQuery.queryKey });
  const signOut = useMutation({
    mutationFn: (user: User) => api.endSessions({ user_id: user.user_id }),
    onSettled: refresh,
  });
  return (
    <div className="page">
      <header className="page-head">
        <div>
          <h1>{PEOPLE.users}</h1>
          <p>{PEOPLE.whoMayUseThis}</p>
        </div>
        <div className="actions">
          <Button look="main" onPress={() => guard(() => setShown({ kind: 'new' }))}>
            {PEOPLE.newUser}
          </Button>
        </div>
      </header>
      <Wrong error={signOut.error} />
      <Panel>
        <Loaded query={users}>
          {(all) => (
            <UserTable
              users={all}
              onShow={(kind, user) =>
                kind === 'sign_out'
                  ? setShown({ kind, user })
                  : guard(() => setShown({ kind, user }))
              }
            />
          )}
        </Loaded>
      </Panel>
      {prove}
      {shown?.kind === 'new' ? (
        <NewUserDialog onClose={close} onMade={() => void refresh()} />
      ) : null}
      {shown?.kind === 'role' ? (
        <RoleDialog user={shown.user} onClose={close} onDone={() => void refresh()} />
      ) : null}
      {shown?.kind === 'link' ? <LinkDialog userName={shown.user.name} onClose={close} /> : null}
      {shown?.kind === 'sign_out' ? (
        <Confirm
          title={PEOPLE.signOutEverywhere(shown.user.name)}
          act={PEOPLE.signOut}
          onConfirm={() => signOut.mutate(shown.user)}
          onClose={close}
        >
          {PEOPLE.allBrowsersOfAre(shown.user.name)}
        </Confirm>
      ) : null}
      {shown?.kind === 'delete' ? (
        <DeleteUserDialog user={shown.user} onClose={close} onTried={() => void refresh()} />
      ) : null}
    </div>
  );
}

type TableProps = {
  readonly users: readonly User[];
  readonly onShow: (kind: Act, user: User) => void;
};

function UserTable({ users, onShow }: TableProps) {
  return (
    <DataTable rows={users} keyOf={(user) => user.user_id}>
      {(column) => [
        column(PEOPLE.user, '', (user) => (
          <>
            <Link className="row-link" to="/audit" search={{ user: user.user_id }}>
              {user.name}
            </Link>
            {isBeingDeleted(user) ? (
              <span className="tag tag-warn tag-after">{PEOPLE.beingDeleted}</span>
            ) : null}
            <div className="faint">
              {ROLE_NAMES[user.role]} · {user.plan}
            </div>
          </>
        )),
        column(PEOPLE.signsInBy, 'wide-only soft', (user) => meansOf(user)),
        column(PEOPLE.keys, 'right wide-only', (user) => user.keys_count),
        column(PEOPLE.lastSeen, 'right wide-only soft', (user) =>
          user.last_seen_at === null ? '–' : <Time at={user.last_seen_at} ago />,
        ),
        column(PEOPLE.actions, 'acts', (user) => <UserActions user={user} onShow={onShow} />),
      ]}
    </DataTable>
  );
}

type ActionsProps = Pick<TableProps, 'onShow'> & { readonly user: User };

function UserActions({ user, onShow }: ActionsProps) {
  const { data: session } = useQuery(sessionQuery);
  const isOwn = session?.user_id === user.user_id;
  if (isBeingDeleted(user))
    return (
      <div className="actions">
        <Button isSmall onPress={() => onShow('delete', user)}>
          {PEOPLE.deletion}
          <span className="unseen"> {PEOPLE.of(user.name)}</span>
        </Button>
      </div>
    );
  return (
    <div className="actions">
      <Button isSmall onPress={() => onShow('link', user)}>
        {PEOPLE.link}
        <span className="unseen"> {PEOPLE.for(user.name)}</span>
      </Button>
      <Button isSmall onPress={() => onShow('role', user)}>
        {PEOPLE.role}
        <span className="unseen"> {PEOPLE.of(user.name)}</span>
      </Button>
      <Button
        isSmall
        look="plain"
        isDisabled={user.sessions_count === 0}
        onPress={() => onShow('sign_out', user)}
      >
        {PEOPLE.signOut}
        <span className="unseen"> {user.name}</span>
      </Button>
      <Button isSmall look="plain" isDisabled={isOwn} onPress={() => onShow('delete', user)}>
        {PEOPLE.delete}
        <span className="unseen"> {user.name}</span>
      </Button>
    </div>
  );
}

function isBeingDeleted({ deletion_began_at: beganAt }: User): boolean {
  return beganAt !== null;
}

function meansOf(user: User): string {
  const means = [
    ...(user.has_password ? [user.has_app ? PEOPLE.passwordAndApp : PEOPLE.password] : []),
    ...(user.passkeys_count > 0
      ? [user.passkeys_count === 1 ? PEOPLE.passkey : PEOPLE.passkeys]
      : []),
  ];
  return means.join(', ') || PEOPLE.nothingYet;
}

type DialogProps = { readonly onClose: () => void };

function NewUserDialog({ onClose, onMade }: DialogProps & { readonly onMade: () => void }) {
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('trader');
  const make = useMutation({
    mutationFn: () => api.createUser({ body: { name: name.trim(), role } }),
    onSuccess: onMade,
  });
  if (make.data !== undefined) return <LinkDialog userName={make.data.name} onClose={onClose} />;
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    make.mutate();
  };
  return (
    <DialogFrame title={PEOPLE.newUser} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <Refusals error={make.error}>
          <TextInput label={PEOPLE.name} field="name" value={name} onChange={setName} isFirst />
          <Choice label={PEOPLE.role} value={role} choices={ROLES} onChange={setRole} />
          <p className="hint">{ROLE_TEXTS[role]}</p>
          <div className="dialog-foot">
            <Button onPress={onClose}>{PEOPLE.cancel}</Button>
            <Button look="main" type="submit" isDisabled={make.isPending || name.trim() === ''}>
              {make.isPending ? PEOPLE.making : PEOPLE.makeTheUser}
            </Button>
          </div>
        </Refusals>
      </form>
    </DialogFrame>
  );
}

type RoleProps = DialogProps & { readonly user: User; readonly onDone: () => void };

function RoleDialog({ user, onClose, onDone }: RoleProps) {
  const [role, setRole] = useState<Role>(user.role);
  const change = useMutation({
    mutationFn: () => api.changeRole({ user_id: user.user_id, body: { role } }),
    onSuccess() {
      onDone();
      onClose();
    },
  });
  return (
    <DialogFrame title={PEOPLE.roleOf(user.name)} onClose={onClose}>
      <Wrong error={change.error} />
      <Choice label={PEOPLE.role} value={role} choices={ROLES} onChange={setRole} />
      <p className="hint">{PEOPLE.itTakesEffectAt(ROLE_TEXTS[role])}</p>
      <div className="dialog-foot">
        <Button onPress={onClose}>{PEOPLE.cancel}</Button>
        <Button
          look="main"
          isDisabled={change.isPending || role === user.role}
          onPress={() => change.mutate()}
        >
          {PEOPLE.changeTheRole}
        </Button>
      </div>
    </DialogFrame>
  );
}

/** Made when it is opened: each is a way in. */
function LinkDialog({ userName, onClose }: DialogProps & { readonly userName: string }) {
  const made = useQuery({
    queryKey: ['sign-in-link', userName],
    queryFn: () => ownAccess.linkFor(userName),
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    retry: false,
  });
  return (
    <DialogFrame title={PEOPLE.linkFor(userName)} onClose={onClose}>
      <p className="soft">{PEOPLE.itSignsInOnce(userName)}</p>
      <Wrong error={made.error} />
      {made.isPending ? <Loading lines={2} /> : null}
      {made.data === undefined ? null : <code className="secret">{made.data.link}</code>}
      <div className="dialog-foot">
        {made.data === undefined ? null : (
          <CopyButton text={made.data.link} what={PEOPLE.theLink} />
        )}
        <Button look="main" onPress={onClose}>
          {PEOPLE.done}
        </Button>
      </div>
    </DialogFrame>
  );
}

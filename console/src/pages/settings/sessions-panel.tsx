// Sessions of the user, and how to end them.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ownAccess, sessionsQuery } from '../../api/sign-in.ts';
import type { SessionRow } from '../../api/wire.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { browserName } from '../../parts/browser-name.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Wrong } from '../../parts/notice.tsx';
import { Loaded } from '../../parts/states.tsx';
import { Panel, Time } from '../../parts/widgets.tsx';
import { SETTINGS } from '../../words/settings.ts';

const MEANS = {
  password: SETTINGS.aPassword,
  link: SETTINGS.aLink,
  passkey: SETTINGS.aPasskey,
} as const;

export function SessionsPanel() {
  const sessions = useQuery(sessionsQuery);
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const refresh = () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  const end = useMutation({ mutationFn: ownAccess.endSession, onSettled: refresh });
  const endOthers = useMutation({ mutationFn: ownAccess.endOtherSessions, onSettled: refresh });
  const othersCount = (sessions.data?.data.length ?? 1) - 1;
  return (
    <Panel
      title={SETTINGS.whereYouAreSigned}
      side={
        <Button isSmall isDisabled={othersCount === 0} onPress={() => setIsAsking(true)}>
          {SETTINGS.signOutEverywhereElseTitle}
        </Button>
      }
    >
      <Wrong error={end.error ?? endOthers.error} />
      <Loaded query={sessions}>
        {({ data }) => (
          <DataTable rows={data} keyOf={(of) => of.session_id}>
            {(column) => [
              column(SETTINGS.browser, '', (of) => <Browser session={of} />),
              column(SETTINGS.signedIn, 'wide-only soft', (of) => (
                <>
                  <Time at={of.created_at} />
                  <div className="faint">{SETTINGS.by(MEANS[of.signed_in_by])}</div>
                </>
              )),
              column(SETTINGS.lastUsed, 'right wide-only soft', (of) => (
                <Time at={of.last_seen_at} ago />
              )),
              column(SETTINGS.actions, 'acts', (of) =>
                of.is_own ? null : (
                  <Button
                    isSmall
                    isDisabled={end.isPending}
                    onPress={() => end.mutate(of.session_id)}
                  >
                    {SETTINGS.signOut}
                    <span className="unseen"> {browserName(of.agent)}</span>
                  </Button>
                ),
              ),
            ]}
          </DataTable>
        )}
      </Loaded>
      {isAsking ? (
        <Confirm
          title={SETTINGS.signOutEverywhereElse}
          act={SETTINGS.signOut}
          onConfirm={() => endOthers.mutate()}
          onClose={() => setIsAsking(false)}
        >
          {SETTINGS.allOtherBrowsersAre}
        </Confirm>
      ) : null}
    </Panel>
  );
}

function Browser({ session }: { readonly session: SessionRow }) {
  return (
    <>
      {browserName(session.agent)}
      {session.is_own ? (
        <span className="tag tag-accent tag-after">{SETTINGS.thisBrowser}</span>
      ) : null}
      <div className="faint">
        {SETTINGS.fromWithin} {session.address ?? SETTINGS.anUnknownAddress}
      </div>
      <div className="narrow-only faint">
        {SETTINGS.lastUsed}: <Time at={session.last_seen_at} ago />
      </div>
    </>
  );
}

// Sessions of the user, and how to end them.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ownAccess, sessionsQuery } from '../../api/sign-in.ts';
import type { SessionRow } from '../../api/wire.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { browserName } from '../../parts/browser-name.ts';
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
          <table className="table">
            <thead>
              <tr>
                <th>{SETTINGS.browser}</th>
                <th className="wide-only">{SETTINGS.signedIn}</th>
                <th className="right wide-only">{SETTINGS.lastUsed}</th>
                <th>
                  <span className="unseen">{SETTINGS.actions}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.map((session) => (
                <Row
                  key={session.session_id}
                  session={session}
                  isEnding={end.isPending}
                  onEnd={() => end.mutate(session.session_id)}
                />
              ))}
            </tbody>
          </table>
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

type RowProps = {
  readonly session: SessionRow;
  readonly isEnding: boolean;
  readonly onEnd: () => void;
};

function Row({ session, isEnding, onEnd }: RowProps) {
  return (
    <tr>
      <td>
        {browserName(session.agent)}
        {session.is_own ? (
          <span className="tag tag-accent tag-after">{SETTINGS.thisBrowser}</span>
        ) : null}
        <div className="faint">
          {SETTINGS.fromWithin} {session.address ?? SETTINGS.anUnknownAddress}
        </div>
      </td>
      <td className="wide-only soft">
        <Time at={session.created_at} />
        <div className="faint">{SETTINGS.by(MEANS[session.signed_in_by])}</div>
      </td>
      <td className="right wide-only soft">
        <Time at={session.last_seen_at} ago />
      </td>
      <td className="right">
        {session.is_own ? null : (
          <Button isSmall isDisabled={isEnding} onPress={onEnd}>
            {SETTINGS.signOut}
            <span className="unseen"> {browserName(session.agent)}</span>
          </Button>
        )}
      </td>
    </tr>
  );
}

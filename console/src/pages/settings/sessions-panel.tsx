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

const MEANS = { password: 'a password', link: 'a link', passkey: 'a passkey' } as const;

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
      title="Where you are signed in"
      side={
        <Button isSmall isDisabled={othersCount === 0} onPress={() => setIsAsking(true)}>
          Sign out everywhere else
        </Button>
      }
    >
      <Wrong error={end.error ?? endOthers.error} />
      <Loaded query={sessions}>
        {({ data }) => (
          <table className="table">
            <thead>
              <tr>
                <th>Browser</th>
                <th className="wide-only">Signed in</th>
                <th className="right wide-only">Last used</th>
                <th>
                  <span className="unseen">Actions</span>
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
          title="Sign out everywhere else?"
          act="Sign out"
          onConfirm={() => endOthers.mutate()}
          onClose={() => setIsAsking(false)}
        >
          All other browsers are signed out at once, and links that were not used yet are void. Keys
          of programs stay.
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
        {session.is_own ? <span className="tag tag-accent tag-after">This browser</span> : null}
        <div className="faint">from {session.address ?? 'an unknown address'}</div>
      </td>
      <td className="wide-only soft">
        <Time at={session.created_at} />
        <div className="faint">by {MEANS[session.signed_in_by]}</div>
      </td>
      <td className="right wide-only soft">
        <Time at={session.last_seen_at} ago />
      </td>
      <td className="right">
        {session.is_own ? null : (
          <Button isSmall isDisabled={isEnding} onPress={onEnd}>
            Sign out<span className="unseen"> {browserName(session.agent)}</span>
          </Button>
        )}
      </td>
    </tr>
  );
}

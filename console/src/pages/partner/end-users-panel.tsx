// All end users of the partner, found by the partner's own ids of them.

import type { EndUser } from '@tidemill/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { BASE_PATH } from '../../api/base-path.ts';
import { endUsersQuery } from '../../api/partner-queries.ts';
import { Button } from '../../parts/button.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Panel, Time } from '../../parts/widgets.tsx';
import { NewEndUserDialog } from './new-end-user-dialog.tsx';
import { useShownPart } from './shown-part.tsx';

export function EndUsersPanel() {
  const users = useQuery(endUsersQuery);
  const navigate = useNavigate();
  const [isMaking, setIsMaking] = useState(false);
  const make = (
    <Button look="main" isSmall onPress={() => setIsMaking(true)}>
      New end user
    </Button>
  );
  return (
    <Panel title="End users" side={make}>
      <Loaded query={users} lines={6}>
        {(all) =>
          all.length === 0 ? (
            <Empty title="No end users yet">
              An end user is a customer of yours, with wallets and bots of its own. Your systems
              make them by the <a href={`${BASE_PATH}/docs`}>API</a>; you can make one here to try
              it.
            </Empty>
          ) : (
            <EndUserTable users={all} />
          )
        }
      </Loaded>
      {isMaking ? (
        <NewEndUserDialog
          onClose={() => setIsMaking(false)}
          onMade={({ user_id: userId }) =>
            void navigate({ to: '/partner/users/$userId', params: { userId } })
          }
        />
      ) : null}
    </Panel>
  );
}

function EndUserTable({ users }: { readonly users: readonly EndUser[] }) {
  const { shown, filter, more } = useShownPart(users, {
    label: 'Find an end user',
    wordsOf: (user) => `${user.external_id} ${user.exchange} ${user.user_id}`,
  });
  return (
    <>
      {filter}
      <div className="scroll">
        <table className="table">
          <thead>
            <tr>
              <th>End user</th>
              <th className="wide-only">Exchange</th>
              <th className="right">Running bots</th>
              <th className="right wide-only">Last activity</th>
              <th className="right wide-only">Made</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((user) => (
              <tr key={user.user_id}>
                <td>
                  <Link
                    className="row-link"
                    to="/partner/users/$userId"
                    params={{ userId: user.user_id }}
                  >
                    {user.external_id}
                  </Link>
                  {user.is_simulated ? (
                    <span className="tag tag-accent tag-after">Play money</span>
                  ) : null}
                </td>
                <td className="wide-only soft">{user.exchange}</td>
                <td className="right">
                  {user.running_bots_count} <span className="faint">of {user.bots_count}</span>
                </td>
                <td className="right wide-only soft">
                  <Time at={user.last_activity_at} ago />
                </td>
                <td className="right wide-only soft">
                  <Time at={user.created_at} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more}
    </>
  );
}

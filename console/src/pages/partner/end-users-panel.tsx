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
import { PARTNER } from '../../words/partner.ts';

export function EndUsersPanel() {
  const users = useQuery(endUsersQuery);
  const navigate = useNavigate();
  const [isMaking, setIsMaking] = useState(false);
  const make = (
    <Button look="main" isSmall onPress={() => setIsMaking(true)}>
      {PARTNER.newEndUser}
    </Button>
  );
  return (
    <Panel title={PARTNER.endUsers} side={make}>
      <Loaded query={users} lines={6}>
        {(all) =>
          all.length === 0 ? (
            <Empty title={PARTNER.noEndUsersYet}>
              {PARTNER.anEndUserIs} <a href={`${BASE_PATH}/docs`}>{PARTNER.api}</a>
              {PARTNER.youCanMakeOne}
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
    label: PARTNER.findAnEndUser,
    wordsOf: (user) => `${user.external_id} ${user.exchange} ${user.user_id}`,
  });
  return (
    <>
      {filter}
      <div className="scroll">
        <table className="table">
          <thead>
            <tr>
              <th>{PARTNER.endUser}</th>
              <th className="wide-only">{PARTNER.exchange}</th>
              <th className="right">{PARTNER.runningBots}</th>
              <th className="right wide-only">{PARTNER.lastActivity}</th>
              <th className="right wide-only">{PARTNER.made}</th>
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
                    <span className="tag tag-accent tag-after">{PARTNER.playMoney}</span>
                  ) : null}
                </td>
                <td className="wide-only soft">{user.exchange}</td>
                <td className="right">
                  {user.running_bots_count}{' '}
                  <span className="faint">{PARTNER.of(user.bots_count)}</span>
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

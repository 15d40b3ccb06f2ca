// All end users of the partner, found by the partner's own ids of them.

import type { EndUser } from '@tidemill/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { BASE_PATH } from '../../api/base-path.ts';
import { endUsersQuery } from '../../api/partner-queries.ts';
import { useGo } from '../../app/use-go.ts';
import { Button } from '../../parts/button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Panel, Time } from '../../parts/widgets.tsx';
import { NewEndUserDialog } from './new-end-user-dialog.tsx';
import { useShownPart } from './shown-part.tsx';
import { PARTNER } from '../../words/partner.ts';

export function EndUsersPanel() {
  const users = useQuery(endUsersQuery);
  const go = useGo();
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
            void go({ to: '/partner/users/$userId', params: { userId } })
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
      <DataTable rows={shown} keyOf={(user) => user.user_id}>
        {(column) => [
          column(PARTNER.endUser, '', (user) => (
            <>
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
            </>
          )),
          column(PARTNER.exchange, 'wide-only soft', (user) => user.exchange),
          column(PARTNER.runningBots, 'right', (user) => (
            <>
              {user.running_bots_count} <span className="faint">{PARTNER.of(user.bots_count)}</span>
            </>
          )),
          column(PARTNER.lastActivity, 'right wide-only soft', (user) => (
            <Time at={user.last_activity_at} ago />
          )),
          column(PARTNER.made, 'right wide-only soft', (user) => <Time at={user.created_at} />),
        ]}
      </DataTable>
      {more}
    </>
  );
}

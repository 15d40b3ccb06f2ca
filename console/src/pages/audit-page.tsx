// Audit page: who did what from where, of oneself, or, for owners, of all users.

import type { AuditEntry } from '@tidemill/client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { api } from '../api/api.ts';
import { sessionQuery } from '../api/session-query.ts';
import { actOf } from '../parts/audit-act.ts';
import { Button } from '../parts/button.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { Empty, Loaded } from '../parts/states.tsx';
import { Panel, Time } from '../parts/widgets.tsx';
import { PEOPLE } from '../words/people.ts';

const PAGE_ITEMS = 100;

export function AuditPage() {
  const { data: session } = useQuery(sessionQuery);
  const { user } = useSearch({ from: '/inside/audit' });
  const isOwner = session?.role === 'owner';
  const entries = useInfiniteQuery({
    queryKey: ['audit', user ?? null],
    queryFn: ({ pageParam, signal }) =>
      api.listAudit(
        {
          limit: PAGE_ITEMS,
          ...(user === undefined ? {} : { user_id: user }),
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor: next }) => next,
  });
  return (
    <div className="page">
      <header className="page-head">
        <div>
          <h1>{PEOPLE.auditLog}</h1>
          <p>{isOwner ? PEOPLE.whoDidWhatFrom : PEOPLE.whatYouDidAnd}</p>
        </div>
        {user === undefined ? null : (
          <Link className="button" to="/audit">
            {PEOPLE.showAllUsers}
          </Link>
        )}
      </header>
      <Panel>
        <Loaded query={entries} lines={8}>
          {({ pages }) => {
            const all = pages.flatMap(({ data }) => data);
            return all.length === 0 ? (
              <Empty title={PEOPLE.noEntriesYet}>{PEOPLE.signInsKeysSettings}</Empty>
            ) : (
              <EntryTable entries={all} isOfAll={isOwner} />
            );
          }}
        </Loaded>
        {entries.hasNextPage ? (
          <div className="panel-foot">
            <Button
              isDisabled={entries.isFetchingNextPage}
              onPress={() => void entries.fetchNextPage()}
            >
              {entries.isFetchingNextPage ? PEOPLE.loading : PEOPLE.showOlderEntries}
            </Button>
          </div>
        ) : null}
      </Panel>
    </div>
  );
}

type TableProps = { readonly entries: readonly AuditEntry[]; readonly isOfAll: boolean };

function EntryTable({ entries, isOfAll }: TableProps) {
  return (
    <DataTable isDense rows={entries} keyOf={(of) => of.entry_id}>
      {(column) => [
        column(PEOPLE.when, 'soft one-line', ({ at }) => <Time at={at} />),
        isOfAll && column(PEOPLE.user, '', (of) => of.user_name ?? of.user_id),
        column(PEOPLE.what, 'long-id', (of) => (
          <>
            <What entry={of} />
            <div className="narrow-only faint">
              {[actorOf(of), of.address].filter((text) => text !== null).join(', ')}
            </div>
          </>
        )),
        column(PEOPLE.by, 'wide-only soft', actorOf),
        column(PEOPLE.from, 'wide-only mono soft', ({ address }) => address ?? '–'),
      ]}
    </DataTable>
  );
}

function What({ entry }: { readonly entry: AuditEntry }) {
  const { text, isWrong, subject } = actOf(entry);
  return (
    <>
      <span className={isWrong ? 'fall' : ''}>{text}</span>
      {subject === null ? null : <div className="faint mono">{subject}</div>}
    </>
  );
}

function actorOf({ actor_name, actor_id, act }: AuditEntry): string {
  if (actor_name !== null) return actor_name;
  if (actor_id === null) return act.endsWith('_failed') ? PEOPLE.unknown : PEOPLE.theOperator;
  return actor_id.startsWith('sess_') ? PEOPLE.aBrowser : PEOPLE.aKey;
}

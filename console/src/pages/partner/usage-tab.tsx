// Usage of end users in a month, and what it costs by the tariff that then held.

import type { Report } from '@tidemill/client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Period } from '../../api/partner-queries.ts';
import { endUsersQuery, reportQuery } from '../../api/partner-queries.ts';
import { Button } from '../../parts/button.tsx';
import { formatDecimal } from '../../parts/format.ts';
import { Empty, Failed, Loading } from '../../parts/states.tsx';
import { Figure, Panel, Time } from '../../parts/widgets.tsx';

const MONTHS = 12;
const MONTH = new Intl.DateTimeFormat(undefined, {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

type Month = Period & { readonly name: string };

/** The newest first; bills are by months of UTC. The one that is not over goes until now. */
function monthsUntil(now: Date): readonly Month[] {
  const startOf = (back: number): Date =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1));
  return Array.from({ length: MONTHS }, (_, back) => {
    const from = startOf(back);
    const to = back === 0 ? null : startOf(back - 1).toISOString();
    return { from: from.toISOString(), to, name: MONTH.format(from) };
  });
}

export function UsageTab() {
  const [months] = useState(() => monthsUntil(new Date()));
  const [at, setAt] = useState(0);
  const report = useInfiniteQuery(reportQuery(months[at] ?? { from: '', to: null }));
  const [first] = report.data?.pages ?? [];
  const choice = (
    <select
      className="input input-small input-auto"
      aria-label="Month"
      value={at}
      onChange={(event) => setAt(Number(event.target.value))}
    >
      {months.map(({ name }, index) => (
        <option key={name} value={index}>
          {name}
        </option>
      ))}
    </select>
  );
  return (
    <>
      <Panel title="Usage" side={choice}>
        {first === undefined ? (
          report.isError ? (
            <Failed error={report.error} onRetry={() => void report.refetch()} />
          ) : (
            <Loading lines={4} />
          )
        ) : (
          <>
            <Totals report={first} />
            <p className="hint panel-note">
              Until <Time at={first.period_end} />, counted in months of UTC.
            </p>
          </>
        )}
      </Panel>
      {first === undefined ? null : <Bill report={first} />}
      {first === undefined ? null : (
        <UsersPanel users={report.data?.pages.flatMap(({ users }) => users) ?? []}>
          {report.hasNextPage ? (
            <div className="panel-foot">
              <Button
                isSmall
                isDisabled={report.isFetchingNextPage}
                onPress={() => void report.fetchNextPage()}
              >
                {report.isFetchingNextPage ? 'Reading…' : 'More end users'}
              </Button>
            </div>
          ) : null}
        </UsersPanel>
      )}
    </>
  );
}

function Totals({ report: { totals, currency } }: { readonly report: Report }) {
  return (
    <dl className="figures">
      <Figure label="Due">
        {totals.amount_due === null ? (
          <span className="soft">no tariff</span>
        ) : (
          <>
            {formatDecimal(totals.amount_due, 2)} <span className="unit">{currency}</span>
          </>
        )}
      </Figure>
      <Figure label="Active end users">
        {totals.active_users} <span className="unit">of {totals.users}</span>
      </Figure>
      <Figure label="Bots that ran">
        {totals.bots_running} <span className="unit">{formatDecimal(totals.bot_hours, 1)} h</span>
      </Figure>
      <Figure label="Traded volume">
        {formatDecimal(totals.traded_volume, 2)} <span className="unit">{currency}</span>
      </Figure>
      <Figure label="Filled orders">{totals.orders_filled}</Figure>
      <Figure label="Signals">{totals.signals}</Figure>
      <Figure label="Backtests">{totals.backtests}</Figure>
    </dl>
  );
}

const LINES = {
  active_bot: 'Active bots',
  bot_hour: 'Hours of bots',
  active_user: 'Active end users',
  filled_order: 'Filled orders',
  traded_volume: 'Traded volume',
  backtest: 'Backtests',
  signal: 'Signals',
} as const satisfies Record<Report['line_items'][number]['code'], string>;

function Bill({ report: { line_items: lines, currency, totals } }: { readonly report: Report }) {
  return (
    <Panel title="Bill">
      {lines.length === 0 ? (
        <Empty title="Nothing is billed">No tariff held when this period began.</Empty>
      ) : (
        <div className="scroll">
          <table className="table">
            <thead>
              <tr>
                <th>What</th>
                <th className="right">Quantity</th>
                <th className="right wide-only">Price</th>
                <th className="right">Amount, {currency}</th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <tr key={line.code}>
                  <td>
                    {LINES[line.code]}
                    <div className="faint">
                      {line.unit === 'percent'
                        ? 'a percentage of it'
                        : `for each ${line.unit.replaceAll('_', ' ')}`}
                    </div>
                  </td>
                  <td className="right">{formatDecimal(line.quantity, 4)}</td>
                  <td className="right wide-only soft">{formatDecimal(line.unit_price)}</td>
                  <td className="right">{formatDecimal(line.amount, 2)}</td>
                </tr>
              ))}
              <tr>
                <td>
                  <b>All together</b>
                </td>
                <td className="right faint">–</td>
                <td className="right wide-only faint">–</td>
                <td className="right">
                  <b>{formatDecimal(totals.amount_due ?? '0', 2)}</b>
                </td>
              </tr>
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}

type UsersProps = {
  readonly users: Report['users'];
  readonly children: React.ReactNode;
};

function UsersPanel({ users, children }: UsersProps) {
  const { data: known = [] } = useQuery(endUsersQuery);
  const names = new Map(known.map((of) => [of.user_id, of.external_id]));
  return (
    <Panel title="By end user">
      {users.length === 0 ? (
        <Empty title="No usage">End users with running bots or attempted orders appear here.</Empty>
      ) : (
        <div className="scroll">
          <table className="table table-dense">
            <thead>
              <tr>
                <th>End user</th>
                <th className="right">Bots</th>
                <th className="right wide-only">Hours</th>
                <th className="right wide-only">Orders</th>
                <th className="right">Volume</th>
              </tr>
            </thead>
            <tbody>
              {users.map((of) => (
                <tr key={of.user_id}>
                  <td>
                    {names.has(of.user_id) ? (
                      <Link
                        className="row-link"
                        to="/partner/users/$userId"
                        params={{ userId: of.user_id }}
                      >
                        {names.get(of.user_id)}
                      </Link>
                    ) : (
                      <span className="soft">deleted since</span>
                    )}
                  </td>
                  <td className="right">{of.bots_running}</td>
                  <td className="right wide-only">{formatDecimal(of.bot_hours, 1)}</td>
                  <td className="right wide-only">{of.orders_filled}</td>
                  <td className="right">{formatDecimal(of.traded_volume, 2)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {children}
    </Panel>
  );
}

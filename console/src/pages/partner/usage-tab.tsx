// Usage of end users in a month, and what it costs by the tariff that then held.

import type { Report } from '@tidemill/client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Period } from '../../api/partner-queries.ts';
import { endUsersQuery, reportQuery } from '../../api/partner-queries.ts';
import { Button } from '../../parts/button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { formatDecimal, formatFixed } from '../../parts/format.ts';
import { Empty, Failed, Loading } from '../../parts/states.tsx';
import { Figure, Panel, Time } from '../../parts/widgets.tsx';
import { PARTNER } from '../../words/partner.ts';
import { LOCALE } from '../../words/language.ts';

const MONTHS = 12;
const MONTH = new Intl.DateTimeFormat(LOCALE, {
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
      aria-label={PARTNER.month}
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
      <Panel title={PARTNER.usage} side={choice}>
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
              {PARTNER.until} <Time at={first.period_end} />
              {PARTNER.countedInMonthsOf}
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
                {report.isFetchingNextPage ? PARTNER.reading : PARTNER.moreEndUsers}
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
      <Figure label={PARTNER.due}>
        {totals.amount_due === null ? (
          <span className="soft">{PARTNER.noTariff}</span>
        ) : (
          <>
            {formatDecimal(totals.amount_due, 2)} <span className="unit">{currency}</span>
          </>
        )}
      </Figure>
      <Figure label={PARTNER.activeEndUsers}>
        {totals.active_users} <span className="unit">{PARTNER.ofWithin(totals.users)}</span>
      </Figure>
      <Figure label={PARTNER.botsThatRan}>
        {totals.bots_running} <span className="unit">{formatDecimal(totals.bot_hours, 1)} h</span>
      </Figure>
      <Figure label={PARTNER.tradedVolume}>
        {formatDecimal(totals.traded_volume, 2)} <span className="unit">{currency}</span>
      </Figure>
      <Figure label={PARTNER.filledOrders}>{totals.orders_filled}</Figure>
      <Figure label={PARTNER.signals}>{totals.signals}</Figure>
      <Figure label={PARTNER.backtests}>{totals.backtests}</Figure>
    </dl>
  );
}

const LINES = {
  active_bot: PARTNER.activeBots,
  bot_hour: PARTNER.hoursOfBots,
  active_user: PARTNER.activeEndUsers,
  filled_order: PARTNER.filledOrders,
  traded_volume: PARTNER.tradedVolume,
  backtest: PARTNER.backtests,
  signal: PARTNER.signals,
} as const satisfies Record<Report['line_items'][number]['code'], string>;

function Bill({ report: { line_items: lines, currency, totals } }: { readonly report: Report }) {
  return (
    <Panel title={PARTNER.bill}>
      {lines.length === 0 ? (
        <Empty title={PARTNER.nothingIsBilled}>{PARTNER.noTariffHeldWhen}</Empty>
      ) : (
        <DataTable
          foot={
            <>
              <tr>
                <td>
                  <b>{PARTNER.allTogether}</b>
                </td>
                <td className="right faint">–</td>
                <td className="right wide-only faint">–</td>
                <td className="right">
                  <b>{formatFixed(totals.amount_due ?? '0', 2)}</b>
                </td>
              </tr>
            </>
          }
          rows={lines}
          keyOf={(line) => line.code}
        >
          {(column) => [
            column(PARTNER.what, '', (line) => (
              <>
                {LINES[line.code]}
                <div className="faint">
                  {line.unit === 'percent'
                    ? PARTNER.aPercentageOfIt
                    : PARTNER.forEachUnit(line.unit.replaceAll('_', ' '))}
                </div>
              </>
            )),
            column(PARTNER.quantity, 'right', (line) => formatDecimal(line.quantity, 4)),
            column(PARTNER.price, 'right wide-only soft', (line) => formatDecimal(line.unit_price)),
            column(PARTNER.amountTitle(currency), 'right', (line) => formatFixed(line.amount, 2)),
          ]}
        </DataTable>
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
    <Panel title={PARTNER.byEndUser}>
      {users.length === 0 ? (
        <Empty title={PARTNER.noUsage}>{PARTNER.endUsersWithRunning}</Empty>
      ) : (
        <DataTable isDense rows={users} keyOf={(of) => of.user_id}>
          {(column) => [
            column(PARTNER.endUser, '', (of) =>
              names.has(of.user_id) ? (
                <Link
                  className="row-link"
                  to="/partner/users/$userId"
                  params={{ userId: of.user_id }}
                >
                  {names.get(of.user_id)}
                </Link>
              ) : (
                <span className="soft">{PARTNER.deletedSince}</span>
              ),
            ),
            column(PARTNER.bots, 'right', (of) => of.bots_running),
            column(PARTNER.hours, 'right wide-only', (of) => formatDecimal(of.bot_hours, 1)),
            column(PARTNER.orders, 'right wide-only', (of) => of.orders_filled),
            column(PARTNER.volume, 'right', (of) => formatFixed(of.traded_volume, 2)),
          ]}
        </DataTable>
      )}
      {children}
    </Panel>
  );
}

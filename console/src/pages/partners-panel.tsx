// The partners of the installation and what each used this month, for its owners.

import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { DataTable } from '../parts/data-table.tsx';
import { formatDecimal } from '../parts/format.ts';
import { Loaded } from '../parts/states.tsx';
import { Panel, Time } from '../parts/widgets.tsx';
import { PARTNER } from '../words/partner.ts';

const partnersQuery = queryOptions({
  queryKey: ['installation', 'partners'],
  queryFn: ({ signal }) => api.listPartners({}, { signal }),
  refetchInterval: 60_000,
});

/** Most installations have none, and do not see this panel. */
export function PartnersPanel() {
  const partners = useQuery(partnersQuery);
  if (partners.data?.data.length === 0) return null;
  return (
    <Panel
      title={PARTNER.partners}
      side={<span className="hint">{PARTNER.sinceTheMonthBegan}</span>}
    >
      <Loaded query={partners} lines={3}>
        {({ data }) => (
          <DataTable rows={data} keyOf={(of) => of.user_id}>
            {(column) => [
              column(PARTNER.partner, '', (of) => (
                <>
                  {of.user_name}
                  <div className="faint">
                    {PARTNER.since} <Time at={of.created_at} />
                  </div>
                </>
              )),
              column(PARTNER.endUsers, 'right', (of) => (
                <>
                  {of.users}
                  <div className="faint">{PARTNER.active(of.active_users)}</div>
                </>
              )),
              column(PARTNER.bots, 'right wide-only', (of) => of.bots_running),
              column(PARTNER.hours, 'right wide-only', (of) => formatDecimal(of.bot_hours, 1)),
              column(PARTNER.orders, 'right wide-only', (of) => of.orders_filled),
              column(PARTNER.volume, 'right wide-only', (of) => formatDecimal(of.traded_volume, 2)),
              column(PARTNER.due, 'right', (of) =>
                of.amount_due === null ? (
                  <span className="soft">{PARTNER.noTariff}</span>
                ) : (
                  <>
                    {formatDecimal(of.amount_due, 2)} <span className="unit">{of.currency}</span>
                  </>
                ),
              ),
            ]}
          </DataTable>
        )}
      </Loaded>
    </Panel>
  );
}

// The partners of the installation and what each used this month, for its owners.

import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { formatDecimal } from '../parts/format.ts';
import { Loaded } from '../parts/states.tsx';
import { Panel, Time } from '../parts/widgets.tsx';

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
    <Panel title="Partners" side={<span className="hint">Since the month began, UTC</span>}>
      <Loaded query={partners} lines={3}>
        {({ data }) => (
          <div className="scroll">
            <table className="table">
              <thead>
                <tr>
                  <th>Partner</th>
                  <th className="right">End users</th>
                  <th className="right wide-only">Bots</th>
                  <th className="right wide-only">Hours</th>
                  <th className="right wide-only">Orders</th>
                  <th className="right wide-only">Volume</th>
                  <th className="right">Due</th>
                </tr>
              </thead>
              <tbody>
                {data.map((of) => (
                  <tr key={of.user_id}>
                    <td>
                      {of.user_name}
                      <div className="faint">
                        since <Time at={of.created_at} />
                      </div>
                    </td>
                    <td className="right">
                      {of.users}
                      <div className="faint">{of.active_users} active</div>
                    </td>
                    <td className="right wide-only">{of.bots_running}</td>
                    <td className="right wide-only">{formatDecimal(of.bot_hours, 1)}</td>
                    <td className="right wide-only">{of.orders_filled}</td>
                    <td className="right wide-only">{formatDecimal(of.traded_volume, 2)}</td>
                    <td className="right">
                      {of.amount_due === null ? (
                        <span className="soft">no tariff</span>
                      ) : (
                        <>
                          {formatDecimal(of.amount_due, 2)}{' '}
                          <span className="unit">{of.currency}</span>
                        </>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Loaded>
    </Panel>
  );
}

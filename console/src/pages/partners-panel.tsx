// The partners of the installation and what each used this month, for its owners.

import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../api/api.ts';
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
          <div className="scroll">
            <table className="table">
              <thead>
                <tr>
                  <th>{PARTNER.partner}</th>
                  <th className="right">{PARTNER.endUsers}</th>
                  <th className="right wide-only">{PARTNER.bots}</th>
                  <th className="right wide-only">{PARTNER.hours}</th>
                  <th className="right wide-only">{PARTNER.orders}</th>
                  <th className="right wide-only">{PARTNER.volume}</th>
                  <th className="right">{PARTNER.due}</th>
                </tr>
              </thead>
              <tbody>
                {data.map((of) => (
                  <tr key={of.user_id}>
                    <td>
                      {of.user_name}
                      <div className="faint">
                        {PARTNER.since} <Time at={of.created_at} />
                      </div>
                    </td>
                    <td className="right">
                      {of.users}
                      <div className="faint">{PARTNER.active(of.active_users)}</div>
                    </td>
                    <td className="right wide-only">{of.bots_running}</td>
                    <td className="right wide-only">{formatDecimal(of.bot_hours, 1)}</td>
                    <td className="right wide-only">{of.orders_filled}</td>
                    <td className="right wide-only">{formatDecimal(of.traded_volume, 2)}</td>
                    <td className="right">
                      {of.amount_due === null ? (
                        <span className="soft">{PARTNER.noTariff}</span>
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

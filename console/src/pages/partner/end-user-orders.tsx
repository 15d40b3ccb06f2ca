// Orders and fills of an end user, whoever placed them, newest first; those that work can be
// cancelled.

import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { endUserFillsQuery, endUserOrdersQuery } from '../../api/partner-queries.ts';
import { ExportButton } from '../../parts/export-button.tsx';
import { OrderTable } from '../../parts/order-table.tsx';
import { FillTable } from '../../parts/fill-table.tsx';
import { usePriceFormat } from '../../parts/market-name.ts';
import { Pages, PagesFoot } from '../../parts/paged-list.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { CONTROLS } from '../../words/controls.ts';
import { PARTNER } from '../../words/partner.ts';

type OfUser = {
  readonly userId: string;
  /** Where its markets are. */
  readonly exchange: string;
};

const WORKING: ReadonlySet<string> = new Set(['pending', 'open', 'unknown', 'lost']);

export function EndUserOrders({ userId, exchange }: OfUser) {
  const orders = useInfiniteQuery(endUserOrdersQuery(userId));
  const client = useQueryClient();
  const rows = orders.data?.pages.flatMap(({ data }) => data) ?? [];
  const working = rows.filter(({ status }) => WORKING.has(status));
  const ended = rows.filter(({ status }) => !WORKING.has(status));
  const cancel = async (orderId: string): Promise<void> => {
    await api.partnerCancelUserOrder({ user_id: userId, order_id: orderId });
    await client.invalidateQueries({ queryKey: ['partner', 'orders', userId] });
  };
  return (
    <Pages query={orders} isEmpty={rows.length === 0} what={PARTNER.ordersOfThisUsers}>
      {working.length === 0 ? null : (
        <>
          <h3 className="list-title">{PARTNER.working}</h3>
          <OrderTable
            orders={working}
            label={PARTNER.workingOrders}
            exchange={exchange}
            isCancellable
            onCancel={cancel}
          />
        </>
      )}
      {ended.length === 0 ? null : (
        <>
          <h3 className="list-title">{PARTNER.ended}</h3>
          <OrderTable orders={ended} label={PARTNER.endedOrders} exchange={exchange} />
        </>
      )}
      <PagesFoot query={orders}>
        <ExportButton
          load={() => api.table('partnerListUserOrders', { user_id: userId })}
          name="orders"
        />
      </PagesFoot>
    </Pages>
  );
}

/** Fills of an end user, newest first. */
export function EndUserFills({ userId, exchange }: OfUser) {
  const priceOf = usePriceFormat([exchange]);
  const fills = useQuery(endUserFillsQuery(userId));
  return (
    <Loaded query={fills} lines={6}>
      {(all) =>
        all.length === 0 ? (
          <Empty title={CONTROLS.nothingYet}>{PARTNER.fillsAppearHere}</Empty>
        ) : (
          <>
            <FillTable fills={all} priceOf={priceOf} renderMarket={(marketTag) => marketTag} />
            <div className="panel-foot">
              <ExportButton
                load={() => api.table('partnerListUserFills', { user_id: userId })}
                name="fills"
              />
            </div>
          </>
        )
      }
    </Loaded>
  );
}

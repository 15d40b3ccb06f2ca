// Orders and fills of an account; what has ended page by page, and as a file.

import type { Account } from '@tidemill/client';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { endedOrdersQuery, fillsQuery, ordersQuery } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { ExportButton } from '../../parts/export-button.tsx';
import { OrderTable } from '../../parts/order-table.tsx';
import { Empty, explain, Loaded } from '../../parts/states.tsx';
import { Link } from '@tanstack/react-router';
import { FillTable } from '../../parts/fill-table.tsx';
import { usePriceFormat } from '../../parts/market-name.ts';
import { Pages, PagesFoot } from '../../parts/paged-list.tsx';
import { ACCOUNTS } from '../../words/accounts.ts';
import { CONTROLS } from '../../words/controls.ts';

type OfAccount = { readonly account: Account };

/** Orders of an account that work, each with a button that cancels it. */
export function OpenOrders({ account }: OfAccount) {
  const orders = useQuery(ordersQuery(account.account_id));
  return (
    <Loaded query={orders}>
      {({ data }) =>
        data.length === 0 ? (
          <Empty title={ACCOUNTS.noOpenOrders}>{ACCOUNTS.yourWorkingOrdersAppear}</Empty>
        ) : (
          <>
            <OrderTable orders={data} exchange={account.exchange} isCancellable />
            <div className="panel-foot">
              <CancelAll account={account} count={data.length} />
            </div>
          </>
        )
      }
    </Loaded>
  );
}

function CancelAll({ account, count }: OfAccount & { readonly count: number }) {
  const [isSure, setIsSure] = useState(true);
  const cancel = useMutation({
    mutationFn: () => api.cancelAccountOrders({ account_id: account.account_id }),
  });
  return (
    <>
      {cancel.isError ? (
        <span className="wrong" role="alert">
          {explain(cancel.error)}
        </span>
      ) : null}
      <Button isSmall isDisabled={cancel.isPending} onPress={() => setIsSure(false)}>
        {ACCOUNTS.cancelAll(count)}
      </Button>
      {isSure ? null : (
        <Confirm
          title={ACCOUNTS.cancelOrders(count)}
          act={ACCOUNTS.cancelThem}
          onConfirm={() => cancel.mutate()}
          onClose={() => setIsSure(true)}
        >
          {ACCOUNTS.allOpenOrdersOf(account.name)}
        </Confirm>
      )}
    </>
  );
}

/** Orders of an account that ended, page by page. */
export function EndedOrders({ account }: OfAccount) {
  const { account_id: accountId } = account;
  const orders = useInfiniteQuery(endedOrdersQuery(accountId));
  const rows = orders.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Pages query={orders} isEmpty={rows.length === 0} what={ACCOUNTS.filledAndCancelledOrders}>
      <OrderTable orders={rows} exchange={account.exchange} />
      <PagesFoot query={orders}>
        <ExportButton
          load={() => api.table('listEndedAccountOrders', { account_id: accountId })}
          name="orders"
        />
      </PagesFoot>
    </Pages>
  );
}

/** Fills of an account, newest first. */
export function Fills({ account }: OfAccount) {
  const { account_id: accountId, exchange } = account;
  const priceOf = usePriceFormat([exchange]);
  const fills = useQuery(fillsQuery(accountId));
  return (
    <Loaded query={fills} lines={6}>
      {(all) =>
        all.length === 0 ? (
          <Empty title={CONTROLS.nothingYet}>{ACCOUNTS.fillsAppearHere}</Empty>
        ) : (
          <>
            <FillTable
              fills={all}
              priceOf={priceOf}
              renderMarket={(marketTag) => (
                <Link to="/markets/$marketTag" params={{ marketTag }} search={{ exchange }}>
                  {marketTag}
                </Link>
              )}
            />
            <div className="panel-foot">
              <ExportButton
                load={() => api.table('listAccountFills', { account_id: accountId })}
                name="fills"
              />
            </div>
          </>
        )
      }
    </Loaded>
  );
}

// Orders and fills of an account; what has ended page by page, and as a file.

import type { Account } from '@tidemill/client';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { endedOrdersQuery, fillPagesQuery, ordersQuery } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { ExportButton } from '../../parts/export-button.tsx';
import { formatDecimal } from '../../parts/format.ts';
import { OrderTable } from '../../parts/order-table.tsx';
import { Empty, explain, Failed, Loaded, Loading } from '../../parts/states.tsx';
import { TallTable } from '../../parts/tall-table.tsx';
import { Time } from '../../parts/widgets.tsx';

type OfAccount = { readonly account: Account };

export function OpenOrders({ account }: OfAccount) {
  const orders = useQuery(ordersQuery(account.account_id));
  return (
    <Loaded query={orders}>
      {({ data }) =>
        data.length === 0 ? (
          <Empty title="No open orders">Orders that wait for their price show here.</Empty>
        ) : (
          <>
            <OrderTable orders={data} isCancellable />
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
        Cancel all {count}
      </Button>
      {isSure ? null : (
        <Confirm
          title={`Cancel ${count} orders?`}
          act="Cancel them"
          onConfirm={() => cancel.mutate()}
          onClose={() => setIsSure(true)}
        >
          All open orders of {account.name} are cancelled, those of bots too, which may place them
          again.
        </Confirm>
      )}
    </>
  );
}

export function EndedOrders({ account }: OfAccount) {
  const { account_id: accountId } = account;
  const orders = useInfiniteQuery(endedOrdersQuery(accountId));
  const rows = orders.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Pages query={orders} isEmpty={rows.length === 0} what="Filled and cancelled orders show here.">
      <OrderTable orders={rows} />
      <Foot query={orders}>
        <ExportButton path={`/v1/accounts/${accountId}/orders/history`} name="orders" />
      </Foot>
    </Pages>
  );
}

export function Fills({ account }: OfAccount) {
  const { account_id: accountId } = account;
  const fills = useInfiniteQuery(fillPagesQuery(accountId));
  const rows = fills.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Pages query={fills} isEmpty={rows.length === 0} what="What orders bought and sold shows here.">
      <TallTable label="Fills">
        <thead>
          <tr>
            <th>Fill</th>
            <th className="right">Price</th>
            <th className="right">Amount</th>
            <th className="right wide-only">Fee</th>
            <th className="right wide-only">At</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((of) => (
            <tr key={of.fill_id}>
              <td>
                <span className={of.side === 'buy' ? 'rise' : 'fall'}>
                  {of.side === 'buy' ? 'Bought' : 'Sold'}
                </span>
                <div className="faint">
                  <Link
                    to="/markets/$marketTag"
                    params={{ marketTag: of.market_tag }}
                    search={{ exchange: account.exchange }}
                  >
                    {of.market_tag}
                  </Link>
                </div>
              </td>
              <td className="right">{formatDecimal(of.price)}</td>
              <td className="right">{formatDecimal(of.amount)}</td>
              <td className="right wide-only soft">
                {formatDecimal(of.fee)} {of.fee_currency}
              </td>
              <td className="right wide-only soft">
                <Time at={of.filled_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </TallTable>
      <Foot query={fills}>
        <ExportButton path={`/v1/accounts/${accountId}/fills`} name="fills" />
      </Foot>
    </Pages>
  );
}

/** What pages of a list tell of themselves. */
type Paged = {
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly error: unknown;
  readonly data: unknown;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
  readonly refetch: () => unknown;
};

type PagesProps = {
  readonly query: Paged;
  readonly isEmpty: boolean;
  readonly what: string;
  readonly children: ReactNode;
};

function Pages({ query, isEmpty, what, children }: PagesProps) {
  if (query.isPending) return <Loading lines={6} />;
  if (query.isError && query.data === undefined)
    return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  return isEmpty ? <Empty title="Nothing yet">{what}</Empty> : children;
}

function Foot({ query, children }: { readonly query: Paged; readonly children: ReactNode }) {
  return (
    <div className="panel-foot">
      {query.hasNextPage ? (
        <Button
          isSmall
          isDisabled={query.isFetchingNextPage}
          onPress={() => void query.fetchNextPage()}
        >
          {query.isFetchingNextPage ? 'Reading…' : 'Older'}
        </Button>
      ) : null}
      {children}
    </div>
  );
}

// Balances of an account by currency.

import type { PartnerBalance } from '@tidemill/client';
import type { UseQueryResult } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import { balanceQuery } from '../../api/queries.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { formatDecimal } from '../../parts/format.ts';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Gain, Panel, Time } from '../../parts/widgets.tsx';
import { ACCOUNTS } from '../../words/accounts.ts';

export function Balances({ accountId }: { readonly accountId: string }) {
  return <BalanceTable query={useQuery(balanceQuery(accountId))} />;
}

type TableProps = { readonly query: UseQueryResult<PartnerBalance> };

/** Table of a balance that is being read. */
export function BalanceTable({ query: balance }: TableProps) {
  return (
    <Panel
      title={ACCOUNTS.balances}
      side={
        <span className="hint">
          <Time at={balance.data?.updated_at ?? null} ago />
        </span>
      }
    >
      <Loaded query={balance}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={ACCOUNTS.noBalance}>{ACCOUNTS.depositsAppearHere}</Empty>
          ) : (
            <DataTable isDense rows={data} keyOf={(of) => of.currency}>
              {(column) => [
                column(ACCOUNTS.currency, '', (of) => of.currency),
                column(ACCOUNTS.available, 'right', (of) => formatDecimal(of.available)),
                column(ACCOUNTS.inOrders, 'right soft', (of) => (
                  <>
                    {formatDecimal(of.locked)}
                    {of.unrealized_profit === null || !/[1-9]/.test(of.unrealized_profit) ? null : (
                      <div>
                        {ACCOUNTS.open} <Gain value={of.unrealized_profit} />
                      </div>
                    )}
                  </>
                )),
              ]}
            </DataTable>
          )
        }
      </Loaded>
    </Panel>
  );
}

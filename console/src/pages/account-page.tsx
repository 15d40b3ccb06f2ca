// One account: what it holds, what it has open, what was filled.

import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import {
  accountQuery,
  balanceQuery,
  fillsQuery,
  ordersQuery,
  positionsQuery,
} from '../api/queries.ts';
import type { AccountBalance, Fill, Position } from '@tidemill/client';
import { AccountKind, AccountStatus } from '../parts/account-state.tsx';
import { formatDecimal } from '../parts/format.ts';
import { OrderTable } from '../parts/order-table.tsx';
import { Empty, Loaded } from '../parts/states.tsx';
import { Gain, Panel, Time } from '../parts/widgets.tsx';

export function AccountPage() {
  const { accountId } = useParams({ from: '/inside/accounts/$accountId' });
  const account = useQuery(accountQuery(accountId));
  const balance = useQuery(balanceQuery(accountId));
  return (
    <div className="page">
      <Loaded query={account} lines={2}>
        {(of) => (
          <header className="page-head">
            <div>
              <p className="crumb">
                <Link to="/accounts">Accounts</Link> / {of.exchange}
              </p>
              <h1>{of.name}</h1>
            </div>
            <div className="actions">
              <AccountKind account={of} />
              <AccountStatus account={of} />
            </div>
          </header>
        )}
      </Loaded>
      <div className="grid-main">
        <div className="stack">
          <Positions accountId={accountId} />
          <OpenOrders accountId={accountId} />
          <Fills accountId={accountId} />
        </div>
        <Panel title="Balances">
          <Loaded query={balance}>{(held) => <Balances held={held} />}</Loaded>
        </Panel>
      </div>
    </div>
  );
}

function Balances({ held }: { readonly held: AccountBalance }) {
  const rows = held.data.filter(({ total }) => /[1-9]/.test(total));
  if (rows.length === 0) return <Empty title="It holds nothing">Deposits show here.</Empty>;
  return (
    <div className="scroll">
      <table className="table">
        <thead>
          <tr>
            <th>Currency</th>
            <th className="right">Available</th>
            <th className="right">Locked</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ currency, available, locked }) => (
            <tr key={currency}>
              <td>{currency}</td>
              <td className="right">{formatDecimal(available)}</td>
              <td className="right soft">{formatDecimal(locked)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type OfAccount = { readonly accountId: string };

function Positions({ accountId }: OfAccount) {
  const positions = useQuery(positionsQuery(accountId));
  // Spot accounts mostly have none; an empty table would only push down what there is.
  if (positions.data?.data.length === 0) return null;
  return (
    <Panel title="Positions">
      <Loaded query={positions}>{({ data }) => <PositionTable positions={data} />}</Loaded>
    </Panel>
  );
}

function PositionTable({ positions }: { readonly positions: readonly Position[] }) {
  return (
    <div className="scroll">
      <table className="table">
        <thead>
          <tr>
            <th>Market</th>
            <th>Side</th>
            <th className="right">Amount</th>
            <th className="right">Price</th>
            <th className="right">Profit</th>
          </tr>
        </thead>
        <tbody>
          {positions.map((of) => (
            <tr key={of.position_id}>
              <td>{of.market_tag}</td>
              <td>{of.direction}</td>
              <td className="right">{formatDecimal(of.amount)}</td>
              <td className="right">{formatDecimal(of.average_price)}</td>
              <td className="right">
                <Gain value={of.unrealized_profit} unit={of.profit_currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function OpenOrders({ accountId }: OfAccount) {
  const orders = useQuery(ordersQuery(accountId));
  return (
    <Panel title="Open orders">
      <Loaded query={orders}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title="No open orders">Orders that wait for their price show here.</Empty>
          ) : (
            <OrderTable orders={data} />
          )
        }
      </Loaded>
    </Panel>
  );
}

function Fills({ accountId }: OfAccount) {
  const fills = useQuery(fillsQuery(accountId));
  return (
    <Panel title="Fills">
      <Loaded query={fills}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title="Nothing was traded yet">What orders bought and sold shows here.</Empty>
          ) : (
            <FillTable fills={data} />
          )
        }
      </Loaded>
    </Panel>
  );
}

function FillTable({ fills }: { readonly fills: readonly Fill[] }) {
  return (
    <div className="scroll">
      <table className="table">
        <thead>
          <tr>
            <th>Market</th>
            <th>Side</th>
            <th className="right">Price</th>
            <th className="right">Amount</th>
            <th className="right wide-only">Fee</th>
            <th className="right wide-only">At</th>
          </tr>
        </thead>
        <tbody>
          {fills.map((of) => (
            <tr key={of.fill_id}>
              <td>{of.market_tag}</td>
              <td className={of.side === 'buy' ? 'rise' : 'fall'}>{of.side}</td>
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
      </table>
    </div>
  );
}

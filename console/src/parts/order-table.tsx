// Orders that work.

import type { Order } from '@tidemill/client';
import { formatDecimal } from './format.ts';
import { Time } from './widgets.tsx';

export function OrderTable({ orders }: { readonly orders: readonly Order[] }) {
  return (
    <div className="scroll">
      <table className="table">
        <thead>
          <tr>
            <th>Market</th>
            <th>Order</th>
            <th className="right">Price</th>
            <th className="right">Filled</th>
            <th className="right wide-only">Placed</th>
          </tr>
        </thead>
        <tbody>
          {orders.map((of) => (
            <tr key={of.order_id}>
              <td>{of.market_tag}</td>
              <td>
                <span className={of.side === 'buy' ? 'rise' : 'fall'}>{of.side}</span>{' '}
                {of.type.replaceAll('_', ' ')}
                {of.status === 'unknown' ? <span className="tag tag-warn">unknown</span> : null}
              </td>
              <td className="right">{formatDecimal(of.price)}</td>
              <td className="right">
                {formatDecimal(of.filled_amount)} / {formatDecimal(of.amount)}
              </td>
              <td className="right wide-only soft">
                <Time at={of.placed_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

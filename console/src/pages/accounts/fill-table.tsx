// What orders bought and sold, newest first.

import type { PartnerFill } from '@tidemill/client';
import { Link } from '@tanstack/react-router';
import { formatDecimal } from '../../parts/format.ts';
import { usePriceFormat } from '../../parts/market-name.ts';
import { TallTable } from '../../parts/tall-table.tsx';
import { Time } from '../../parts/widgets.tsx';

type Props = {
  readonly fills: readonly PartnerFill[];
  /** Where the markets of one's own accounts are; null: markets of others, without a page here. */
  readonly exchange: string | null;
};

export function FillTable({ fills, exchange }: Props) {
  const priceOf = usePriceFormat([exchange]);
  return (
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
        {fills.map((of) => (
          <tr key={of.fill_id}>
            <td>
              <span className={of.side === 'buy' ? 'rise' : 'fall'}>
                {of.side === 'buy' ? 'Bought' : 'Sold'}
              </span>
              <div className="faint">
                <MarketOfFill marketTag={of.market_tag} exchange={exchange} />
              </div>
            </td>
            <td className="right">{priceOf(of.market_tag, of.price)}</td>
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
  );
}

type MarketProps = Pick<Props, 'exchange'> & { readonly marketTag: string };

function MarketOfFill({ marketTag, exchange }: MarketProps) {
  if (exchange === null) return <>{marketTag}</>;
  return (
    <Link to="/markets/$marketTag" params={{ marketTag }} search={{ exchange }}>
      {marketTag}
    </Link>
  );
}

// Table of fills, newest first.

import type { PartnerFill } from '@tidemill/client';
import { Link } from '@tanstack/react-router';
import { formatDecimal } from '../../parts/format.ts';
import { usePriceFormat } from '../../parts/market-name.ts';
import { TallTable } from '../../parts/tall-table.tsx';
import { Time } from '../../parts/widgets.tsx';

type Props = {
  readonly fills: readonly PartnerFill[];
  /** Where the markets are. */
  readonly exchange: string;
  /** Whether the markets have a page here; those of end users have none. */
  readonly hasPages?: boolean;
};

export function FillTable({ fills, exchange, hasPages = true }: Props) {
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
                {hasPages ? (
                  <Link
                    to="/markets/$marketTag"
                    params={{ marketTag: of.market_tag }}
                    search={{ exchange }}
                  >
                    {of.market_tag}
                  </Link>
                ) : (
                  of.market_tag
                )}
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

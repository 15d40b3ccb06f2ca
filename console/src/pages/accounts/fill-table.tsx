// Table of fills, newest first.

import type { PartnerFill } from '@tidemill/client';
import { Link } from '@tanstack/react-router';
import { formatDecimal } from '../../parts/format.ts';
import { usePriceFormat } from '../../parts/market-name.ts';
import { TallTable } from '../../parts/tall-table.tsx';
import { Time } from '../../parts/widgets.tsx';
import { ACCOUNTS } from '../../words/accounts.ts';

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
    <TallTable label={ACCOUNTS.fills}>
      <thead>
        <tr>
          <th>{ACCOUNTS.fill}</th>
          <th className="right">{ACCOUNTS.price}</th>
          <th className="right">{ACCOUNTS.amount}</th>
          <th className="right wide-only">{ACCOUNTS.fee}</th>
          <th className="right wide-only">{ACCOUNTS.at}</th>
        </tr>
      </thead>
      <tbody>
        {fills.map((of) => (
          <tr key={of.fill_id}>
            <td>
              <span className={of.side === 'buy' ? 'rise' : 'fall'}>
                {of.side === 'buy' ? ACCOUNTS.bought : ACCOUNTS.sold}
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

// Positions of a futures account.

import type { Account, Position } from '@tidemill/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { positionsQuery } from '../../api/queries.ts';
import { formatDecimal } from '../../parts/format.ts';
import { usePriceFormat } from '../../parts/market-name.ts';
import { percentText } from '../../report/percent.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Gain, Panel } from '../../parts/widgets.tsx';

export function AccountPositions({ account }: { readonly account: Account }) {
  const priceOf = usePriceFormat([account.exchange]);
  const positions = useQuery({
    ...positionsQuery(account.account_id),
    enabled: account.market_type === 'futures',
  });
  if (account.market_type === 'spot') return null;
  return (
    <Panel title="Positions">
      <Loaded query={positions}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title="No position">Your futures positions appear here.</Empty>
          ) : (
            <div className="scroll">
              <table className="table table-dense">
                <thead>
                  <tr>
                    <th>Position</th>
                    <th className="right">Entry</th>
                    <th className="right wide-only">Mark</th>
                    <th className="right wide-only">Liquidation</th>
                    <th className="right">Profit</th>
                  </tr>
                </thead>
                <tbody>
                  {data.map((of) => (
                    <PositionRow key={of.position_id} of={of} account={account} priceOf={priceOf} />
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </Loaded>
    </Panel>
  );
}

type RowProps = {
  readonly of: Position;
  readonly account: Account;
  readonly priceOf: ReturnType<typeof usePriceFormat>;
};

function PositionRow({ of, account, priceOf }: RowProps) {
  return (
    <tr>
      <td>
        <span className={of.direction === 'long' ? 'rise' : 'fall'}>{of.direction}</span>{' '}
        {formatDecimal(of.amount)}{' '}
        <Link
          to="/markets/$marketTag"
          params={{ marketTag: of.market_tag }}
          search={{ exchange: account.exchange }}
        >
          {of.market_tag}
        </Link>
        <div className="faint">
          {formatDecimal(of.leverage)}× {of.margin_mode}, margin {formatDecimal(of.margin, 2)}{' '}
          {of.margin_currency}
        </div>
      </td>
      <td className="right">{priceOf(of.market_tag, of.average_price)}</td>
      <td className="right wide-only">{priceOf(of.market_tag, of.mark_price)}</td>
      <td className="right wide-only soft">
        {of.liquidation_price === null ? '–' : priceOf(of.market_tag, of.liquidation_price)}
      </td>
      <td className="right">
        <Gain value={of.unrealized_profit} unit={of.profit_currency} />
        <div className="faint" title="With what is realized and the fees, of the margin used">
          in all {percentText(of.roi)}
        </div>
      </td>
    </tr>
  );
}

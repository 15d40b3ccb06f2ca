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
import { ACCOUNTS } from '../../words/accounts.ts';

export function AccountPositions({ account }: { readonly account: Account }) {
  const priceOf = usePriceFormat([account.exchange]);
  const positions = useQuery({
    ...positionsQuery(account.account_id),
    enabled: account.market_type === 'futures',
  });
  if (account.market_type === 'spot') return null;
  return (
    <Panel title={ACCOUNTS.positions}>
      <Loaded query={positions}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={ACCOUNTS.noPosition}>{ACCOUNTS.yourFuturesPositionsAppear}</Empty>
          ) : (
            <div className="scroll">
              <table className="table table-dense">
                <thead>
                  <tr>
                    <th>{ACCOUNTS.position}</th>
                    <th className="right">{ACCOUNTS.entry}</th>
                    <th className="right wide-only">{ACCOUNTS.mark}</th>
                    <th className="right wide-only">{ACCOUNTS.liquidation}</th>
                    <th className="right">{ACCOUNTS.profit}</th>
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
          {ACCOUNTS.margin(
            formatDecimal(of.leverage),
            of.margin_mode,
            formatDecimal(of.margin, 2),
            of.margin_currency,
          )}
        </div>
      </td>
      <td className="right">{priceOf(of.market_tag, of.average_price)}</td>
      <td className="right wide-only">{priceOf(of.market_tag, of.mark_price)}</td>
      <td className="right wide-only soft">
        {of.liquidation_price === null ? '–' : priceOf(of.market_tag, of.liquidation_price)}
      </td>
      <td className="right">
        <Gain value={of.unrealized_profit} unit={of.profit_currency} />
        <div className="faint" title={ACCOUNTS.withWhatIsRealized}>
          {ACCOUNTS.inAll(percentText(of.roi))}
        </div>
      </td>
    </tr>
  );
}

// Positions of a futures account.

import type { Account, Position } from '@tidemill/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { positionsQuery } from '../../api/queries.ts';
import { DataTable } from '../../parts/data-table.tsx';
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
            <DataTable isDense rows={data} keyOf={(of) => of.position_id}>
              {(column) => [
                column(ACCOUNTS.position, '', (of) => (
                  <PositionHead position={of} exchange={account.exchange} />
                )),
                column(ACCOUNTS.entry, 'right', (of) => priceOf(of.market_tag, of.average_price)),
                column(ACCOUNTS.mark, 'right wide-only', (of) =>
                  priceOf(of.market_tag, of.mark_price),
                ),
                column(ACCOUNTS.liquidation, 'right wide-only soft', (of) =>
                  of.liquidation_price === null
                    ? '–'
                    : priceOf(of.market_tag, of.liquidation_price),
                ),
                column(ACCOUNTS.profit, 'right', (of) => (
                  <>
                    <Gain value={of.unrealized_profit} unit={of.profit_currency} />
                    <div className="faint" title={ACCOUNTS.withWhatIsRealized}>
                      {ACCOUNTS.inAll(percentText(of.roi))}
                    </div>
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

type HeadProps = { readonly position: Position; readonly exchange: string };

function PositionHead({ position: of, exchange }: HeadProps) {
  return (
    <>
      <span className={of.direction === 'long' ? 'rise' : 'fall'}>{of.direction}</span>{' '}
      {formatDecimal(of.amount)}{' '}
      <Link to="/markets/$marketTag" params={{ marketTag: of.market_tag }} search={{ exchange }}>
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
    </>
  );
}

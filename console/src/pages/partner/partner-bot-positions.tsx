// Positions and orders of a bot of an end user, open and closed.

import type { PartnerBot, PartnerPosition } from '@tidemill/client';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import {
  closedPositionsQuery,
  partnerBotOrdersQuery,
  partnerBotPositionsQuery,
} from '../../api/partner-queries.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { formatDecimal } from '../../parts/format.ts';
import { usePriceFormat } from '../../parts/market-name.ts';
import { OrderTable } from '../../parts/order-table.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Gain, Panel, Time } from '../../parts/widgets.tsx';
import { Pages, PagesFoot } from '../../parts/paged-list.tsx';
import { PARTNER } from '../../words/partner.ts';

type OfBot = { readonly bot: PartnerBot };
const named = ({ user_id, bot_id }: PartnerBot) => ({ user_id, bot_id });

/** Orders of a bot, those that work with a button that cancels them. */
export function PartnerBotOrders({ bot }: OfBot) {
  const orders = useQuery(partnerBotOrdersQuery(named(bot)));
  const client = useQueryClient();
  const cancel = async (orderId: string): Promise<void> => {
    await api.partnerCancelBotOrder({ ...named(bot), order_id: orderId });
    await client.invalidateQueries({ queryKey: ['partner', 'bot', named(bot)] });
  };
  return (
    <Loaded query={orders}>
      {({ data }) =>
        data.length === 0 ? (
          <Empty title={PARTNER.noOpenOrders}>{PARTNER.theBotsWorkingOrders}</Empty>
        ) : (
          <OrderTable
            orders={data}
            isCancellable
            exchange={bot.exchange ?? undefined}
            onCancel={cancel}
          />
        )
      }
    </Loaded>
  );
}

/** Positions of a bot that are open. */
export function OpenPositions({ bot }: OfBot) {
  const positions = useQuery(partnerBotPositionsQuery(named(bot)));
  const priceOf = usePriceFormat([bot.exchange]);
  return (
    <Panel title={PARTNER.openPositions}>
      <Loaded query={positions} lines={2}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={PARTNER.noPosition}>{PARTNER.whatTheBotHolds}</Empty>
          ) : (
            <DataTable isDense rows={data} keyOf={(of) => of.position_id}>
              {(column) => [
                column(PARTNER.position, '', (of) => <Side position={of} />),
                column(PARTNER.amount, 'right', (of) => (
                  <>
                    {formatDecimal(of.amount)}
                    {of.left_reason === null ? null : (
                      <div className="faint">{PARTNER.cannotBeTradedNow(of.left_reason)}</div>
                    )}
                  </>
                )),
                column(PARTNER.entry, 'right wide-only', (of) =>
                  priceOf(of.market_tag, of.average_price),
                ),
                column(PARTNER.now, 'right wide-only soft', (of) =>
                  of.mark_price === null ? '–' : priceOf(of.market_tag, of.mark_price),
                ),
                column(PARTNER.openProfit, 'right', (of) => (
                  <>
                    {of.unrealized_profit === null ? (
                      <span className="faint">–</span>
                    ) : (
                      <Gain value={of.unrealized_profit} />
                    )}{' '}
                    <span className="unit">{of.profit_currency}</span>
                    <div className="faint">
                      <Gain value={of.roi} /> %
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

/** Positions of a bot that closed, page by page. */
export function ClosedPositions({ bot }: OfBot) {
  const positions = useInfiniteQuery(closedPositionsQuery(named(bot)));
  const priceOf = usePriceFormat([bot.exchange]);
  const rows = positions.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Pages query={positions} isEmpty={rows.length === 0} what={PARTNER.closedPositionsAppearHere}>
      <DataTable isDense rows={rows} keyOf={(of) => of.position_id}>
        {(column) => [
          column(PARTNER.position, '', (of) => <Side position={of} />),
          column(PARTNER.entry, 'right wide-only', (of) =>
            priceOf(of.market_tag, of.average_price),
          ),
          column(PARTNER.exit, 'right wide-only', (of) =>
            of.exit_price === null ? '–' : priceOf(of.market_tag, of.exit_price),
          ),
          column(PARTNER.profit, 'right', (of) => (
            <>
              <Gain value={of.realized_profit} /> <span className="unit">{of.profit_currency}</span>
              <div className="faint">
                <Gain value={of.roi} /> %
              </div>
            </>
          )),
          column(PARTNER.closed, 'right wide-only soft', (of) => <Time at={of.closed_at} />),
        ]}
      </DataTable>
      <PagesFoot query={positions} />
    </Pages>
  );
}

type SideProps = { readonly position: Pick<PartnerPosition, 'direction' | 'market_tag'> };

function Side({ position }: SideProps) {
  return (
    <>
      <span className={position.direction === 'long' ? 'rise' : 'fall'}>
        {position.direction === 'long' ? PARTNER.long : PARTNER.short}
      </span>
      <div className="faint">{position.market_tag}</div>
    </>
  );
}

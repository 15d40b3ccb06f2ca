// Positions and orders of a bot of an end user, open and closed.

import type { PartnerBot, PartnerPosition } from '@tidemill/client';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import {
  closedPositionsQuery,
  partnerBotOrdersQuery,
  partnerBotPositionsQuery,
} from '../../api/partner-queries.ts';
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
            <div className="scroll">
              <table className="table table-dense">
                <thead>
                  <tr>
                    <th>{PARTNER.position}</th>
                    <th className="right">{PARTNER.amount}</th>
                    <th className="right wide-only">{PARTNER.entry}</th>
                    <th className="right wide-only">{PARTNER.now}</th>
                    <th className="right">{PARTNER.openProfit}</th>
                  </tr>
                </thead>
                <tbody>
                  {data.map((of) => (
                    <tr key={of.position_id}>
                      <td>
                        <Side position={of} />
                      </td>
                      <td className="right">
                        {formatDecimal(of.amount)}
                        {of.left_reason === null ? null : (
                          <div className="faint">{PARTNER.cannotBeTradedNow(of.left_reason)}</div>
                        )}
                      </td>
                      <td className="right wide-only">
                        {priceOf(of.market_tag, of.average_price)}
                      </td>
                      <td className="right wide-only soft">
                        {of.mark_price === null ? '–' : priceOf(of.market_tag, of.mark_price)}
                      </td>
                      <td className="right">
                        {of.unrealized_profit === null ? (
                          <span className="faint">–</span>
                        ) : (
                          <Gain value={of.unrealized_profit} />
                        )}{' '}
                        <span className="unit">{of.profit_currency}</span>
                        <div className="faint">
                          <Gain value={of.roi} /> %
                        </div>
                      </td>
                    </tr>
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

/** Positions of a bot that closed, page by page. */
export function ClosedPositions({ bot }: OfBot) {
  const positions = useInfiniteQuery(closedPositionsQuery(named(bot)));
  const priceOf = usePriceFormat([bot.exchange]);
  const rows = positions.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Pages query={positions} isEmpty={rows.length === 0} what={PARTNER.closedPositionsAppearHere}>
      <div className="scroll">
        <table className="table table-dense">
          <thead>
            <tr>
              <th>{PARTNER.position}</th>
              <th className="right wide-only">{PARTNER.entry}</th>
              <th className="right wide-only">{PARTNER.exit}</th>
              <th className="right">{PARTNER.profit}</th>
              <th className="right wide-only">{PARTNER.closed}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((of) => (
              <tr key={of.position_id}>
                <td>
                  <Side position={of} />
                </td>
                <td className="right wide-only">{priceOf(of.market_tag, of.average_price)}</td>
                <td className="right wide-only">
                  {of.exit_price === null ? '–' : priceOf(of.market_tag, of.exit_price)}
                </td>
                <td className="right">
                  <Gain value={of.realized_profit} />{' '}
                  <span className="unit">{of.profit_currency}</span>
                  <div className="faint">
                    <Gain value={of.roi} /> %
                  </div>
                </td>
                <td className="right wide-only soft">
                  <Time at={of.closed_at} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
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

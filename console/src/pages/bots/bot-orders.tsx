// Positions and orders of a bot, open and ended.

import type { Bot, BotPosition, Market } from '@tidemill/client';
import { useQuery } from '@tanstack/react-query';
import { botOrdersQuery, botPositionsQuery, botTradesQuery } from '../../api/queries.ts';
import { formatDecimal, formatFixed } from '../../parts/format.ts';
import { useExchangeOf } from '../../parts/market-name.ts';
import { OrderTable } from '../../parts/order-table.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Gain, Panel, Time } from '../../parts/widgets.tsx';

type OfBot = { readonly bot: Bot };

export function BotOpenOrders({ bot }: OfBot) {
  const exchange = useExchangeOf(bot.account_id);
  const orders = useQuery(botOrdersQuery(bot.bot_id));
  return (
    <Loaded query={orders}>
      {({ data }) =>
        data.length === 0 ? (
          <Empty title="No open orders">The bot’s working orders appear here.</Empty>
        ) : (
          <OrderTable orders={data} exchange={exchange} isCancellable />
        )
      }
    </Loaded>
  );
}

export function BotEnded({ bot }: OfBot) {
  const exchange = useExchangeOf(bot.account_id);
  const orders = useQuery(botTradesQuery(bot.bot_id));
  return (
    <Loaded query={orders}>
      {({ data }) => {
        const ended = data.filter(({ status }) => !WORKING.has(status));
        return ended.length === 0 ? (
          <Empty title="Nothing yet">The bot’s filled and cancelled orders appear here.</Empty>
        ) : (
          <OrderTable orders={ended} exchange={exchange} />
        );
      }}
    </Loaded>
  );
}

const WORKING: ReadonlySet<string> = new Set(['pending', 'open', 'unknown', 'lost']);

/** What protects a position, also while the service is down. */
const COVERS: Readonly<Record<BotPosition['stop_cover'], string>> = {
  exchange: 'Its stop is held by the exchange.',
  service: 'Its stop is held by Tidemill: not while it is down.',
  part: 'A stop covers only a part of it.',
  none: 'No stop order: only what the bot decides while Tidemill runs.',
};

type PositionsProps = OfBot & { readonly market: Market | null };

export function BotPositions({ bot, market }: PositionsProps) {
  const positions = useQuery(botPositionsQuery(bot.bot_id));
  const price = (text: string): string =>
    market === null ? formatDecimal(text) : formatFixed(text, market.price_decimals);
  return (
    <Panel title="Position">
      <Loaded query={positions} lines={2}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title="No position">What the bot holds appears here.</Empty>
          ) : (
            <table className="table">
              <tbody>
                {data.map((of) => (
                  <tr key={of.position_id}>
                    <td>
                      <span className={of.direction === 'long' ? 'tag tag-rise' : 'tag tag-fall'}>
                        {of.direction}
                      </span>
                      <div className="faint">
                        since <Time at={of.opened_at} />
                      </div>
                    </td>
                    <td className="right">
                      {formatDecimal(of.amount)} at {price(of.average_price)}
                      <div className="faint">
                        realized <Gain value={of.realized_profit} unit={of.profit_currency} />
                      </div>
                      <div className="faint wraps">{COVERS[of.stop_cover]}</div>
                      {of.left_reason === null ? null : (
                        <div className="faint wraps">Cannot be traded now: {of.left_reason}.</div>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </Loaded>
    </Panel>
  );
}

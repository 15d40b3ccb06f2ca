// Positions and orders of a bot, open and ended.

import type { Bot, BotPosition, Market } from '@tidemill/client';
import { useQuery } from '@tanstack/react-query';
import { botOrdersQuery, botPositionsQuery, botTradesQuery } from '../../api/queries.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { formatDecimal, formatFixed } from '../../parts/format.ts';
import { useExchangeOf } from '../../parts/market-name.ts';
import { OrderTable } from '../../parts/order-table.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Gain, Panel, Time } from '../../parts/widgets.tsx';
import { BOTS } from '../../words/bots.ts';
import { PARTS } from '../../words/parts.ts';

type OfBot = { readonly bot: Bot };

/** Orders of a bot that work, each with a button that cancels it. */
export function BotOpenOrders({ bot }: OfBot) {
  const exchange = useExchangeOf(bot.account_id);
  const orders = useQuery(botOrdersQuery(bot.bot_id));
  return (
    <Loaded query={orders}>
      {({ data }) =>
        data.length === 0 ? (
          <Empty title={BOTS.noOpenOrders}>{BOTS.theBotsWorkingOrders}</Empty>
        ) : (
          <OrderTable orders={data} exchange={exchange} isCancellable />
        )
      }
    </Loaded>
  );
}

/** Orders of a bot that ended. */
export function BotEnded({ bot }: OfBot) {
  const exchange = useExchangeOf(bot.account_id);
  const orders = useQuery(botTradesQuery(bot.bot_id));
  return (
    <Loaded query={orders}>
      {({ data }) => {
        const ended = data.filter(({ status }) => !WORKING.has(status));
        return ended.length === 0 ? (
          <Empty title={BOTS.nothingYet}>{BOTS.theBotsFilledAnd}</Empty>
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
  exchange: BOTS.itsStopIsHeld,
  service: BOTS.itsStopIsHeldBy,
  part: BOTS.aStopCoversOnly,
  none: BOTS.noStopOrderOnly,
};

type PositionsProps = OfBot & { readonly market: Market | null };

/** Positions of a bot, with the decimals of its market where that is known. */
export function BotPositions({ bot, market }: PositionsProps) {
  const positions = useQuery(botPositionsQuery(bot.bot_id));
  const price = (text: string): string =>
    market === null ? formatDecimal(text) : formatFixed(text, market.price_decimals);
  return (
    <Panel title={BOTS.position}>
      <Loaded query={positions} lines={2}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={BOTS.noPosition}>{BOTS.whatTheBotHolds}</Empty>
          ) : (
            <DataTable rows={data} keyOf={(of) => of.position_id}>
              {(column) => [
                column('', '', (of) => (
                  <>
                    <span className={of.direction === 'long' ? 'tag tag-rise' : 'tag tag-fall'}>
                      {of.direction === 'long' ? PARTS.long : PARTS.short}
                    </span>
                    <div className="faint">
                      {BOTS.since} <Time at={of.opened_at} />
                    </div>
                  </>
                )),
                column('', 'right', (of) => (
                  <>
                    {BOTS.at(formatDecimal(of.amount))} {price(of.average_price)}
                    <div className="faint">
                      {BOTS.realized} <Gain value={of.realized_profit} unit={of.profit_currency} />
                    </div>
                    <div className="faint wraps">{COVERS[of.stop_cover]}</div>
                    {of.left_reason === null ? null : (
                      <div className="faint wraps">{BOTS.cannotBeTradedNow(of.left_reason)}</div>
                    )}
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

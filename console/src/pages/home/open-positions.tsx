// What is open: positions of futures accounts, and what running bots hold on spot accounts.

import type { Bot, Position } from '@tidemill/client';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { accountsQuery, botPositionsQuery, botsQuery, positionsQuery } from '../../api/queries.ts';
import { formatDecimal } from '../../parts/format.ts';
import type { PriceFormat } from '../../parts/market-name.ts';
import { usePriceFormat } from '../../parts/market-name.ts';
import { Gain, Panel } from '../../parts/widgets.tsx';
import { holdingBots } from './holding-bots.ts';

/** Each is a question of its own. */
const BOTS_MAX = 8;

export function OpenPositions() {
  const { data: accounts = [] } = useQuery(accountsQuery);
  const { data: bots = [] } = useQuery(botsQuery);
  const futures = accounts.filter((of) => of.market_type === 'futures');
  const positions = useQueries({
    queries: futures.map(({ account_id: id }) => positionsQuery(id)),
    combine: (results) => results.flatMap(({ data }) => data?.data ?? []),
  });
  const holding = holdingBots(bots, accounts);
  const shown = holding.slice(0, BOTS_MAX);
  const exchangeOf = (accountId: string): string | undefined =>
    accounts.find((of) => of.account_id === accountId)?.exchange;
  const priceOf = usePriceFormat([
    ...futures.map(({ exchange }) => exchange),
    ...shown.map((bot) => exchangeOf(bot.account_id)),
  ]);
  if (accounts.length === 0) return null;
  return (
    <Panel title="Open positions">
      {positions.length === 0 && shown.length === 0 ? (
        <p className="panel-body hint">
          None is open. Positions on futures accounts, and what running bots hold on spot accounts,
          show here.
        </p>
      ) : (
        <div className="scroll">
          <table className="table">
            <thead>
              <tr>
                <th>Position</th>
                <th className="right">Entry</th>
                <th className="right wide-only">Liquidation</th>
                <th className="right">Profit</th>
              </tr>
            </thead>
            <tbody>
              {positions.map((of) => (
                <PositionRow
                  key={`${of.account_id} ${of.position_id}`}
                  position={of}
                  exchange={exchangeOf(of.account_id)}
                  priceOf={priceOf}
                />
              ))}
              {shown.map((bot) => (
                <BotRow key={bot.bot_id} bot={bot} priceOf={priceOf} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {holding.length > shown.length ? (
        <p className="panel-body hint">
          <Link to="/bots" search={{ state: 'running' }}>
            {holding.length - shown.length} more bots
          </Link>{' '}
          hold something on spot accounts.
        </p>
      ) : null}
    </Panel>
  );
}

type PositionProps = {
  readonly position: Position;
  readonly exchange: string | undefined;
  readonly priceOf: PriceFormat;
};

function PositionRow({ position: of, exchange, priceOf }: PositionProps) {
  return (
    <tr>
      <td>
        <Side direction={of.direction} /> {formatDecimal(of.amount)}{' '}
        <Link
          to="/markets/$marketTag"
          params={{ marketTag: of.market_tag }}
          search={exchange === undefined ? {} : { exchange }}
        >
          {of.market_tag}
        </Link>
      </td>
      <td className="right">{priceOf(of.market_tag, of.average_price)}</td>
      <td className="right wide-only soft">
        {of.liquidation_price === null ? '–' : priceOf(of.market_tag, of.liquidation_price)}
      </td>
      <td className="right">
        <Gain value={of.unrealized_profit} unit={of.profit_currency} />
      </td>
    </tr>
  );
}

type BotProps = { readonly bot: Bot; readonly priceOf: PriceFormat };

/** The open profit is that of all it holds. */
function BotRow({ bot, priceOf }: BotProps) {
  const { data } = useQuery(botPositionsQuery(bot.bot_id));
  const held = data?.data ?? [];
  return (
    <tr>
      <td>
        {held.map((of) => (
          <div key={of.position_id}>
            <Side direction={of.direction} /> {formatDecimal(of.amount)} {of.market_tag}
          </div>
        ))}
        <Link to="/bots/$botId" params={{ botId: bot.bot_id }}>
          {bot.name}
        </Link>
      </td>
      <td className="right">
        {held.map((of) => (
          <div key={of.position_id}>{priceOf(of.market_tag, of.average_price)}</div>
        ))}
      </td>
      <td className="right wide-only soft">–</td>
      <td className="right">
        <Gain value={bot.unrealized_profit} unit={bot.profit_currency} />
      </td>
    </tr>
  );
}

function Side({ direction }: Pick<Position, 'direction'>) {
  return (
    <span className={direction === 'long' ? 'tag tag-rise' : 'tag tag-fall'}>{direction}</span>
  );
}

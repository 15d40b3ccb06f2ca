// Open positions: those of futures accounts, and what is held on spot accounts, by bots and by
// hand.

import type { Bot, BotPosition, Position } from '@tidemill/client';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { accountsQuery, botsQuery, positionsQuery } from '../../api/queries.ts';
import { formatDecimal } from '../../parts/format.ts';
import type { PriceFormat } from '../../parts/market-name.ts';
import { usePriceFormat } from '../../parts/market-name.ts';
import { Loading, whatKeeps } from '../../parts/states.tsx';
import { Gain, Panel } from '../../parts/widgets.tsx';
import type { Coin } from './use-spot-holdings.ts';
import { useSpotHoldings } from './use-spot-holdings.ts';
import { HOME } from '../../words/home.ts';
import { PARTS } from '../../words/parts.ts';

export function OpenPositions() {
  const { data: accounts = [] } = useQuery(accountsQuery);
  const ofBots = useQuery(botsQuery);
  const bots = ofBots.data ?? [];
  const futures = accounts.filter((of) => of.market_type === 'futures');
  const found = useQueries({ queries: futures.map(({ account_id: id }) => positionsQuery(id)) });
  const positions = found.flatMap(({ data }) => data?.data ?? []);
  const { holders, coins, moreBots, queries, isValued } = useSpotHoldings(accounts, bots);
  const queried = [ofBots, ...found, ...queries];
  const waiting = whatKeeps(queried) ?? (isValued ? null : <Loading />);
  const hasFailed = queried.some((of) => of.isError && of.data === undefined);
  const isNothing = positions.length + holders.length + coins.length === 0;
  const exchangeOf = (accountId: string): string | undefined =>
    accounts.find((of) => of.account_id === accountId)?.exchange;
  const priceOf = usePriceFormat([
    ...futures.map(({ exchange }) => exchange),
    ...holders.map(({ bot }) => exchangeOf(bot.account_id)),
  ]);
  if (accounts.length === 0) return null;
  return (
    <Panel title={HOME.positions}>
      {isNothing || hasFailed ? waiting : null}
      {isNothing ? (
        waiting !== null ? null : (
          <p className="panel-body hint">{HOME.noPositions}</p>
        )
      ) : (
        <div className="scroll">
          <table className="table">
            <thead>
              <tr>
                <th>{HOME.position}</th>
                <th className="right">{HOME.entry}</th>
                <th className="right wide-only">{HOME.liquidation}</th>
                <th className="right">{HOME.profit}</th>
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
              {holders.map(({ bot, positions: held }) => (
                <BotRow key={bot.bot_id} bot={bot} held={held} priceOf={priceOf} />
              ))}
              {coins.map((coin) => (
                <CoinRow key={`${coin.accountId} ${coin.currency}`} coin={coin} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {moreBots === 0 ? null : (
        <p className="panel-body hint">
          <Link to="/bots">{HOME.moreBots(moreBots)}</Link> {HOME.mayHold}
        </p>
      )}
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

type BotProps = {
  readonly bot: Bot;
  readonly held: readonly BotPosition[];
  readonly priceOf: PriceFormat;
};

/** The open profit is that of all it holds. */
function BotRow({ bot, held, priceOf }: BotProps) {
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
        {bot.is_activated ? null : <span className="faint"> · {HOME.stopped}</span>}
      </td>
      <td className="right">
        {held.map((of) => (
          <div key={of.position_id}>{priceOf(of.market_tag, of.average_price)}</div>
        ))}
      </td>
      <td className="right wide-only soft">–</td>
      <td className="right">
        <Gain value={bot.unrealized_profit} unit={bot.profit_currency} />
        {bot.is_activated ? null : <div className="faint">{HOME.whenStopped}</div>}
      </td>
    </tr>
  );
}

/** What it was bought for is not known: some may have been deposited. */
function CoinRow({ coin }: { readonly coin: Coin }) {
  const { amount, currency, account, accountId, exchange, marketTag, worth, money } = coin;
  return (
    <tr>
      <td>
        <Side direction="long" />{' '}
        <Link to="/markets/$marketTag" params={{ marketTag }} search={{ exchange }}>
          {formatDecimal(amount)} {currency}
        </Link>
        <div>
          <Link to="/accounts/$accountId" params={{ accountId }}>
            {account}
          </Link>
        </div>
      </td>
      <td className="right faint">–</td>
      <td className="right wide-only soft">–</td>
      <td className="right">
        <span className="faint">{HOME.worth}</span> {formatDecimal(worth, 2)} {money}
      </td>
    </tr>
  );
}

function Side({ direction }: Pick<Position, 'direction'>) {
  return (
    <span className={direction === 'long' ? 'tag tag-rise' : 'tag tag-fall'}>
      {PARTS[direction]}
    </span>
  );
}

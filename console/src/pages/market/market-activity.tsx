// Activity of one's own on a market: open orders, positions, ended orders and fills, of all one's
// accounts there.

import type { Account, AccountFill, Bracket, KnownOrder, Market, Position } from '@tidemill/client';
import { useMutation, useQueries, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import {
  bracketsQuery,
  marketFillsQuery,
  marketOrdersQuery,
  positionsQuery,
} from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { formatDecimal, formatFixed } from '../../parts/format.ts';
import { CancelOrder, OrderHolder, OrderStatus } from '../../parts/order-table.tsx';
import { percentText } from '../../report/percent.tsx';
import { Empty, explain, Loaded, whatKeeps } from '../../parts/states.tsx';
import { TallTable } from '../../parts/tall-table.tsx';
import { Gain, Segments, Time } from '../../parts/widgets.tsx';
import { OpenBrackets } from './open-brackets.tsx';
import { nameOfType } from './order-types.ts';
import { MARKET } from '../../words/market.ts';

type Props = { readonly market: Market; readonly accounts: readonly Account[] };

export function MarketActivity({ market, accounts }: Props) {
  const { show: tab = 'open' } = useSearch({ from: '/inside/markets/$marketTag' });
  const navigate = useNavigate({ from: '/markets/$marketTag' });
  const setTab = (next: 'open' | 'positions' | 'ended' | 'fills'): void => {
    void navigate({
      search: ({ show: _former, ...rest }) => (next === 'open' ? rest : { ...rest, show: next }),
      replace: true,
    });
  };
  const open = useQuery(marketOrdersQuery(market.market_tag, 'working'));
  const { positions, keeps } = usePositions(market, accounts);
  const { brackets, keeps: keepsBrackets } = useBrackets(market, accounts);
  const own = (open.data?.data ?? []).filter((order) => !isOfBracket(order, brackets));
  const openCount = own.length + brackets.length;
  const counts = { open: openCount, positions: positions.length };
  const named = (text: string, count: number): string => (count === 0 ? text : `${text} ${count}`);
  const choices = [
    ['open', named(MARKET.openOrders, counts.open)],
    ...(market.contract === null
      ? []
      : [['positions', named(MARKET.positions, counts.positions)] as const]),
    ['ended', MARKET.orderHistory],
    ['fills', MARKET.fills],
  ] as const;
  return (
    <section className="panel" aria-label={MARKET.yourActivity}>
      <header className="panel-head">
        <Segments label={MARKET.show} value={tab} choices={choices} onChange={setTab} />
        {tab === 'open' && own.length > 1 ? <CancelAll market={market} orders={own} /> : null}
      </header>
      {tab === 'open' ? (
        <Loaded query={open}>
          {() => (
            <>
              {keepsBrackets}
              <OpenBrackets market={market} accounts={accounts} brackets={brackets} />
              {own.length > 0 || (brackets.length === 0 && keepsBrackets === null) ? (
                <OpenOrders market={market} accounts={accounts} orders={own} />
              ) : null}
            </>
          )}
        </Loaded>
      ) : null}
      {tab === 'positions' ? (
        <Positions market={market} positions={positions} keeps={keeps} />
      ) : null}
      {tab === 'ended' ? <EndedOrders market={market} accounts={accounts} /> : null}
      {tab === 'fills' ? <Fills market={market} accounts={accounts} /> : null}
    </section>
  );
}

/** Those that are known, and what keeps the others; null: all are known. */
function usePositions(market: Market, accounts: readonly Account[]) {
  const wanted = market.contract === null ? [] : accounts;
  const found = useQueries({
    queries: wanted.map(({ account_id: id }) => positionsQuery(id)),
  });
  const positions = found
    .flatMap(({ data }) => data?.data ?? [])
    .filter(({ market_tag: tag }) => tag === market.market_tag);
  return { positions, keeps: whatKeeps(found) };
}

/** On this market, of all accounts, as far as they are known, and what keeps the others. */
function useBrackets(market: Market, accounts: readonly Account[]) {
  const found = useQueries({
    queries: accounts.map(({ account_id: id }) => bracketsQuery(id)),
  });
  const brackets = found
    .flatMap(({ data }) => data?.data ?? [])
    .filter(({ market_tag: tag }) => tag === market.market_tag);
  return { brackets, keeps: whatKeeps(found) };
}

/** Its bracket is shown in its place. */
function isOfBracket({ bot_id: id }: KnownOrder, brackets: readonly Bracket[]): boolean {
  return brackets.some(({ bracket_id: bracketId }) => bracketId === id);
}

const nameOf = (accounts: readonly Account[], id: string): string =>
  accounts.find((of) => of.account_id === id)?.name ?? id;

type OrdersProps = Props & { readonly orders: readonly KnownOrder[] };

function OpenOrders({ market, accounts, orders }: OrdersProps) {
  if (orders.length === 0)
    return <Empty title={MARKET.noOpenOrders}>{MARKET.yourWorkingOrdersAppear}</Empty>;
  return (
    <div className="scroll">
      <table className="table table-dense">
        <OrderHead>
          <th>
            <span className="unseen">{MARKET.actions}</span>
          </th>
        </OrderHead>
        <tbody>
          {orders.map((order) => (
            <OrderRow key={order.order_id} market={market} accounts={accounts} order={order}>
              <td className="right">
                <CancelOrder orderId={order.order_id} />
              </td>
            </OrderRow>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function OrderHead({ children }: { readonly children: React.ReactNode }) {
  return (
    <thead>
      <tr>
        <th>{MARKET.order}</th>
        <th className="right">{MARKET.price}</th>
        <th className="right">{MARKET.filled}</th>
        <th className="wide-only">{MARKET.account}</th>
        <th className="wide-only right">{MARKET.placed}</th>
        {children}
      </tr>
    </thead>
  );
}

function SideWord({ side }: Pick<KnownOrder, 'side'>) {
  return (
    <span className={side === 'buy' ? 'rise' : 'fall'}>
      {side === 'buy' ? MARKET.buy : MARKET.sell}
    </span>
  );
}

type RowProps = Props & { readonly order: KnownOrder; readonly children: React.ReactNode };

function OrderRow({ market, accounts, order, children }: RowProps) {
  const { side, type, price, trigger_price: trigger, amount, filled_amount: filled } = order;
  const fixed = (text: string): string => formatFixed(text, market.price_decimals);
  return (
    <tr>
      <td>
        <SideWord side={side} /> {nameOfType(type)}
        <OrderMark order={order} />
      </td>
      <td className="right">
        {/[1-9]/.test(price) ? fixed(price) : MARKET.market}
        {trigger === null ? null : (
          <div className="faint">
            {MARKET.at} {fixed(trigger)}
          </div>
        )}
        <OrderHolder order={order} />
      </td>
      <td className="right">
        {formatDecimal(filled)}{' '}
        <span className="faint of-all">{MARKET.of(formatDecimal(amount))}</span>
      </td>
      <td className="wide-only soft">{nameOf(accounts, order.account_id)}</td>
      <td className="wide-only right soft">
        <Time at={order.placed_at} />
      </td>
      {children}
    </tr>
  );
}

function OrderMark({ order: { status, bot_id: botId } }: { readonly order: KnownOrder }) {
  return (
    <>
      {status === 'unknown' || status === 'lost' ? (
        <span className="tag tag-warn tag-after" title={MARKET.theExchangeHasNot}>
          {MARKET.notKnown}
        </span>
      ) : null}
      {status === 'pending' ? <span className="tag tag-after">{MARKET.onItsWay}</span> : null}
      {botId?.startsWith('brk_') === true ? (
        <span className="tag tag-after">{MARKET.bracket}</span>
      ) : botId === null ? null : (
        <Link className="tag tag-accent tag-after" to="/bots/$botId" params={{ botId }}>
          {MARKET.bot}
        </Link>
      )}
    </>
  );
}

type CancelAllProps = { readonly market: Market; readonly orders: readonly KnownOrder[] };

function CancelAll({ market, orders }: CancelAllProps) {
  const [isSure, setIsSure] = useState(true);
  const own = [...new Set(orders.map(({ account_id: id }) => id))];
  const cancel = useMutation({
    async mutationFn() {
      for (const id of own)
        await api.cancelAccountOrders({ account_id: id, market_tag: market.market_tag });
    },
  });
  const ofBots = orders.filter(({ bot_id: botId }) => botId !== null).length;
  return (
    <>
      {cancel.isError ? (
        <span className="wrong" role="alert">
          {explain(cancel.error)}
        </span>
      ) : null}
      <Button isSmall isDisabled={cancel.isPending} onPress={() => setIsSure(false)}>
        {MARKET.cancelAll}
      </Button>
      {isSure ? null : (
        <Confirm
          title={MARKET.cancelOrders(orders.length)}
          act={MARKET.cancelThem}
          onConfirm={() => cancel.mutate()}
          onClose={() => setIsSure(true)}
        >
          {MARKET.allOpenOrdersOn(
            market.base,
            market.quote,
            ofBots === 0 ? '' : MARKET.ofThemAreOf(ofBots),
          )}
        </Confirm>
      )}
    </>
  );
}

type PositionsProps = {
  readonly market: Market;
  readonly positions: readonly Position[];
  /** What keeps those of some accounts; null: nothing does. */
  readonly keeps: ReactNode;
};

function Positions({ market, positions, keeps }: PositionsProps) {
  if (positions.length === 0 && keeps !== null) return keeps;
  if (positions.length === 0)
    return <Empty title={MARKET.noPosition}>{MARKET.yourPositionInThis}</Empty>;
  const fixed = (text: string): string => formatFixed(text, market.price_decimals);
  return (
    <div className="scroll">
      <table className="table table-dense">
        <thead>
          <tr>
            <th>{MARKET.position}</th>
            <th className="right">{MARKET.entry}</th>
            <th className="right wide-only">{MARKET.mark}</th>
            <th className="right wide-only">{MARKET.liquidation}</th>
            <th className="right">{MARKET.profit}</th>
            <th>
              <span className="unseen">{MARKET.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {positions.map((of) => (
            <tr key={of.position_id}>
              <td>
                <span className={of.direction === 'long' ? 'rise' : 'fall'}>
                  {of.direction === 'long' ? MARKET.long : MARKET.short}
                </span>{' '}
                {formatDecimal(of.amount)}{' '}
                <span className="faint">
                  {formatDecimal(of.leverage)}× {of.margin_mode}
                </span>
              </td>
              <td className="right">{fixed(of.average_price)}</td>
              <td className="right wide-only">{fixed(of.mark_price)}</td>
              <td className="right wide-only">
                {of.liquidation_price === null ? '–' : fixed(of.liquidation_price)}
              </td>
              <td className="right">
                <Gain value={of.unrealized_profit} unit={of.profit_currency} />
                <div className="faint" title={MARKET.withWhatIsRealized}>
                  {MARKET.inAll(percentText(of.roi))}
                </div>
              </td>
              <td className="right">
                <CloseButton market={market} position={of} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type CloseProps = { readonly market: Market; readonly position: Position };

function CloseButton({ market, position: of }: CloseProps) {
  const [isSure, setIsSure] = useState(true);
  const close = useMutation({
    mutationFn: () =>
      api.placeAccountOrder({
        account_id: of.account_id,
        body: {
          market_tag: of.market_tag,
          side: of.direction === 'long' ? 'sell' : 'buy',
          type: 'market',
          amount: of.amount,
          reduce_only: true,
        },
      }),
  });
  const unit = market.amount_currency ?? 'contracts';
  return (
    <>
      <Button isSmall isDisabled={close.isPending} onPress={() => setIsSure(false)}>
        {MARKET.close}
      </Button>
      {close.isError ? (
        <div className="wrong" role="alert">
          {explain(close.error)}
        </div>
      ) : null}
      {isSure ? null : (
        <Confirm
          title={MARKET.closeThePosition(of.direction)}
          act={MARKET.closeIt}
          onConfirm={() => close.mutate()}
          onClose={() => setIsSure(true)}
        >
          {MARKET.areAtTheMarket(
            formatDecimal(of.amount),
            unit,
            of.direction === 'long' ? MARKET.sold : MARKET.bought,
            formatFixed(of.mark_price, market.price_decimals),
            of.bot_id === null ? '' : MARKET.aBotHoldsThis,
          )}
        </Confirm>
      )}
    </>
  );
}

function EndedOrders({ market, accounts }: Props) {
  const ended = useQuery(marketOrdersQuery(market.market_tag, 'ended'));
  return (
    <Loaded query={ended}>
      {({ data }) =>
        data.length === 0 ? (
          <Empty title={MARKET.nothingYet}>{MARKET.filledAndCancelledOrders}</Empty>
        ) : (
          <TallTable label={MARKET.endedOrders}>
            <OrderHead>
              <th className="right">{MARKET.endedAs}</th>
            </OrderHead>
            <tbody>
              {data.map((order) => (
                <OrderRow key={order.order_id} market={market} accounts={accounts} order={order}>
                  <td className="right">
                    <OrderStatus order={order} />
                  </td>
                </OrderRow>
              ))}
            </tbody>
          </TallTable>
        )
      }
    </Loaded>
  );
}

function Fills({ market, accounts }: Props) {
  const fills = useQuery(marketFillsQuery(market.market_tag));
  return (
    <Loaded query={fills}>
      {(all) =>
        all.length === 0 ? (
          <Empty title={MARKET.noFillsYet}>{MARKET.fillsAppearHere}</Empty>
        ) : (
          <FillTable market={market} accounts={accounts} fills={all.slice(0, 200)} />
        )
      }
    </Loaded>
  );
}

function FillTable({
  market,
  accounts,
  fills,
}: Props & { readonly fills: readonly AccountFill[] }) {
  return (
    <TallTable label={MARKET.fills}>
      <thead>
        <tr>
          <th>{MARKET.fill}</th>
          <th className="right">{MARKET.price}</th>
          <th className="right">{MARKET.amount}</th>
          <th className="right wide-only">{MARKET.fee}</th>
          <th className="wide-only">{MARKET.account}</th>
          <th className="right wide-only">{MARKET.atTitle}</th>
        </tr>
      </thead>
      <tbody>
        {fills.map((of) => (
          <tr key={of.fill_id}>
            <td className={of.side === 'buy' ? 'rise' : 'fall'}>
              {of.side === 'buy' ? MARKET.boughtTitle : MARKET.soldTitle}
            </td>
            <td className="right">{formatFixed(of.price, market.price_decimals)}</td>
            <td className="right">{formatDecimal(of.amount)}</td>
            <td className="right wide-only soft">
              {formatDecimal(of.fee)} {of.fee_currency}
            </td>
            <td className="wide-only soft">{nameOf(accounts, of.account_id)}</td>
            <td className="right wide-only soft">
              <Time at={of.filled_at} />
            </td>
          </tr>
        ))}
      </tbody>
    </TallTable>
  );
}

// Activity of one's own on a market: open orders, positions, ended orders and fills, of all one's
// accounts there.

import type { Account, Bracket, KnownOrder, Market, Position } from '@tidemill/client';
import { useMutation, useQueries, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import {
  bracketsQuery,
  marketFillsQuery,
  marketOrdersQuery,
  positionsQuery,
} from '../../api/queries.ts';
import { useGo } from '../../app/use-go.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import type { DefineColumn } from '../../parts/data-table.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { FillTable } from '../../parts/fill-table.tsx';
import { formatDecimal, formatFixed } from '../../parts/format.ts';
import { CancelOrder, OrderHolder, OrderStatus } from '../../parts/order-table.tsx';
import { percentText } from '../../report/percent.tsx';
import { Empty, explain, Loaded, whatKeeps } from '../../parts/states.tsx';
import { Gain, Segments, Time } from '../../parts/widgets.tsx';
import { OpenBrackets } from './open-brackets.tsx';
import { nameOfType } from './order-types.ts';
import { MARKET } from '../../words/market.ts';

type Props = { readonly market: Market; readonly accounts: readonly Account[] };

export function MarketActivity({ market, accounts }: Props) {
  const { show: tab = 'open' } = useSearch({ from: '/inside/markets/$marketTag' });
  const go = useGo({ from: '/markets/$marketTag' });
  const setTab = (next: 'open' | 'positions' | 'ended' | 'fills'): void => {
    void go({
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
    <DataTable isDense rows={orders} keyOf={(of) => of.order_id}>
      {(column) => [
        ...orderColumns(column, { market, accounts }),
        column(MARKET.actions, 'acts', (of) => <CancelOrder orderId={of.order_id} />),
      ]}
    </DataTable>
  );
}

/** Columns of orders, whether they work or have ended. */
function orderColumns(column: DefineColumn<KnownOrder>, { market, accounts }: Props) {
  const fixed = (text: string): string => formatFixed(text, market.price_decimals);
  return [
    column(MARKET.order, '', (order) => (
      <>
        <span className="one-line">
          <SideWord side={order.side} /> {nameOfType(order.type)}
        </span>{' '}
        <OrderMark order={order} />
      </>
    )),
    column(MARKET.price, 'right', (order) => (
      <>
        {/[1-9]/.test(order.price) ? fixed(order.price) : MARKET.market}
        {order.trigger_price === null ? null : (
          <div className="faint">
            {MARKET.at} {fixed(order.trigger_price)}
          </div>
        )}
        <OrderHolder order={order} />
        <div className="narrow-only">
          <FilledPart order={order} />
        </div>
      </>
    )),
    column(MARKET.filled, 'right wide-only', (order) => <FilledPart order={order} />),
    column(MARKET.account, 'wide-only soft', (order) => nameOf(accounts, order.account_id)),
    column(MARKET.placed, 'wide-only right soft', (order) => <Time at={order.placed_at} />),
  ];
}

function FilledPart({ order }: { readonly order: KnownOrder }) {
  return (
    <>
      {formatDecimal(order.filled_amount)}{' '}
      <span className="faint">{MARKET.of(formatDecimal(order.amount))}</span>
    </>
  );
}

function SideWord({ side }: Pick<KnownOrder, 'side'>) {
  return (
    <span className={side === 'buy' ? 'rise' : 'fall'}>
      {side === 'buy' ? MARKET.buy : MARKET.sell}
    </span>
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
    <DataTable isDense rows={positions} keyOf={(of) => of.position_id}>
      {(column) => [
        column(MARKET.position, '', (of) => (
          <>
            <span className={of.direction === 'long' ? 'rise' : 'fall'}>
              {of.direction === 'long' ? MARKET.long : MARKET.short}
            </span>{' '}
            {formatDecimal(of.amount)}{' '}
            <span className="faint">
              {formatDecimal(of.leverage)}× {of.margin_mode}
            </span>
          </>
        )),
        column(MARKET.entry, 'right', (of) => fixed(of.average_price)),
        column(MARKET.mark, 'right wide-only', (of) => fixed(of.mark_price)),
        column(MARKET.liquidation, 'right wide-only', (of) =>
          of.liquidation_price === null ? '–' : fixed(of.liquidation_price),
        ),
        column(MARKET.profit, 'right', (of) => (
          <>
            <Gain value={of.unrealized_profit} unit={of.profit_currency} />
            <div className="faint" title={MARKET.withWhatIsRealized}>
              {MARKET.inAll(percentText(of.roi))}
            </div>
          </>
        )),
        column(MARKET.actions, 'acts', (of) => <CloseButton market={market} position={of} />),
      ]}
    </DataTable>
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
          <DataTable label={MARKET.endedOrders} isTall rows={data} keyOf={(of) => of.order_id}>
            {(column) => [
              ...orderColumns(column, { market, accounts }),
              column(MARKET.endedAs, 'right', (of) => <OrderStatus order={of} />),
            ]}
          </DataTable>
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
          <FillTable
            fills={all}
            priceOf={(_tag, price) => formatFixed(price, market.price_decimals)}
            accountOf={(of) => nameOf(accounts, of.account_id)}
          />
        )
      }
    </Loaded>
  );
}

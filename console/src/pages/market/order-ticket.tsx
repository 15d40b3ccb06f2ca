// The ticket: an order of any type that the exchange knows, what it will cost, and the button that
// sends it. Real money is asked about once more.

import type {
  Account,
  ExchangeRecord,
  Market,
  OrderEstimate,
  PlaceAccountOrder,
  PlaceBracket,
} from '@tidemill/client';
import { NoResponseError } from '@tidemill/client';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SyntheticEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../api/api.ts';
import { balanceQuery, exchangeQuery } from '../../api/queries.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { formatDecimal } from '../../parts/format.ts';
import { explain, Loaded } from '../../parts/states.tsx';
import { isPositive } from '../../parts/steps.ts';
import type { Draft } from './order-types.ts';
import {
  bracketOf,
  EMPTY_DRAFT,
  mayHaveExits,
  nameOfType,
  ORDER_TYPES,
  orderOf,
} from './order-types.ts';
import { TicketEstimate } from './ticket-estimate.tsx';
import { exitProblem } from './exit-figures.ts';
import { TicketExits } from './ticket-exits.tsx';
import { TicketFields } from './ticket-fields.tsx';
import { withinSentence } from '../../words/language.ts';
import { TICKET } from '../../words/ticket.ts';

type Props = {
  readonly market: Market;
  readonly account: Account;
  /** The price now; null while it is not known. */
  readonly price: string | null;
};

export function OrderTicket(props: Props) {
  const exchange = useQuery(exchangeQuery(props.account.exchange));
  return (
    <Loaded query={exchange} lines={5}>
      {(record) => <Ticket {...props} record={record} />}
    </Loaded>
  );
}

function Ticket({ market, account, price, record }: Props & { readonly record: ExchangeRecord }) {
  const [draft, setDraft] = useState<Draft>(EMPTY_DRAFT);
  const [isSure, setIsSure] = useState(true);
  const change = (next: Partial<Draft>): void => setDraft((before) => ({ ...before, ...next }));
  useFirstPrice(price, draft.price, (first) => change({ price: first }));
  const estimate = useEstimate(account.account_id, market.market_tag, draft);
  const funds = useFunds(account.account_id, market, draft.side);
  const send = useSend(account.account_id, market, draft, () =>
    change({ ...SENT, spend: draft.spend === null ? null : '' }),
  );
  const hasExits = mayHaveExits(draft, market);
  const isWrong = hasExits && EXITS.some((name) => exitProblem(name, draft, price) !== null);
  const isReal = !account.is_simulated;
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (isReal) setIsSure(false);
    else send.mutate();
  };
  const problems = estimate.data?.problems ?? [];
  return (
    <form className="ticket" onSubmit={submit} aria-label={TICKET.orderTicket}>
      <TicketFields
        market={market}
        record={record}
        draft={draft}
        price={price}
        funds={funds}
        problems={isComplete(draft) ? problems : []}
        onChange={change}
      />
      {hasExits ? (
        <TicketExits
          market={market}
          account={account}
          record={record}
          draft={draft}
          price={price}
          onChange={change}
        />
      ) : null}
      <TicketEstimate
        market={market}
        estimate={isComplete(draft) ? estimate.data : undefined}
        error={isComplete(draft) ? estimate.error : null}
      />
      <Outcome send={send} isSent={draft.amount === ''} />
      <button
        type="submit"
        className={`button ticket-send ticket-${draft.side}`}
        disabled={!isComplete(draft) || isWrong || problems.length > 0 || send.isPending}
      >
        {send.isPending ? TICKET.sending : wordsOf(draft, market)}
      </button>
      <p className="hint ticket-kind">
        {TICKET.on(isReal ? TICKET.realMoney : TICKET.playMoney, account.name)}
      </p>
      {isSure ? null : (
        <RealMoney
          market={market}
          account={account}
          record={record}
          draft={draft}
          estimate={estimate.data}
          onConfirm={() => send.mutate()}
          onClose={() => setIsSure(true)}
        />
      )}
    </form>
  );
}

type OutcomeProps = { readonly send: ReturnType<typeof useSend>; readonly isSent: boolean };

function Outcome({ send, isSent }: OutcomeProps) {
  return (
    <>
      {send.isError ? (
        <p className="notice notice-wrong" role="alert">
          {send.error instanceof NoResponseError ? UNKNOWN : explain(send.error)}
        </p>
      ) : null}
      {send.isSuccess && isSent ? (
        <p className="notice notice-good" role="status">
          {send.data}
        </p>
      ) : null}
    </>
  );
}

type RealMoneyProps = {
  readonly market: Market;
  readonly account: Account;
  readonly record: ExchangeRecord;
  readonly draft: Draft;
  readonly estimate: OrderEstimate | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
};

function RealMoney(props: RealMoneyProps) {
  const { market, account, record, draft, estimate, onConfirm, onClose } = props;
  const worth =
    estimate === undefined
      ? ''
      : TICKET.itIsWorthAbout(
          formatDecimal(estimate.value),
          estimate.currency,
          formatDecimal(estimate.fee),
        );
  const exits = bracketOf(draft, market) === null ? '' : TICKET.andItsStopOr;
  const what = TICKET.order(withinSentence(nameOfType(draft.type)), exits);
  return (
    <Confirm
      title={`${wordsOf(draft, market)}?`}
      act={draft.side === 'buy' ? TICKET.buy : TICKET.sell}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {TICKET.aWith(what)} <b>{TICKET.realMoneyWithin}</b>{' '}
      {TICKET.onWithin(account.name, record.name, worth)}
    </Confirm>
  );
}

/** What is emptied once it was sent. */
const SENT = { amount: '', stop: '', target: '', secondTarget: '', isTrailing: false } as const;
const EXITS = ['stop', 'target', 'secondTarget'] as const;

const UNKNOWN = TICKET.theServiceDidNot;

/** The price that is there when the ticket opens; what is typed stays. */
function useFirstPrice(
  price: string | null,
  typed: string,
  onFirst: (price: string) => void,
): void {
  const isSet = useRef(false);
  const set = useRef(onFirst);
  useEffect(() => {
    set.current = onFirst;
  });
  useEffect(() => {
    if (isSet.current || price === null) return;
    isSet.current = true;
    if (typed === '') set.current(price);
  }, [price, typed]);
}

function wordsOf({ side, amount }: Draft, market: Market): string {
  const unit = market.amount_currency ?? TICKET.contracts;
  const what = isPositive(amount) ? `${formatDecimal(amount)} ${unit}` : market.base;
  return side === 'buy' ? TICKET.buyOf(what) : TICKET.sellOf(what);
}

function isComplete(draft: Draft): boolean {
  const of = ORDER_TYPES.find(({ type }) => type === draft.type);
  if (of === undefined || !isPositive(draft.amount)) return false;
  return (
    (!of.hasPrice || isPositive(draft.price)) &&
    (!of.hasTrigger || isPositive(draft.trigger)) &&
    (!of.hasTrail || isPositive(draft.distance)) &&
    (draft.activation === '' || isPositive(draft.activation)) &&
    (draft.leverage === '' || isPositive(draft.leverage))
  );
}

/** What is available of what the side spends on spot; null: not known. */
function useFunds(accountId: string, market: Market, side: Draft['side']): string | null {
  const { data } = useQuery(balanceQuery(accountId));
  const currency = side === 'buy' ? market.quote : market.base;
  if (data === undefined) return null;
  return data.data.find((of) => of.currency === currency)?.available ?? '0';
}

/** Typing is not interrupted by estimates of half a number. */
const PAUSE_MS = 250;

function useEstimate(accountId: string, marketTag: string, draft: Draft) {
  const settled = useSettled(draft, PAUSE_MS);
  return useQuery({
    queryKey: ['estimate', accountId, marketTag, settled],
    queryFn: ({ signal }) =>
      api.estimateAccountOrder(
        { account_id: accountId, body: orderOf(settled, marketTag, Date.now()) },
        { signal, triesMax: 1 },
      ),
    enabled: isComplete(settled),
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
    staleTime: 0,
  });
}

function useSettled<Value>(value: Value, pauseMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return settled;
}

type Attempt = {
  readonly draft: Draft;
  readonly body: PlaceAccountOrder;
  /** Instead, where it has exits. */
  readonly bracket: PlaceBracket | null;
  readonly key: string;
};

/**
 * The same order under the same key, however often it is sent, until the service has said what
 * became of it: what was not heard of is not placed twice.
 */
function useSend(accountId: string, market: Market, draft: Draft, onPlaced: () => void) {
  const queries = useQueryClient();
  const attempt = useRef<Attempt | null>(null);
  return useMutation({
    async mutationFn() {
      if (attempt.current?.draft !== draft) {
        const body = orderOf(draft, market.market_tag, Date.now());
        const bracket = bracketOf(draft, market);
        attempt.current = { draft, body, bracket, key: crypto.randomUUID() };
      }
      const { body, bracket, key } = attempt.current;
      const once = { idempotencyKey: key };
      const sent = TICKET.orderSent(
        nameOfType(draft.type),
        draft.side === 'buy' ? TICKET.sideBuy : TICKET.sideSell,
        formatDecimal(draft.amount),
      );
      if (bracket === null) {
        await api.placeAccountOrder({ account_id: accountId, body }, once);
        return `${sent}.`;
      }
      await api.placeBracket({ account_id: accountId, body: bracket }, once);
      await queries.invalidateQueries({ queryKey: ['brackets', accountId] });
      return TICKET.withIts(sent, exitWords(bracket));
    },
    onSuccess() {
      attempt.current = null;
      onPlaced();
    },
    onError(error) {
      if (!(error instanceof NoResponseError)) attempt.current = null;
    },
  });
}

function exitWords({ stop_price: stop, target_price: target }: PlaceBracket): string {
  return [
    typeof stop === 'string' ? TICKET.stop : '',
    typeof target === 'string' ? TICKET.target : '',
  ]
    .filter((word) => word !== '')
    .join(TICKET.and);
}

// Brackets on a market that have not ended: an order with its stop and targets as one thing.

import type { Account, Bracket, Market } from '@tidemill/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { formatDecimal, formatFixed } from '../../parts/format.ts';
import { explain } from '../../parts/states.tsx';
import { Gain } from '../../parts/widgets.tsx';
import { MoveBracket } from './move-bracket.tsx';
import { MARKET } from '../../words/market.ts';

type Props = {
  readonly market: Market;
  readonly accounts: readonly Account[];
  readonly brackets: readonly Bracket[];
};

export function OpenBrackets({ market, accounts, brackets }: Props) {
  if (brackets.length === 0) return null;
  const nameOf = (id: string): string => accounts.find((of) => of.account_id === id)?.name ?? id;
  return (
    <div className="scroll">
      <table className="table table-dense" aria-label={MARKET.ordersWithStopAnd}>
        <thead>
          <tr>
            <th>{MARKET.withStopAndTarget}</th>
            <th className="right">{MARKET.entry}</th>
            <th className="right">{MARKET.stop}</th>
            <th className="right">{MARKET.target}</th>
            <th className="right wide-only">{MARKET.profit}</th>
            <th className="wide-only">{MARKET.account}</th>
            <th>
              <span className="unseen">{MARKET.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {brackets.map((of) => (
            <BracketRow
              key={of.bracket_id}
              market={market}
              bracket={of}
              account={nameOf(of.account_id)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type RowProps = {
  readonly market: Market;
  readonly bracket: Bracket;
  readonly account: string;
};

/** Of a stop that the exchange refused, or is to get once the order has filled, Tidemill. */
function holderOf({ orders }: Bracket): string {
  const isThere = orders.some(
    ({ type, held_by: holder }) => type === 'stop_market' && holder === 'exchange',
  );
  return isThere ? MARKET.theExchange : 'Tidemill';
}

function BracketRow({ market, bracket: of, account }: RowProps) {
  const fixed = (text: string): string => formatFixed(text, market.price_decimals);
  const targets = [of.target_price, of.second_target_price].filter((price) => price !== null);
  const entry = of.enter_price ?? of.entry_price;
  return (
    <tr>
      <td>
        <span className={of.direction === 'long' ? 'rise' : 'fall'}>
          {of.direction === 'long' ? MARKET.buy : MARKET.sell}
        </span>{' '}
        {formatDecimal(of.amount ?? '0')} <StateTag bracket={of} />
        {of.reason === null ? null : <div className="wrong">{of.reason}</div>}
      </td>
      <td className="right">
        {entry === null ? MARKET.market : fixed(entry)}
        {/[1-9]/.test(of.held_amount) ? (
          <div className="faint">{MARKET.held(formatDecimal(of.held_amount))}</div>
        ) : null}
      </td>
      <td className="right">
        {of.stop_price === null ? '–' : fixed(of.stop_price)}
        <MovesTo price={of.moves_to?.stop_price} fixed={fixed} />
        {of.stop_trails ? <div className="faint">{MARKET.follows}</div> : null}
        {of.stop_price === null ? null : <div className="faint">{MARKET.heldBy(holderOf(of))}</div>}
      </td>
      <td className="right">
        {targets.length === 0 ? '–' : targets.map((price) => <div key={price}>{fixed(price)}</div>)}
        <MovesTo price={of.moves_to?.target_price} fixed={fixed} />
        <MovesTo price={of.moves_to?.second_target_price} fixed={fixed} />
      </td>
      <td className="right wide-only">
        {of.profit_currency === null ? (
          '–'
        ) : (
          <Gain value={of.unrealized_profit} unit={of.profit_currency} />
        )}
      </td>
      <td className="wide-only soft">{account}</td>
      <td className="right">
        <span className="row-acts">
          {of.state === 'closing' || of.state === 'ended' ? null : <MoveBracket bracket={of} />}
          <EndBracket market={market} bracket={of} />
        </span>
      </td>
    </tr>
  );
}

type MovesToProps = {
  readonly price: string | null | undefined;
  readonly fixed: (text: string) => string;
};

/** Where an exit is to be, while it works elsewhere. */
function MovesTo({ price, fixed }: MovesToProps) {
  if (price === null || price === undefined) return null;
  return <div className="wrong">{MARKET.movesTo(fixed(price))}</div>;
}

const STATES = {
  entering: [MARKET.waitsForItsEntry, ''],
  protecting: [MARKET.stopOnItsWay, 'tag-warn'],
  protected: [MARKET.isProtected, 'tag-rise'],
  unprotected: [MARKET.notProtected, 'tag-warn'],
  closing: [MARKET.closing, ''],
  ended: [MARKET.ended, ''],
} as const;

function StateTag({ bracket: { state } }: { readonly bracket: Bracket }) {
  const [words, look] = STATES[state];
  return <span className={`tag tag-after ${look}`}>{words}</span>;
}

function EndBracket({ market, bracket }: Pick<RowProps, 'market' | 'bracket'>) {
  const [isOpen, setIsOpen] = useState(false);
  const [closes, setCloses] = useState(true);
  const queries = useQueryClient();
  const { account_id, bracket_id } = bracket;
  const end = useMutation({
    mutationFn: () => api.cancelBracket({ account_id, bracket_id, close_position: closes }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['brackets', account_id] }),
  });
  const holds = /[1-9]/.test(bracket.held_amount);
  const unit = market.amount_currency ?? 'contracts';
  const held = `${formatDecimal(bracket.held_amount)} ${unit}`;
  return (
    <>
      {end.isError ? (
        <span className="wrong" role="alert">
          {explain(end.error)}
        </span>
      ) : null}
      <Button isSmall isDisabled={end.isPending} onPress={() => setIsOpen(true)}>
        {MARKET.end}
      </Button>
      {isOpen ? (
        <Confirm
          title={MARKET.endThisOrderWith}
          act={holds && closes ? MARKET.closeAndEnd : MARKET.endIt}
          onConfirm={() => end.mutate()}
          onClose={() => setIsOpen(false)}
        >
          <p>{MARKET.itsEntryItsStop}</p>
          {holds ? (
            <label className="check">
              <input
                type="checkbox"
                checked={closes}
                onChange={(event) => setCloses(event.target.checked)}
              />
              {MARKET.closeWhatItHolds(held)}
            </label>
          ) : null}
          {holds && !closes ? <p className="wrong">{MARKET.stayWithoutAStop(held)}</p> : null}
        </Confirm>
      ) : null}
    </>
  );
}

// Brackets on a market that have not ended: an order with its stop and targets as one thing.

import type { Account, Bracket, Market } from '@tidemill/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { DataTable } from '../../parts/data-table.tsx';
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
  const fixed = (text: string): string => formatFixed(text, market.price_decimals);
  return (
    <DataTable
      isDense
      label={MARKET.ordersWithStopAnd}
      rows={brackets}
      keyOf={(of) => of.bracket_id}
    >
      {(column) => [
        column(MARKET.withStopAndTarget, '', (of) => (
          <>
            <BracketHead bracket={of} />
            <div className="faint wide-only">{nameOf(of.account_id)}</div>
          </>
        )),
        column(MARKET.entry, 'right', (of) => <Entry bracket={of} fixed={fixed} />),
        column(MARKET.stop, 'right', (of) => <Stop bracket={of} fixed={fixed} />),
        column(MARKET.target, 'right', (of) => <Targets bracket={of} fixed={fixed} />),
        column(MARKET.profit, 'right wide-only', (of) =>
          of.profit_currency === null ? (
            '–'
          ) : (
            <Gain value={of.unrealized_profit} unit={of.profit_currency} />
          ),
        ),
        column(MARKET.actions, 'acts', (of) => (
          <span className="row-acts">
            {of.state === 'closing' || of.state === 'ended' ? null : <MoveBracket bracket={of} />}
            <EndBracket market={market} bracket={of} />
          </span>
        )),
      ]}
    </DataTable>
  );
}

/** Of a stop that the exchange refused, or is to get once the order has filled, Tidemill. */
function holderOf({ orders }: Bracket): string {
  const isThere = orders.some(
    ({ type, held_by: holder }) => type === 'stop_market' && holder === 'exchange',
  );
  return isThere ? MARKET.theExchange : 'Tidemill';
}

type PartProps = {
  readonly bracket: Bracket;
  /** A price with the decimals of the market. */
  readonly fixed: (text: string) => string;
};

function BracketHead({ bracket: of }: Pick<PartProps, 'bracket'>) {
  return (
    <>
      <span className={of.direction === 'long' ? 'rise' : 'fall'}>
        {of.direction === 'long' ? MARKET.buy : MARKET.sell}
      </span>{' '}
      {formatDecimal(of.amount ?? '0')} <StateTag bracket={of} />
      {of.reason === null ? null : <div className="wrong">{of.reason}</div>}
    </>
  );
}

function Entry({ bracket: of, fixed }: PartProps) {
  const entry = of.enter_price ?? of.entry_price;
  return (
    <>
      {entry === null ? MARKET.market : fixed(entry)}
      {/[1-9]/.test(of.held_amount) ? (
        <div className="faint">{MARKET.held(formatDecimal(of.held_amount))}</div>
      ) : null}
    </>
  );
}

function Stop({ bracket: of, fixed }: PartProps) {
  return (
    <>
      {of.stop_price === null ? '–' : fixed(of.stop_price)}
      <MovesTo price={of.moves_to?.stop_price} fixed={fixed} />
      {of.stop_trails ? <div className="faint">{MARKET.follows}</div> : null}
      {of.stop_price === null ? null : <div className="faint">{MARKET.heldBy(holderOf(of))}</div>}
    </>
  );
}

function Targets({ bracket: of, fixed }: PartProps) {
  const targets = [of.target_price, of.second_target_price].filter((price) => price !== null);
  return (
    <>
      {targets.length === 0 ? '–' : targets.map((price) => <div key={price}>{fixed(price)}</div>)}
      <MovesTo price={of.moves_to?.target_price} fixed={fixed} />
      <MovesTo price={of.moves_to?.second_target_price} fixed={fixed} />
    </>
  );
}

type MovesToProps = Pick<PartProps, 'fixed'> & { readonly price: string | null | undefined };

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

function EndBracket({ market, bracket }: { readonly market: Market; readonly bracket: Bracket }) {
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

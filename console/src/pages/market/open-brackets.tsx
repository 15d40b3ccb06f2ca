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
      <table className="table table-dense" aria-label="Orders with stop and target">
        <thead>
          <tr>
            <th>With stop and target</th>
            <th className="right">Entry</th>
            <th className="right">Stop</th>
            <th className="right">Target</th>
            <th className="right wide-only">Profit</th>
            <th className="wide-only">Account</th>
            <th>
              <span className="unseen">Actions</span>
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
  return isThere ? 'the exchange' : 'Tidemill';
}

function BracketRow({ market, bracket: of, account }: RowProps) {
  const fixed = (text: string): string => formatFixed(text, market.price_decimals);
  const targets = [of.target_price, of.second_target_price].filter((price) => price !== null);
  const entry = of.enter_price ?? of.entry_price;
  return (
    <tr>
      <td>
        <span className={of.direction === 'long' ? 'rise' : 'fall'}>
          {of.direction === 'long' ? 'Buy' : 'Sell'}
        </span>{' '}
        {formatDecimal(of.amount ?? '0')} <StateTag bracket={of} />
        {of.reason === null ? null : <div className="wrong">{of.reason}</div>}
      </td>
      <td className="right">
        {entry === null ? 'Market' : fixed(entry)}
        {/[1-9]/.test(of.held_amount) ? (
          <div className="faint">{formatDecimal(of.held_amount)} held</div>
        ) : null}
      </td>
      <td className="right">
        {of.stop_price === null ? '–' : fixed(of.stop_price)}
        {of.stop_trails ? <div className="faint">follows</div> : null}
        {of.stop_price === null ? null : <div className="faint">held by {holderOf(of)}</div>}
      </td>
      <td className="right">
        {targets.length === 0 ? '–' : targets.map((price) => <div key={price}>{fixed(price)}</div>)}
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
        <EndBracket market={market} bracket={of} />
      </td>
    </tr>
  );
}

const STATES = {
  entering: ['waits for its entry', ''],
  protecting: ['stop on its way', 'tag-warn'],
  protected: ['protected', 'tag-rise'],
  unprotected: ['not protected', 'tag-warn'],
  closing: ['closing', ''],
  ended: ['ended', ''],
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
        End
      </Button>
      {isOpen ? (
        <Confirm
          title="End this order with its stop and target?"
          act={holds && closes ? 'Close and end' : 'End it'}
          onConfirm={() => end.mutate()}
          onClose={() => setIsOpen(false)}
        >
          <p>Its entry, its stop and its targets are cancelled.</p>
          {holds ? (
            <label className="check">
              <input
                type="checkbox"
                checked={closes}
                onChange={(event) => setCloses(event.target.checked)}
              />
              Close what it holds at market ({held})
            </label>
          ) : null}
          {holds && !closes ? <p className="wrong">{held} stay without a stop.</p> : null}
        </Confirm>
      ) : null}
    </>
  );
}

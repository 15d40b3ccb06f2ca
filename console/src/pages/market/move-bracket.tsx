// Moving the stop and the targets of an order that has them: new prices, sent as one.

import type { Bracket } from '@tidemill/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { Button } from '../../parts/button.tsx';
import { DialogFrame } from '../../parts/confirm.tsx';
import { Refusals } from '../../parts/refusals.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { MARKET } from '../../words/market.ts';

type ExitKey = 'stop_price' | 'target_price' | 'second_target_price';
type Prices = Readonly<Record<ExitKey, string>>;

/** Where they are to be, not where they still work. */
const pricesOf = (of: Bracket): Prices => ({
  stop_price: of.moves_to?.stop_price ?? of.stop_price ?? '',
  target_price: of.moves_to?.target_price ?? of.target_price ?? '',
  second_target_price: of.moves_to?.second_target_price ?? of.second_target_price ?? '',
});

export function MoveBracket({ bracket }: { readonly bracket: Bracket }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button isSmall onPress={() => setIsOpen(true)}>
        {MARKET.move}
      </Button>
      {isOpen ? <MoveForm bracket={bracket} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}

type FormProps = { readonly bracket: Bracket; readonly onClose: () => void };

function MoveForm({ bracket, onClose }: FormProps) {
  const [prices, setPrices] = useState(() => pricesOf(bracket));
  const before = pricesOf(bracket);
  const keys = Object.keys(before) as ExitKey[];
  const changed = keys.filter((key) => prices[key] !== '' && prices[key] !== before[key]);
  const queries = useQueryClient();
  const { account_id, bracket_id } = bracket;
  const move = useMutation({
    mutationFn: () =>
      api.moveBracket({
        account_id,
        bracket_id,
        body: Object.fromEntries(changed.map((key) => [key, prices[key]])),
      }),
    onSuccess: onClose,
    onSettled: () => queries.invalidateQueries({ queryKey: ['brackets', account_id] }),
  });
  const field = (key: ExitKey, label: string) => (
    <TextInput
      label={label}
      inputMode="decimal"
      field={key}
      value={prices[key]}
      onChange={(value) => setPrices({ ...prices, [key]: value })}
    />
  );
  return (
    <DialogFrame title={MARKET.moveTheStopAnd} onClose={onClose}>
      <Refusals error={move.error}>
        <div className="stack">
          {bracket.stop_trails ? (
            <p className="hint">{MARKET.theStopFollowsThe}</p>
          ) : (
            field('stop_price', MARKET.stop)
          )}
          {field('target_price', MARKET.target)}
          {bracket.second_target_price === null
            ? null
            : field('second_target_price', MARKET.secondTarget)}
          <p className="hint">{MARKET.theNewStopWorks}</p>
        </div>
      </Refusals>
      <div className="dialog-foot">
        <Button onPress={onClose}>{MARKET.cancel}</Button>
        <Button
          look="main"
          isDisabled={changed.length === 0 || move.isPending}
          onPress={() => move.mutate()}
        >
          {move.isPending ? MARKET.moving : MARKET.moveThem}
        </Button>
      </div>
    </DialogFrame>
  );
}

// Name and play money of a paper account.

import type { Account, Exchange } from '@tidemill/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SyntheticEvent } from 'react';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { Button } from '../../parts/button.tsx';
import { isPositive } from '../../parts/steps.ts';
import { Refusals } from '../../parts/refusals.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { Choice } from '../../parts/widgets.tsx';
import { ACCOUNTS } from '../../words/accounts.ts';

type Props = {
  readonly exchange: Exchange;
  readonly onMade: (account: Account) => void;
  readonly onBack: () => void;
};

const CURRENCIES = ['USDT', 'USDC', 'USD', 'EUR', 'BTC'] as const;

type PaperChoice = {
  readonly name: string;
  readonly marketType: Props['exchange']['market_types'][number];
  readonly currency: string;
  readonly amount: string;
};

/** Opens the account, and lets bots be made on it: it has play money only. */
function useTake(exchange: Props['exchange'], onMade: Props['onMade']) {
  const client = useQueryClient();
  return useMutation({
    async mutationFn({ name, marketType, currency, amount }: PaperChoice) {
      const made = await api.connectAccount({
        body: {
          name,
          exchange: exchange.exchange,
          market_type: marketType,
          is_paper: true,
          balances: [{ currency, amount }],
        },
      });
      return api.allowAccountBots({
        account_id: made.account_id,
        body: { allows_bots: true },
      });
    },
    async onSuccess(account) {
      await client.invalidateQueries({ queryKey: ['accounts'] });
      onMade(account);
    },
  });
}

export function PaperForm({ exchange, onMade, onBack }: Props) {
  const [name, setName] = useState(ACCOUNTS.paper(exchange.name));
  const [marketType, setMarketType] = useState(exchange.market_types[0] ?? 'spot');
  const [currency, setCurrency] = useState<string>(CURRENCIES[0]);
  const [amount, setAmount] = useState('10000');
  const take = useTake(exchange, onMade);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    take.mutate({ name: name.trim(), marketType, currency, amount });
  };
  return (
    <form className="stack" onSubmit={submit}>
      <Refusals error={take.error}>
        <TextInput label={ACCOUNTS.name} field="name" value={name} onChange={setName} isFirst />
        {exchange.market_types.length < 2 ? null : (
          <Choice
            label={ACCOUNTS.markets}
            value={marketType}
            choices={exchange.market_types.map((type) => [type, type])}
            onChange={setMarketType}
          />
        )}
        <div className="row">
          <TextInput
            label={ACCOUNTS.playMoney}
            field="balances"
            inputMode="decimal"
            value={amount}
            onChange={setAmount}
            wrong={isPositive(amount) ? null : ACCOUNTS.aNumberAboveZero}
          />
          <Choice
            label={ACCOUNTS.currency}
            value={currency}
            choices={CURRENCIES.map((of) => [of, of])}
            onChange={setCurrency}
          />
        </div>
        <p className="hint">{ACCOUNTS.ordersFillAgainstThe(exchange.name)}</p>
        <div className="dialog-foot">
          <Button onPress={onBack}>{ACCOUNTS.back}</Button>
          <Button
            look="main"
            type="submit"
            isDisabled={take.isPending || name.trim() === '' || !isPositive(amount)}
          >
            {take.isPending ? ACCOUNTS.makingIt : ACCOUNTS.makeTheAccount}
          </Button>
        </div>
      </Refusals>
    </form>
  );
}

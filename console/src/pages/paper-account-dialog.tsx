// Takes a paper account: play money on the prices of an exchange.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { SyntheticEvent } from 'react';
import { useState } from 'react';
import { exchangesQuery } from '../api/queries.ts';
import { api } from '../api/api.ts';
import { DialogFrame } from '../parts/confirm.tsx';
import { Button } from '../parts/button.tsx';
import { explain, Loaded } from '../parts/states.tsx';
import { TextInput } from '../parts/text-input.tsx';
import { Choice } from '../parts/widgets.tsx';

type Props = { readonly onClose: () => void };

export function PaperAccountDialog({ onClose }: Props) {
  const exchanges = useQuery(exchangesQuery);
  return (
    <DialogFrame title="New paper account" onClose={onClose}>
      <Loaded query={exchanges} lines={3}>
        {({ data }) => (
          <PaperForm
            exchanges={data.filter(({ is_open }) => is_open).map((of) => [of.exchange, of.name])}
            onClose={onClose}
          />
        )}
      </Loaded>
    </DialogFrame>
  );
}

type FormProps = Props & { readonly exchanges: readonly (readonly [string, string])[] };

function PaperForm({ exchanges, onClose }: FormProps) {
  const [name, setName] = useState('Paper');
  const [exchange, setExchange] = useState(exchanges[0]?.[0] ?? '');
  const [amount, setAmount] = useState('10000');
  const client = useQueryClient();
  const navigate = useNavigate();
  const take = useMutation({
    mutationFn: () =>
      api.connectAccount({
        body: {
          name: name.trim(),
          exchange,
          market_type: 'spot',
          is_paper: true,
          balances: [{ currency: 'USDT', amount }],
        },
      }),
    async onSuccess({ account_id: accountId }) {
      await client.invalidateQueries({ queryKey: ['accounts'] });
      onClose();
      await navigate({ to: '/accounts/$accountId', params: { accountId } });
    },
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    take.mutate();
  };
  return (
    <form className="stack" onSubmit={submit}>
      {take.isError ? (
        <p className="notice notice-wrong" role="alert">
          {explain(take.error)}
        </p>
      ) : null}
      <TextInput label="Name" value={name} onChange={setName} isFirst />
      <Choice label="Prices of" value={exchange} choices={exchanges} onChange={setExchange} />
      <TextInput
        label="Play money, in USDT"
        value={amount}
        onChange={setAmount}
        wrong={/^\d+(\.\d+)?$/.test(amount) ? null : 'A number, such as 10000.'}
      />
      <div className="dialog-foot">
        <Button onPress={onClose}>Cancel</Button>
        <Button
          look="main"
          type="submit"
          isDisabled={take.isPending || name.trim() === '' || exchange === ''}
        >
          Take it
        </Button>
      </div>
    </form>
  );
}

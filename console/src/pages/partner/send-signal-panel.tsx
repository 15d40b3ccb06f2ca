// Sends a signal by hand, as the partner's own systems do: to see who hears it.

import type { SendSignal } from '@tidemill/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SyntheticEvent } from 'react';
import { useId, useState } from 'react';
import { api } from '../../api/api.ts';
import { Button } from '../../parts/button.tsx';
import { Done, Wrong } from '../../parts/notice.tsx';
import { Choice, Panel } from '../../parts/widgets.tsx';

const ACTIONS = [
  ['buy', 'Buy'],
  ['sell', 'Sell'],
  ['enter_long', 'Enter long'],
  ['enter_short', 'Enter short'],
  ['exit_long', 'Exit long'],
  ['exit_short', 'Exit short'],
  ['exit_position', 'Exit'],
] as const satisfies readonly (readonly [SendSignal['action'], string])[];

type Props = {
  readonly tokens: readonly string[];
  /** The token of each bot that has one. */
  readonly listening: readonly string[];
};

export function SendSignalPanel({ tokens, listening }: Props) {
  const [token, setToken] = useState('');
  const [action, setAction] = useState<SendSignal['action']>('buy');
  const id = useId();
  const client = useQueryClient();
  const send = useMutation({
    mutationFn: () => api.partnerSendSignal({ body: { signal_token: token, action } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['partner', 'signals'] }),
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    send.mutate();
  };
  const isValid = /^[\w-]{1,128}$/.test(token);
  const count = listening.filter((of) => of === token).length;
  return (
    <Panel title="Send a signal">
      <form className="panel-body stack" onSubmit={submit}>
        <Wrong error={send.error} />
        {send.isSuccess ? (
          <Done>The signal was accepted. Its outcome appears in the list.</Done>
        ) : null}
        <div className="field">
          <label htmlFor={id}>Token</label>
          <input
            id={id}
            className="input"
            list={`${id}-known`}
            autoComplete="off"
            spellCheck={false}
            value={token}
            onChange={(event) => {
              send.reset();
              setToken(event.target.value);
            }}
            aria-describedby={`${id}-note`}
          />
          <datalist id={`${id}-known`}>
            {tokens.map((of) => (
              <option key={of} value={of}>
                {of}
              </option>
            ))}
          </datalist>
          <span id={`${id}-note`} className="hint">
            {token === ''
              ? 'Letters, digits, “-” and “_”.'
              : isValid
                ? `${count === 0 ? 'No bot has' : count === 1 ? 'One bot has' : `${count} bots have`} this token.`
                : 'Only letters, digits, “-” and “_”, at most 128.'}
          </span>
        </div>
        <Choice label="Action" value={action} choices={ACTIONS} onChange={setAction} />
        <Button type="submit" look="main" isDisabled={send.isPending || !isValid}>
          {send.isPending ? 'Sending…' : 'Send it'}
        </Button>
        <p className="hint">
          It reaches running bots only. Size and market are the settings of each bot.
        </p>
      </form>
    </Panel>
  );
}

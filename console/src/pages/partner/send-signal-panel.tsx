// Sends a signal by hand, as the partner's own systems do: to see who hears it.

import type { SendSignal } from '@tidemill/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SyntheticEvent } from 'react';
import { useId, useState } from 'react';
import { api } from '../../api/api.ts';
import { Button } from '../../parts/button.tsx';
import { Done, Wrong } from '../../parts/notice.tsx';
import { Choice, Panel } from '../../parts/widgets.tsx';
import { PARTNER } from '../../words/partner.ts';

const ACTIONS = [
  ['buy', PARTNER.buy],
  ['sell', PARTNER.sell],
  ['enter_long', PARTNER.enterLong],
  ['enter_short', PARTNER.enterShort],
  ['exit_long', PARTNER.exitLong],
  ['exit_short', PARTNER.exitShort],
  ['exit_position', PARTNER.exit],
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
    <Panel title={PARTNER.sendASignal}>
      <form className="panel-body stack" onSubmit={submit}>
        <Wrong error={send.error} />
        {send.isSuccess ? <Done>{PARTNER.theSignalWasAccepted}</Done> : null}
        <div className="field">
          <label htmlFor={id}>{PARTNER.token}</label>
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
              ? PARTNER.lettersDigitsAnd
              : isValid
                ? PARTNER.thisToken(
                    count === 0
                      ? PARTNER.noBotHas
                      : count === 1
                        ? PARTNER.oneBotHas
                        : PARTNER.botsHave(count),
                  )
                : PARTNER.onlyLettersDigitsAnd}
          </span>
        </div>
        <Choice label={PARTNER.action} value={action} choices={ACTIONS} onChange={setAction} />
        <Button type="submit" look="main" isDisabled={send.isPending || !isValid}>
          {send.isPending ? PARTNER.sending : PARTNER.sendIt}
        </Button>
        <p className="hint">{PARTNER.itReachesRunningBots}</p>
      </form>
    </Panel>
  );
}

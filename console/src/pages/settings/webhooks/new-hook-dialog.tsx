// Adds a hook: for which bot, as which signal, and what messages are like.

import type { HookListener, HookWithPath } from '@tidemill/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SyntheticEvent } from 'react';
import { useState } from 'react';
import { api } from '../../../api/api.ts';
import { hookListenersQuery, hooksQuery } from '../../../api/hook-queries.ts';
import { Button } from '../../../parts/button.tsx';
import { DialogFrame } from '../../../parts/confirm.tsx';
import { Refusals } from '../../../parts/refusals.tsx';
import { Loaded } from '../../../parts/states.tsx';
import { TextInput } from '../../../parts/text-input.tsx';
import { Choice } from '../../../parts/widgets.tsx';
import type { HookRules } from './hook-rules.tsx';
import { FIRST_RULES, HookRuleFields, rulesToWire } from './hook-rules.tsx';
import { WEBHOOKS } from '../../../words/webhooks.ts';

type Props = { readonly onClose: () => void; readonly onMade: (hook: HookWithPath) => void };

export function NewHookDialog({ onClose, onMade }: Props) {
  const listeners = useQuery(hookListenersQuery);
  return (
    <DialogFrame title={WEBHOOKS.addAHook} onClose={onClose}>
      <Loaded query={listeners}>
        {({ data }) =>
          data.length === 0 ? (
            <>
              <p className="soft">{WEBHOOKS.noBotListensTo}</p>
              <div className="dialog-foot">
                <Button onPress={onClose}>{WEBHOOKS.close}</Button>
              </div>
            </>
          ) : (
            <HookForm bots={data} onClose={onClose} onMade={onMade} />
          )
        }
      </Loaded>
    </DialogFrame>
  );
}

type FormProps = Props & { readonly bots: readonly HookListener[] };

function HookForm({ bots, onClose, onMade }: FormProps) {
  const client = useQueryClient();
  const [chosenId, setChosenId] = useState('');
  const [typed, setTyped] = useState<string | null>(null);
  const [rules, setRules] = useState<HookRules>(FIRST_RULES);
  const bot = bots.find(({ bot_id: id }) => id === chosenId) ?? bots[0];
  const { bot_id: botId = '', signals: names = null } = bot ?? {};
  const signal = typed ?? names?.[0] ?? '';
  const choose = (id: string): void => {
    setChosenId(id);
    setTyped(null);
  };
  const create = useMutation({
    mutationFn: () =>
      api.createHook({ body: { bot_id: botId, signal: signal.trim(), ...rulesToWire(rules) } }),
    onSuccess: (hook) => {
      void client.invalidateQueries({ queryKey: hooksQuery.queryKey });
      onMade(hook);
    },
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    create.mutate();
  };
  const isWhole = signal.trim() !== '' && /^\d+$/.test(rules.repeatSeconds.trim());
  return (
    <form className="stack" onSubmit={submit}>
      <Refusals error={create.error}>
        <Choice
          label={WEBHOOKS.bot}
          value={botId}
          choices={bots.map((each) => [each.bot_id, each.name] as const)}
          onChange={choose}
        />
        <SignalField names={names} value={signal} onChange={setTyped} />
        <HookRuleFields rules={rules} onChange={setRules} />
        <div className="dialog-foot">
          <Button onPress={onClose}>{WEBHOOKS.cancel}</Button>
          <Button look="main" type="submit" isDisabled={create.isPending || !isWhole}>
            {create.isPending ? WEBHOOKS.adding : WEBHOOKS.addTheHook}
          </Button>
        </div>
      </Refusals>
    </form>
  );
}

type SignalFieldProps = {
  /** Null: any may be one. */
  readonly names: readonly string[] | null;
  readonly value: string;
  readonly onChange: (signal: string) => void;
};

function SignalField({ names, value, onChange }: SignalFieldProps) {
  if (names === null)
    return (
      <TextInput
        label={WEBHOOKS.signal}
        field="signal"
        value={value}
        onChange={onChange}
        hint={WEBHOOKS.whatItsScriptPasses}
        isFirst
      />
    );
  const choices = names.map((name) => [name, name] as const);
  return <Choice label={WEBHOOKS.signal} value={value} choices={choices} onChange={onChange} />;
}

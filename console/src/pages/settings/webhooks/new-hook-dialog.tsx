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

type Props = { readonly onClose: () => void; readonly onMade: (hook: HookWithPath) => void };

export function NewHookDialog({ onClose, onMade }: Props) {
  const listeners = useQuery(hookListenersQuery);
  return (
    <DialogFrame title="Add a hook" onClose={onClose}>
      <Loaded query={listeners}>
        {({ data }) =>
          data.length === 0 ? (
            <>
              <p className="soft">
                No bot listens to signals yet. A signal bot does, an averaging bot with a signal
                token, and a script that calls GetRemoteSignal. Make one first.
              </p>
              <div className="dialog-foot">
                <Button onPress={onClose}>Close</Button>
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

const TEMPLATE_HINT =
  'Such as “{{action}} {{ticker}}”. Empty: JSON, an action alone, and the text that TradingView ' +
  'proposes for strategies.';

type FormProps = Props & { readonly bots: readonly HookListener[] };

function HookForm({ bots, onClose, onMade }: FormProps) {
  const client = useQueryClient();
  const [chosenId, setChosenId] = useState('');
  const [typed, setTyped] = useState<string | null>(null);
  const [template, setTemplate] = useState('');
  const [isTradingView, setIsTradingView] = useState(true);
  const [entersShort, setEntersShort] = useState(false);
  const bot = bots.find(({ bot_id: id }) => id === chosenId) ?? bots[0];
  const { bot_id: botId = '', signals: names = null } = bot ?? {};
  const signal = typed ?? names?.[0] ?? '';
  const choose = (id: string): void => {
    setChosenId(id);
    setTyped(null);
  };
  const create = useMutation({
    mutationFn: () =>
      api.createHook({
        body: {
          bot_id: botId,
          signal: signal.trim(),
          from_tradingview: isTradingView,
          sells_enter_short: entersShort,
          ...(template.trim() === '' ? {} : { template: template.trim() }),
        },
      }),
    onSuccess: (hook) => {
      void client.invalidateQueries({ queryKey: hooksQuery.queryKey });
      onMade(hook);
    },
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <form className="stack" onSubmit={submit}>
      <Refusals error={create.error}>
        <Choice
          label="Bot"
          value={botId}
          choices={bots.map((each) => [each.bot_id, each.name] as const)}
          onChange={choose}
        />
        <SignalField names={names} value={signal} onChange={setTyped} />
        <TextInput
          label="Form of texts"
          field="template"
          value={template}
          onChange={setTemplate}
          hint={TEMPLATE_HINT}
        />
        <label className="check">
          <input
            type="checkbox"
            checked={isTradingView}
            onChange={(event) => setIsTradingView(event.target.checked)}
          />
          Only from the addresses of TradingView
        </label>
        <ShortCheck isChecked={entersShort} onChange={setEntersShort} />
        <div className="dialog-foot">
          <Button onPress={onClose}>Cancel</Button>
          <Button look="main" type="submit" isDisabled={create.isPending || signal.trim() === ''}>
            {create.isPending ? 'Adding…' : 'Add the hook'}
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
        label="Signal"
        field="signal"
        value={value}
        onChange={onChange}
        hint="What its script passes to GetRemoteSignal, such as “trend”."
        isFirst
      />
    );
  const choices = names.map((name) => [name, name] as const);
  return <Choice label="Signal" value={value} choices={choices} onChange={onChange} />;
}

type ShortCheckProps = {
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
};

function ShortCheck({ isChecked, onChange }: ShortCheckProps) {
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={isChecked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>
        A text that says only “sell” opens a short
        <span className="hint check-note">
          Otherwise it closes a long position. The text that TradingView proposes says which.
        </span>
      </span>
    </label>
  );
}

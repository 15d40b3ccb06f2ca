// Adds a channel: where it leads, then the code that arrived there.

import type { NotificationChannel } from '@tidemill/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SyntheticEvent } from 'react';
import { useState } from 'react';
import { api } from '../../../api/api.ts';
import { notificationChannelsQuery } from '../../../api/notification-queries.ts';
import { Button } from '../../../parts/button.tsx';
import { DialogFrame } from '../../../parts/confirm.tsx';
import { Refusals } from '../../../parts/refusals.tsx';
import { TextInput } from '../../../parts/text-input.tsx';
import { Segments } from '../../../parts/widgets.tsx';
import type { Fields } from './channel-address.ts';
import { addressOf, isComplete, NO_FIELDS } from './channel-address.ts';
import { ChannelFields } from './channel-fields.tsx';
import type { ChannelKind } from './channel-words.ts';
import { KIND_NAMES } from './channel-words.ts';
import { CodeDialog } from './code-dialog.tsx';
import { NOTIFICATIONS } from '../../../words/notifications.ts';

const KINDS = Object.entries(KIND_NAMES) as [ChannelKind, string][];

export function NewChannelDialog({ onClose }: { readonly onClose: () => void }) {
  const [made, setMade] = useState<NotificationChannel | null>(null);
  if (made !== null) return <CodeDialog channel={made} onClose={onClose} />;
  return (
    <DialogFrame title={NOTIFICATIONS.addAChannel} onClose={onClose}>
      <ChannelForm onClose={onClose} onMade={setMade} />
    </DialogFrame>
  );
}

type FormProps = {
  readonly onClose: () => void;
  readonly onMade: (channel: NotificationChannel) => void;
};

function ChannelForm({ onClose, onMade }: FormProps) {
  const client = useQueryClient();
  const [kind, setKind] = useState<ChannelKind>('telegram');
  const [name, setName] = useState('');
  const [fields, setFields] = useState<Fields>(NO_FIELDS);
  const create = useMutation({
    mutationFn: () =>
      api.createNotificationChannel({
        body: { name: name.trim() || KIND_NAMES[kind], ...addressOf(kind, fields) },
      }),
    onSuccess: (channel) => {
      void client.invalidateQueries({ queryKey: notificationChannelsQuery.queryKey });
      onMade(channel);
    },
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    create.mutate();
  };
  const choose = (next: ChannelKind): void => {
    setKind(next);
    create.reset();
  };
  return (
    <form className="stack" onSubmit={submit}>
      <Segments label={NOTIFICATIONS.service} value={kind} choices={KINDS} onChange={choose} />
      <Refusals error={create.error}>
        <ChannelFields
          kind={kind}
          fields={fields}
          onChange={(change) => setFields({ ...fields, ...change })}
        />
        <TextInput
          label={NOTIFICATIONS.name}
          field="name"
          value={name}
          onChange={setName}
          hint={NOTIFICATIONS.suchAsMyPhone(KIND_NAMES[kind])}
        />
        <div className="dialog-foot">
          <Button onPress={onClose}>{NOTIFICATIONS.cancel}</Button>
          <Button
            look="main"
            type="submit"
            isDisabled={create.isPending || !isComplete(kind, fields)}
          >
            {create.isPending ? NOTIFICATIONS.adding : NOTIFICATIONS.sendACode}
          </Button>
        </div>
      </Refusals>
    </form>
  );
}

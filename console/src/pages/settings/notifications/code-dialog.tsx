// The code that proves a channel: it arrived there, and is entered here.

import type { NotificationChannel } from '@tidemill/client';
import { isProblem } from '@tidemill/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SyntheticEvent } from 'react';
import { useState } from 'react';
import { api } from '../../../api/api.ts';
import {
  notificationChannelQuery,
  notificationChannelsQuery,
} from '../../../api/notification-queries.ts';
import { Button } from '../../../parts/button.tsx';
import { DialogFrame } from '../../../parts/confirm.tsx';
import { Done, Wrong } from '../../../parts/notice.tsx';
import { TextInput } from '../../../parts/text-input.tsx';
import { NOTIFICATIONS } from '../../../words/notifications.ts';

type Props = { readonly channel: NotificationChannel; readonly onClose: () => void };

export function CodeDialog({ channel, onClose }: Props) {
  return (
    <DialogFrame title={NOTIFICATIONS.enterTheCodeOf(channel.name)} onClose={onClose}>
      <CodeForm channel={channel} onClose={onClose} />
    </DialogFrame>
  );
}

/** Field for the code, and a button that has another one sent. */
export function CodeForm({ channel, onClose }: Props) {
  const { channel_id: channelId, destination } = channel;
  const client = useQueryClient();
  const { data: now = channel } = useQuery(notificationChannelQuery(channelId));
  const [code, setCode] = useState('');
  const verify = useMutation({
    mutationFn: () =>
      api.verifyNotificationChannel({ channel_id: channelId, body: { code: code.trim() } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: notificationChannelsQuery.queryKey });
      onClose();
    },
  });
  const another = useMutation({
    mutationFn: () => api.sendNotificationCode({ channel_id: channelId }),
    onMutate: () => verify.reset(),
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    verify.mutate();
  };
  return (
    <form className="stack" onSubmit={submit}>
      <p className="soft">{NOTIFICATIONS.sixDigitsWereSent(destination)}</p>
      {now.last_problem === null ? null : (
        <p className="notice notice-wrong" role="alert">
          {NOTIFICATIONS.theCodeCouldNot(now.last_problem)}
        </p>
      )}
      {isProblem(verify.error, 'invalid_request') ? (
        <p className="notice notice-wrong" role="alert">
          {NOTIFICATIONS.theCodeIsWrong}
        </p>
      ) : (
        <Wrong error={verify.error ?? another.error} />
      )}
      {another.isSuccess && !verify.isError ? (
        <Done>{NOTIFICATIONS.anotherCodeWasSent}</Done>
      ) : null}
      <TextInput
        label={NOTIFICATIONS.code}
        value={code}
        onChange={setCode}
        inputMode="numeric"
        autoComplete="one-time-code"
        isFirst
      />
      <div className="dialog-foot">
        <Button look="plain" isDisabled={another.isPending} onPress={() => another.mutate()}>
          {NOTIFICATIONS.sendAnotherCode}
        </Button>
        <Button
          look="main"
          type="submit"
          isDisabled={verify.isPending || !/^\d{6}$/.test(code.trim())}
        >
          {verify.isPending ? NOTIFICATIONS.checking : NOTIFICATIONS.confirmTheChannel}
        </Button>
      </div>
    </form>
  );
}

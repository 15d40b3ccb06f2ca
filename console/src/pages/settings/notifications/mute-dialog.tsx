// Mutes a channel for a time, or until it is unmuted.

import type { NotificationChannel } from '@tidemill/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/api.ts';
import { notificationChannelsQuery } from '../../../api/notification-queries.ts';
import { Button } from '../../../parts/button.tsx';
import { DialogFrame } from '../../../parts/confirm.tsx';
import { Wrong } from '../../../parts/notice.tsx';
import { Choice } from '../../../parts/widgets.tsx';
import { NOTIFICATIONS } from '../../../words/notifications.ts';

const HOUR_MS = 3_600_000;
const SPANS = [
  [1, NOTIFICATIONS.anHour],
  [8, NOTIFICATIONS.eightHours],
  [24, NOTIFICATIONS.aDay],
  [168, NOTIFICATIONS.aWeek],
  [0, NOTIFICATIONS.untilIUnmuteIt],
] as const;

type Props = { readonly channel: NotificationChannel; readonly onClose: () => void };

export function MuteDialog({ channel, onClose }: Props) {
  const { channel_id, name } = channel;
  const client = useQueryClient();
  const [hours, setHours] = useState<number>(1);
  const mute = useMutation({
    mutationFn: () => {
      const until = hours === 0 ? null : new Date(Date.now() + hours * HOUR_MS).toISOString();
      const body = { name, is_muted: true, muted_until: until };
      return api.changeNotificationChannel({ channel_id, body });
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: notificationChannelsQuery.queryKey });
      onClose();
    },
  });
  return (
    <DialogFrame title={NOTIFICATIONS.muteTitle(name)} onClose={onClose}>
      <p className="soft">{NOTIFICATIONS.messagesFromThisTime}</p>
      <Wrong error={mute.error} />
      <Choice label={NOTIFICATIONS.for} value={hours} choices={SPANS} onChange={setHours} />
      <div className="dialog-foot">
        <Button onPress={onClose}>{NOTIFICATIONS.cancel}</Button>
        <Button look="main" isDisabled={mute.isPending} onPress={() => mute.mutate()}>
          {mute.isPending ? NOTIFICATIONS.muting : NOTIFICATIONS.mute}
        </Button>
      </div>
    </DialogFrame>
  );
}

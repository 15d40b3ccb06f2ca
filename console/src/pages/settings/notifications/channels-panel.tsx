// Channels of notifications: each with how it is, and what one can do with it.

import type { NotificationChannel } from '@tidemill/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/api.ts';
import { notificationChannelsQuery } from '../../../api/notification-queries.ts';
import { Button } from '../../../parts/button.tsx';
import { Confirm } from '../../../parts/confirm.tsx';
import { Wrong } from '../../../parts/notice.tsx';
import { Empty, Loaded } from '../../../parts/states.tsx';
import { Panel } from '../../../parts/widgets.tsx';
import type { ChannelAct } from './channel-item.tsx';
import { ChannelItem } from './channel-item.tsx';
import { CodeDialog } from './code-dialog.tsx';
import { MuteDialog } from './mute-dialog.tsx';
import { NewChannelDialog } from './new-channel-dialog.tsx';
import { TestOutcome } from './test-outcome.tsx';
import { NOTIFICATIONS } from '../../../words/notifications.ts';

type Open = { readonly act: 'code' | 'mute' | 'delete'; readonly channel: NotificationChannel };

export function ChannelsPanel({ isReadOnly }: { readonly isReadOnly: boolean }) {
  const channels = useQuery(notificationChannelsQuery);
  const [isAdding, setIsAdding] = useState(false);
  const [open, setOpen] = useState<Open | null>(null);
  const { at, test, error } = useChannelActs();
  const act = (what: ChannelAct, channel: NotificationChannel): void => {
    if (what === 'code' || what === 'mute' || what === 'delete') setOpen({ act: what, channel });
    else at[what](channel);
  };
  const add = isReadOnly ? null : (
    <Button look="main" isSmall onPress={() => setIsAdding(true)}>
      {NOTIFICATIONS.addAChannel}
    </Button>
  );
  return (
    <Panel title={NOTIFICATIONS.channels} side={add}>
      <Wrong error={error} />
      {test === null ? null : <TestOutcome test={test} />}
      <Loaded query={channels}>
        {(all) =>
          all.length === 0 ? (
            <Empty title={NOTIFICATIONS.noChannelsYet}>{NOTIFICATIONS.getAMessageOn}</Empty>
          ) : (
            <ul className="items">
              {all.map((channel) => (
                <ChannelItem
                  key={channel.channel_id}
                  channel={channel}
                  onAct={isReadOnly ? null : act}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {isAdding ? <NewChannelDialog onClose={() => setIsAdding(false)} /> : null}
      {open === null ? null : (
        <OpenDialog open={open} onDelete={at.delete} onClose={() => setOpen(null)} />
      )}
    </Panel>
  );
}

/** What happens at once, without a dialog, and what went wrong with it. */
function useChannelActs() {
  const client = useQueryClient();
  const refresh = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: notificationChannelsQuery.queryKey });
    await client.invalidateQueries({ queryKey: ['notification-deliveries'] });
  };
  const test = useMutation({
    mutationFn: ({ channel_id }: NotificationChannel) =>
      api.testNotificationChannel({ channel_id }),
    onSettled: refresh,
  });
  const change = useMutation({
    mutationFn: (request: () => Promise<unknown>) => request(),
    onSettled: refresh,
  });
  const at = {
    test: (channel: NotificationChannel) => test.mutate(channel),
    unmute: ({ channel_id, name }: NotificationChannel) =>
      change.mutate(() =>
        api.changeNotificationChannel({ channel_id, body: { name, is_muted: false } }),
      ),
    enable: ({ channel_id }: NotificationChannel) =>
      change.mutate(() => api.enableNotificationChannel({ channel_id })),
    delete: ({ channel_id }: NotificationChannel) =>
      change.mutate(() => api.deleteNotificationChannel({ channel_id })),
  };
  return { at, test: test.data ?? null, error: change.error ?? test.error };
}

type DialogProps = {
  readonly open: Open;
  readonly onDelete: (channel: NotificationChannel) => void;
  readonly onClose: () => void;
};

function OpenDialog({ open: { act, channel }, onDelete, onClose }: DialogProps) {
  if (act === 'code') return <CodeDialog channel={channel} onClose={onClose} />;
  if (act === 'mute') return <MuteDialog channel={channel} onClose={onClose} />;
  return (
    <Confirm
      title={NOTIFICATIONS.deleteTheChannel(channel.name)}
      act={NOTIFICATIONS.deleteTheChannelTitle}
      onConfirm={() => onDelete(channel)}
      onClose={onClose}
    >
      {NOTIFICATIONS.nothingMoreIsSent}
    </Confirm>
  );
}

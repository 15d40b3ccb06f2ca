// Deliveries of notifications, sent and waiting, with what became of each message.

import type { NotificationDelivery } from '@tidemill/client';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/api.ts';
import {
  notificationChannelsQuery,
  notificationDeliveriesQuery,
} from '../../../api/notification-queries.ts';
import { Button } from '../../../parts/button.tsx';
import { Wrong } from '../../../parts/notice.tsx';
import { PagesFoot } from '../../../parts/paged-list.tsx';
import { Empty, Loaded } from '../../../parts/states.tsx';
import { NextTry, Panel, Time } from '../../../parts/widgets.tsx';
import { NOTIFICATIONS } from '../../../words/notifications.ts';

export function DeliveriesPanel({ isReadOnly }: { readonly isReadOnly: boolean }) {
  const [channelId, setChannelId] = useState('');
  const client = useQueryClient();
  const { data: channels = [] } = useQuery(notificationChannelsQuery);
  const deliveries = useInfiniteQuery(
    notificationDeliveriesQuery(channelId === '' ? null : channelId),
  );
  const resend = useMutation({
    mutationFn: ({ delivery_id }: NotificationDelivery) =>
      api.resendNotificationDelivery({ delivery_id }),
    onSettled: () => client.invalidateQueries({ queryKey: ['notification-deliveries'] }),
  });
  const names = new Map(channels.map((each) => [each.channel_id, each.name]));
  return (
    <Panel
      title={NOTIFICATIONS.deliveries}
      side={
        names.size > 1 ? (
          <select
            className="input input-small input-auto"
            aria-label={NOTIFICATIONS.deliveriesOf}
            value={channelId}
            onChange={(event) => setChannelId(event.target.value)}
          >
            <option value="">{NOTIFICATIONS.allChannelsTitle}</option>
            {[...names].map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        ) : null
      }
    >
      <Wrong error={resend.error} />
      <Loaded query={deliveries}>
        {({ pages }) => {
          const all = pages.flatMap(({ data }) => data);
          return all.length === 0 ? (
            <Empty title={NOTIFICATIONS.nothingSentYet}>
              {NOTIFICATIONS.sentMessagesAppearHere}
            </Empty>
          ) : (
            <ul className="items">
              {all.map((delivery) => (
                <DeliveryItem
                  key={delivery.delivery_id}
                  delivery={delivery}
                  channelName={names.get(delivery.channel_id) ?? NOTIFICATIONS.aChannel}
                  onResend={isReadOnly ? null : () => resend.mutate(delivery)}
                />
              ))}
            </ul>
          );
        }}
      </Loaded>
      <PagesFoot query={deliveries} older={NOTIFICATIONS.showOlderMessages} />
    </Panel>
  );
}

type ItemProps = {
  readonly delivery: NotificationDelivery;
  readonly channelName: string;
  /** Null: who looks may change nothing. */
  readonly onResend: (() => void) | null;
};

const STATUS_TAGS = {
  waiting: [NOTIFICATIONS.waiting, 'tag-accent'],
  delivered: [NOTIFICATIONS.arrived, 'tag-rise'],
  given_up: [NOTIFICATIONS.didNotArrive, 'tag-fall'],
} as const satisfies Record<NotificationDelivery['status'], readonly [string, string]>;

function DeliveryItem({ delivery, channelName, onResend }: ItemProps) {
  const { subject, text, status, kind, queued_at: queuedAt } = delivery;
  const [word, look] = STATUS_TAGS[status];
  return (
    <li className="item">
      <div className="item-main">
        <div className="item-title">
          <strong>{subject}</strong>
          <span className={`tag ${look}`}>{word}</span>
        </div>
        <p className="hint">
          {NOTIFICATIONS.to(channelName)} <Time at={queuedAt} />
        </p>
        <Problem delivery={delivery} />
        {kind === 'code' || text.trim() === subject.trim() ? null : (
          <details className="fold">
            <summary>
              {NOTIFICATIONS.wholeMessage}
              <span className="unseen"> {subject}</span>
            </summary>
            <pre className="message-text">{text}</pre>
          </details>
        )}
      </div>
      {onResend === null || kind === 'code' || status === 'waiting' ? null : (
        <Button isSmall onPress={onResend}>
          {NOTIFICATIONS.resend}
          <span className="unseen"> {subject}</span>
        </Button>
      )}
    </li>
  );
}

function Problem({ delivery }: Pick<ItemProps, 'delivery'>) {
  const { problem, attempts, next_attempt_at: next } = delivery;
  if (problem === null) return null;
  return (
    <p className="wrong">
      {NOTIFICATIONS.tried(
        problem,
        attempts === 1 ? NOTIFICATIONS.once : NOTIFICATIONS.times(attempts),
      )}
      {next === null ? null : (
        <>
          {' '}
          <NextTry at={next} />
        </>
      )}
    </p>
  );
}

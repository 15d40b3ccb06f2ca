// Deliveries of a webhook, sent and waiting, with what its receiver responded.

import type { Webhook, WebhookDelivery } from '@tidemill/client';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/api.ts';
import { webhookDeliveriesQuery } from '../../../api/webhook-queries.ts';
import { Wrong } from '../../../parts/notice.tsx';
import { PagesFoot } from '../../../parts/paged-list.tsx';
import { Empty, Loaded } from '../../../parts/states.tsx';
import { Panel } from '../../../parts/widgets.tsx';
import { DeliveryItem } from './delivery-item.tsx';
import { WEBHOOKS } from '../../../words/webhooks.ts';

type Props = {
  readonly webhook: Webhook;
  readonly all: readonly Webhook[];
  readonly isReadOnly: boolean;
  readonly onChoose: (webhookId: string) => void;
};

export function WebhookDeliveriesPanel({ webhook, all, isReadOnly, onChoose }: Props) {
  const { webhook_id: webhookId } = webhook;
  const client = useQueryClient();
  const deliveries = useInfiniteQuery(webhookDeliveriesQuery(webhookId));
  const resend = useMutation({
    mutationFn: ({ delivery_id }: WebhookDelivery) =>
      api.resendWebhookDelivery({ webhook_id: webhookId, delivery_id }),
    onSettled: () => client.invalidateQueries({ queryKey: ['webhook-deliveries', webhookId] }),
  });
  return (
    <Panel
      title={WEBHOOKS.deliveries}
      side={
        all.length > 1 ? (
          <select
            className="input input-small input-auto"
            aria-label={WEBHOOKS.deliveriesTo}
            value={webhookId}
            onChange={(event) => onChoose(event.target.value)}
          >
            {all.map((each) => (
              <option key={each.webhook_id} value={each.webhook_id}>
                {each.url}
              </option>
            ))}
          </select>
        ) : null
      }
    >
      <Wrong error={resend.error} />
      <Loaded query={deliveries}>
        {({ pages }) => {
          const found = pages.flatMap(({ data }) => data);
          return found.length === 0 ? (
            <Empty title={WEBHOOKS.nothingSentYet}>{WEBHOOKS.sentEventsAppearHere}</Empty>
          ) : (
            <ul className="items">
              {found.map((delivery) => (
                <DeliveryItem
                  key={delivery.delivery_id}
                  delivery={delivery}
                  onResend={isReadOnly ? null : () => resend.mutate(delivery)}
                />
              ))}
            </ul>
          );
        }}
      </Loaded>
      <PagesFoot query={deliveries} older={WEBHOOKS.showOlderDeliveries} />
    </Panel>
  );
}

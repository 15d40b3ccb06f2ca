// The webhooks of who is signed in, with how each is and what one can do with it.

import type { Webhook, WebhookList, WebhookWithSecret } from '@tidemill/client';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/api.ts';
import { webhooksQuery } from '../../../api/queries.ts';
import { webhookDeliveriesQuery } from '../../../api/webhook-queries.ts';
import { Button } from '../../../parts/button.tsx';
import { Confirm } from '../../../parts/confirm.tsx';
import { Done, Wrong } from '../../../parts/notice.tsx';
import { Empty, Loaded } from '../../../parts/states.tsx';
import { Panel } from '../../../parts/widgets.tsx';
import { NewWebhookDialog } from './new-webhook-dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import type { WebhookAct } from './webhook-item.tsx';
import { WebhookItem } from './webhook-item.tsx';
import { WEBHOOKS } from '../../../words/webhooks.ts';

type Props = {
  readonly webhooks: UseQueryResult<WebhookList>;
  readonly isReadOnly: boolean;
  /** A test is sent: its delivery is listed. */
  readonly onTested: (webhookId: string) => void;
};

type Open = { readonly act: 'rotate' | 'delete'; readonly webhook: Webhook };

export function WebhooksPanel({ webhooks, isReadOnly, onTested }: Props) {
  const [isAdding, setIsAdding] = useState(false);
  const [open, setOpen] = useState<Open | null>(null);
  const [made, setMade] = useState<WebhookWithSecret | null>(null);
  const { at, error, tested } = useWebhookActs(setMade, onTested);
  const act = (what: WebhookAct, webhook: Webhook): void => {
    if (what === 'enable') at.enable(webhook);
    else if (what === 'test') at.test(webhook);
    else setOpen({ act: what, webhook });
  };
  const add = isReadOnly ? null : (
    <Button look="main" isSmall onPress={() => setIsAdding(true)}>
      {WEBHOOKS.addAWebhook}
    </Button>
  );
  return (
    <Panel title={WEBHOOKS.webhooks} side={add}>
      <Wrong error={error} />
      {tested ? <Done>{WEBHOOKS.aTestWasSent}</Done> : null}
      <Loaded query={webhooks}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={WEBHOOKS.noWebhooksYet}>{WEBHOOKS.eventsAreSentTo}</Empty>
          ) : (
            <ul className="items">
              {data.map((webhook) => (
                <WebhookItem
                  key={webhook.webhook_id}
                  webhook={webhook}
                  onAct={isReadOnly ? null : act}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {isAdding ? (
        <NewWebhookDialog
          onClose={() => setIsAdding(false)}
          onMade={(webhook) => {
            setIsAdding(false);
            setMade(webhook);
          }}
        />
      ) : null}
      {open === null ? null : <OpenDialog open={open} at={at} onClose={() => setOpen(null)} />}
      {made === null ? null : <SecretDialog made={made} onClose={() => setMade(null)} />}
    </Panel>
  );
}

function useWebhookActs(
  onSecret: (made: WebhookWithSecret) => void,
  onTested: (webhookId: string) => void,
) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: webhooksQuery.queryKey });
  const test = useMutation({
    mutationFn: ({ webhook_id }: Webhook) => api.testWebhook({ webhook_id }),
    onSuccess: ({ webhook_id: id }) => onTested(id),
    onSettled: (_made, _error, { webhook_id: id }) =>
      client.invalidateQueries({ queryKey: webhookDeliveriesQuery(id).queryKey }),
  });
  const rotate = useMutation({
    mutationFn: ({ webhook_id }: Webhook) => api.rotateWebhook({ webhook_id }),
    onSuccess: onSecret,
    onSettled,
  });
  const enable = useMutation({
    mutationFn: ({ webhook_id }: Webhook) => api.enableWebhook({ webhook_id }),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: ({ webhook_id }: Webhook) => api.deleteWebhook({ webhook_id }),
    // Gone before it is deleted, so that nothing of it is read meanwhile.
    onMutate: async ({ webhook_id: id }) => {
      await client.cancelQueries({ queryKey: webhooksQuery.queryKey });
      client.setQueryData(webhooksQuery.queryKey, (list) =>
        list === undefined ? list : { data: list.data.filter((each) => each.webhook_id !== id) },
      );
      await client.cancelQueries({ queryKey: webhookDeliveriesQuery(id).queryKey });
    },
    onSettled,
  });
  const at = {
    test: (webhook: Webhook) => test.mutate(webhook),
    rotate: (webhook: Webhook) => rotate.mutate(webhook),
    enable: (webhook: Webhook) => enable.mutate(webhook),
    delete: (webhook: Webhook) => remove.mutate(webhook),
  };
  const error = test.error ?? rotate.error ?? enable.error ?? remove.error;
  return { at, error, tested: test.isSuccess };
}

type DialogProps = {
  readonly open: Open;
  readonly at: ReturnType<typeof useWebhookActs>['at'];
  readonly onClose: () => void;
};

function OpenDialog({ open: { act, webhook }, at, onClose }: DialogProps) {
  if (act === 'rotate')
    return (
      <Confirm
        title={WEBHOOKS.makeANewSecret}
        act={WEBHOOKS.makeANewSecretTitle}
        onConfirm={() => at.rotate(webhook)}
        onClose={onClose}
      >
        {WEBHOOKS.for24HoursMessages(webhook.url)}
      </Confirm>
    );
  return (
    <Confirm
      title={WEBHOOKS.deleteTheWebhookTo(new URL(webhook.url).host)}
      act={WEBHOOKS.deleteTheWebhook}
      onConfirm={() => at.delete(webhook)}
      onClose={onClose}
    >
      {WEBHOOKS.nothingIsSentTo(webhook.url)}
    </Confirm>
  );
}

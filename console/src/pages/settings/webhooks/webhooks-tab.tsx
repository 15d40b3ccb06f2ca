// Webhooks: addresses that events are sent to, what became of each delivery, and the addresses at
// which signals come in.

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { webhooksQuery } from '../../../api/queries.ts';
import { sessionQuery } from '../../../api/session-query.ts';
import { REREAD_MS } from '../../../api/webhook-queries.ts';
import { HooksPanel } from './hooks-panel.tsx';
import { WebhookDeliveriesPanel } from './webhook-deliveries-panel.tsx';
import { WebhooksPanel } from './webhooks-panel.tsx';

export function WebhooksTab() {
  const { data: session } = useQuery(sessionQuery);
  const webhooks = useQuery({ ...webhooksQuery, refetchInterval: REREAD_MS });
  const [chosenId, setChosenId] = useState<string | null>(null);
  const isReadOnly = session?.role === 'read_only';
  const all = webhooks.data?.data ?? [];
  const shown = all.find(({ webhook_id: id }) => id === chosenId) ?? all[0];
  return (
    <div className="stack">
      <WebhooksPanel webhooks={webhooks} isReadOnly={isReadOnly} onTested={setChosenId} />
      {shown === undefined ? null : (
        <WebhookDeliveriesPanel
          key={shown.webhook_id}
          webhook={shown}
          all={all}
          isReadOnly={isReadOnly}
          onChoose={setChosenId}
        />
      )}
      <HooksPanel isReadOnly={isReadOnly} />
    </div>
  );
}

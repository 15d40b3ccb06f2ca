// Notifications: where they are sent, which events, and what became of each message.

import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../../../api/session-query.ts';
import { ChannelsPanel } from './channels-panel.tsx';
import { DeliveriesPanel } from './deliveries-panel.tsx';
import { RulesPanel } from './rules-panel.tsx';

export function NotificationsTab() {
  const { data: session } = useQuery(sessionQuery);
  const isReadOnly = session?.role === 'read_only';
  return (
    <div className="stack">
      <div className="grid-2">
        <ChannelsPanel isReadOnly={isReadOnly} />
        <RulesPanel isReadOnly={isReadOnly} />
      </div>
      <DeliveriesPanel isReadOnly={isReadOnly} />
    </div>
  );
}

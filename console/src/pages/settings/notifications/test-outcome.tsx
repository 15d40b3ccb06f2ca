// Outcome of a test, as its delivery says.

import type { NotificationDelivery } from '@tidemill/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { notificationDeliveriesQuery } from '../../../api/notification-queries.ts';
import { Done } from '../../../parts/notice.tsx';
import { NOTIFICATIONS } from '../../../words/notifications.ts';

export function TestOutcome({ test }: { readonly test: NotificationDelivery }) {
  const { data } = useInfiniteQuery(notificationDeliveriesQuery(null));
  const listed = data?.pages
    .flatMap((page) => page.data)
    .find(({ delivery_id: id }) => id === test.delivery_id);
  const { status, problem } = listed ?? test;
  if (status === 'delivered') return <Done>{NOTIFICATIONS.theTestArrived}</Done>;
  if (problem === null)
    return (
      <p className="notice" role="status">
        {NOTIFICATIONS.theTestIsOn}
      </p>
    );
  return (
    <p className="notice notice-wrong" role="alert">
      {NOTIFICATIONS.theTestDidNot(problem)}
    </p>
  );
}

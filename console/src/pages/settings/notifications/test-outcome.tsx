// Outcome of a test, as its delivery says.

import type { NotificationDelivery } from '@tidemill/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { notificationDeliveriesQuery } from '../../../api/notification-queries.ts';
import { Done } from '../../../parts/notice.tsx';

export function TestOutcome({ test }: { readonly test: NotificationDelivery }) {
  const { data } = useInfiniteQuery(notificationDeliveriesQuery(null));
  const listed = data?.pages
    .flatMap((page) => page.data)
    .find(({ delivery_id: id }) => id === test.delivery_id);
  const { status, problem } = listed ?? test;
  if (status === 'delivered') return <Done>The test arrived.</Done>;
  if (problem === null)
    return (
      <p className="notice" role="status">
        The test is on its way…
      </p>
    );
  return (
    <p className="notice notice-wrong" role="alert">
      The test did not arrive: {problem}
    </p>
  );
}

// Queries of the page of webhooks. Deliveries change without an event, so they are read again while
// the page is open.

import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

/** Deliveries come to an end within seconds, or wait for minutes. */
export const REREAD_MS = 5_000;
const PAGE_ITEMS = 25;

/** Newest first. */
export const webhookDeliveriesQuery = (webhookId: string) =>
  infiniteQueryOptions({
    queryKey: ['webhook-deliveries', webhookId],
    queryFn: ({ signal, pageParam }) =>
      api.listWebhookDeliveries(
        {
          webhook_id: webhookId,
          limit: PAGE_ITEMS,
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor: next }) => next,
    refetchInterval: REREAD_MS,
  });

// Queries of the page of notifications. What is sent changes without an event, so it is read again
// while the page is open.

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

const REREAD_MS = 60_000;
/** While a message waits, its sender looks for it. */
const REREAD_SOON_MS = 2_000;
const PAGE_ITEMS = 25;

/** The oldest first. */
function byAge<Item extends { readonly created_at: string }>({
  data,
}: {
  readonly data: readonly Item[];
}): readonly Item[] {
  return data.toSorted((one, other) => one.created_at.localeCompare(other.created_at));
}

export const notificationChannelsQuery = queryOptions({
  queryKey: ['notification-channels'],
  queryFn: async ({ signal }) => byAge(await api.listNotificationChannels({}, { signal })),
  refetchInterval: REREAD_MS,
});

/** One channel while its code is awaited: whether the code could be sent. */
export const notificationChannelQuery = (id: string) =>
  queryOptions({
    queryKey: ['notification-channels', id],
    queryFn: ({ signal }) => api.getNotificationChannel({ channel_id: id }, { signal }),
    refetchInterval: REREAD_SOON_MS,
  });

export const notificationRulesQuery = queryOptions({
  queryKey: ['notification-rules'],
  queryFn: async ({ signal }) => byAge(await api.listNotificationRules({}, { signal })),
});

/** Newest first; `channelId` null: of all channels. */
export const notificationDeliveriesQuery = (channelId: string | null) =>
  infiniteQueryOptions({
    queryKey: ['notification-deliveries', channelId],
    queryFn: ({ signal, pageParam }) =>
      api.listNotificationDeliveries(
        {
          limit: PAGE_ITEMS,
          ...(channelId === null ? {} : { channel_id: channelId }),
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor: next }) => next,
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.data.some(({ status }) => status === 'waiting')
        ? REREAD_SOON_MS
        : REREAD_MS,
  });

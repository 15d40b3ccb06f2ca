// Values of the newest update of a running bot, requested again and again: the request is what has
// them recorded, so it ends with the page.

import type { Bot } from '@tidemill/client';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/api.ts';

/** Well within the 30 seconds that a request has values recorded for. */
const REFRESH_MS = 5_000;

/** Query of the newest values; it repeats as long as the bot runs and the page is open. */
export function liveValuesQuery({ bot_id: id, is_activated: runs }: Bot) {
  return queryOptions({
    queryKey: ['bot-live-values', id],
    queryFn: ({ signal }) => api.getBotValues({ bot_id: id }, { signal }),
    enabled: runs,
    refetchInterval: REFRESH_MS,
    // What was read before the page was left is of another time.
    gcTime: 0,
  });
}

// Signals of the last day that bots did not hear, oldest first.

import type { Event } from '@tidemill/client';
import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

/** `bot_id` null: one of a partner that no bot got. */
export type UnheardSignal = {
  readonly bot_id: string | null;
  readonly signal_token: string | null;
  readonly reason: string;
  /** How many it stands for. */
  readonly signals_count: number;
};

const DAY_MS = 86_400_000;
const EVENTS_MAX = 500;

export const unheardSignalsQuery = queryOptions({
  queryKey: ['unheard signals'],
  queryFn: async ({ signal }): Promise<readonly UnheardSignal[]> => {
    const found: Event[] = [];
    for (let after: string | undefined; ;) {
      const query = { types: 'signal.unheard', wait: '0', limit: EVENTS_MAX, after } as const;
      const page = await api.listEvents(query, { signal });
      found.push(...page.data);
      if (!page.has_more) break;
      after = page.last_event_id;
    }
    const since = new Date(Date.now() - DAY_MS).toISOString();
    return found
      .filter(({ occurred_at: at, user_id: endUserId }) => at >= since && endUserId === null)
      .map(({ data }) => data as UnheardSignal);
  },
});

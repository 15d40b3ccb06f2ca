// Where events are streamed, and what a key needs for it. It is no operation: its response does not
// end by itself.

import type { StreamRoute } from '#api/http/create-edge.ts';

export const EVENT_STREAM_ROUTE = {
  path: '/v1/events/stream',
  operationId: 'streamEvents',
  scope: 'read',
  tier: 'reads',
} as const satisfies Omit<StreamRoute, 'open'>;

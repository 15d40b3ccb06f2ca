// The life of a lab, as a table from (status, event) to status. What it does not name cannot
// happen.

export const LAB_STATUSES = [
  'created',
  'queued',
  'running',
  'completed',
  'cancelled',
  'failed',
] as const;
export type LabStatus = (typeof LAB_STATUSES)[number];

export const LAB_EVENTS = [
  'configured',
  'started',
  'begun',
  'completed',
  'cancelled',
  'failed',
] as const;
export type LabEvent = (typeof LAB_EVENTS)[number];

type Row = { readonly [event in LabEvent]?: LabStatus };

const AT_REST = { started: 'queued' } as const;
const ENDINGS = { completed: 'completed', cancelled: 'cancelled', failed: 'failed' } as const;

const TABLE: { readonly [status in LabStatus]: Row } = {
  created: { ...AT_REST, configured: 'created' },
  queued: { ...ENDINGS, begun: 'running' },
  running: { ...ENDINGS, begun: 'running' },
  completed: { ...AT_REST, configured: 'completed' },
  cancelled: { ...AT_REST, configured: 'cancelled' },
  failed: { ...AT_REST, configured: 'failed' },
};

/** Null when the event cannot happen in this status. */
export function nextLabStatus(status: LabStatus, event: LabEvent): LabStatus | null {
  return TABLE[status][event] ?? null;
}

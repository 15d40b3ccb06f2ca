// Progress of a lab.

import type { LabDetail } from '@tidemill/client';

const LOOKS = {
  created: ['tag', 'Not started'],
  queued: ['tag tag-accent', 'Waiting'],
  running: ['tag tag-accent', 'Running'],
  completed: ['tag tag-rise', 'Completed'],
  cancelled: ['tag tag-warn', 'Cancelled'],
  failed: ['tag tag-fall', 'Failed'],
} as const;

export function LabStatus({ lab }: { readonly lab: LabDetail }) {
  const [look, text] = LOOKS[lab.status];
  return (
    <span className={look} title={lab.cancel_reason ?? ''}>
      {text}
    </span>
  );
}

export const isAtWork = ({ status }: LabDetail): boolean =>
  status === 'queued' || status === 'running';

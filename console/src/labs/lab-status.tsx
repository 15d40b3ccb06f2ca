// Progress of a lab.

import type { LabDetail } from '@tidemill/client';
import { LABS } from '../words/labs.ts';

const LOOKS = {
  created: ['tag', LABS.notStarted],
  queued: ['tag tag-accent', LABS.waiting],
  running: ['tag tag-accent', LABS.running],
  completed: ['tag tag-rise', LABS.completed],
  cancelled: ['tag tag-warn', LABS.cancelled],
  failed: ['tag tag-fall', LABS.failed],
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

// Users whose deletion has begun and not ended: the service resumes it every minute, but what holds
// it up may last, such as an exchange that refuses the credentials.

import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import type { Check } from '#cli/host.ts';
import { HOUR_MS } from '#lib/time.ts';
import { ok, warn } from '#main/checks/check.ts';

const NAME = 'deletions';
const SHOWN_MAX = 3;

export type HeldDeletion = { readonly name: string; readonly began_at_ms: number };

const FIND_HELD: Statement<HeldDeletion> = {
  text: `
    SELECT name, deletion_began_at_ms AS began_at_ms FROM users
    WHERE deletion_began_at_ms IS NOT NULL AND deleted_at_ms IS NULL
    ORDER BY deletion_began_at_ms, user_id`,
};

/** Check of deletions that have begun and not ended. */
export async function checkDeletions(database: Database, nowMs: number): Promise<Check> {
  return judgeDeletions(await database.read(FIND_HELD, []), nowMs);
}

/** Verdict on deletions that have not ended, the oldest foremost. */
export function judgeDeletions(held: readonly HeldDeletion[], nowMs: number): Check {
  const [first] = held;
  if (first === undefined) return ok(NAME, 'none has begun without an end');
  const names = held.slice(0, SHOWN_MAX).map(({ name }) => `"${name}"`);
  const others = held.length > SHOWN_MAX ? ` and ${held.length - SHOWN_MAX} more` : '';
  const hours = Math.floor((nowMs - first.began_at_ms) / HOUR_MS);
  const detail = `of ${names.join(', ')}${others}, the oldest for ${hours} hours, not ended`;
  const { name } = first;
  return warn(
    NAME,
    detail,
    'A running service resumes it every minute. To leave its orders at an exchange that refuses ' +
      `the credentials: tidemill users delete ${name} --confirm ${name} --leave-orders`,
  );
}

// Opens the slot of today's events and drops those of old days, as the service does.

import type { Database } from '#adapters/postgres/connection/database.ts';
import { postgresEventPartStore } from '#adapters/postgres/stores/event-part-store.ts';
import type { StoredEvent } from '#ports/stores/event-part-store.ts';
import type { PartArchive } from '#ports/stores/part-archive.ts';
import type { DroppedPart } from '#services/retention/drop-parts.ts';
import { dropParts } from '#services/retention/drop-parts.ts';

const INSTALLED = `INSERT INTO installation (installation_id, master_key_fingerprint, created_at_ms)
  VALUES ('inst_a', 'f', 1) ON CONFLICT DO NOTHING`;

export async function keepEventDays(
  database: Database,
  days: number,
  archive: PartArchive<StoredEvent> | null = null,
  parts = postgresEventPartStore(database),
): Promise<readonly DroppedPart[]> {
  await database.write({ text: INSTALLED }, []);
  await parts.openEventPart(days);
  const olds = await parts.claimOldEvents('test', days);
  return dropParts({ parts, archive }, 'test', olds, new AbortController().signal);
}

// The one row about the installation itself: its id, and which master key its secrets are sealed
// under.

import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import { present } from '#lib/assert.ts';

export type Installation = {
  readonly installationId: string;
  readonly masterKeyFingerprint: string;
  readonly createdAtMs: number;
};

type InstallationRow = {
  readonly installation_id: string;
  readonly master_key_fingerprint: string;
  readonly created_at_ms: number;
};

const INSERT: Statement<never> = {
  text: `
    INSERT INTO installation (installation_id, master_key_fingerprint, created_at_ms)
    VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
};

const READ: Statement<InstallationRow> = {
  text: 'SELECT installation_id, master_key_fingerprint, created_at_ms FROM installation',
};

/** The installation of this database; `proposed` becomes it when there is none yet. */
export async function openInstallation(
  database: Database,
  proposed: Installation,
): Promise<Installation> {
  const { installationId, masterKeyFingerprint, createdAtMs } = proposed;
  await database.write(INSERT, [installationId, masterKeyFingerprint, createdAtMs]);
  const [row] = await database.read(READ, []);
  const found = present(row, 'the installation has its row');
  return {
    installationId: found.installation_id,
    masterKeyFingerprint: found.master_key_fingerprint,
    createdAtMs: found.created_at_ms,
  };
}

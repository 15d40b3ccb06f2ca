// An end user as a row of the table `end_users`.

import type { EndUser } from '#ports/stores/partner-store.ts';

export type EndUserRow = {
  readonly user_id: string;
  readonly partner_id: string;
  readonly external_id: string;
  readonly exchange: string;
  readonly is_simulated: boolean;
  readonly created_at_ms: number;
  readonly deleted_at_ms: number | null;
};

/** All columns by name: a prepared statement must not change its result when one is added. */
export const END_USER_COLUMNS = [
  'user_id',
  'partner_id',
  'external_id',
  'exchange',
  'is_simulated',
  'created_at_ms',
  'deleted_at_ms',
] as const satisfies readonly (keyof EndUserRow)[];

/** End user of a row. */
export function endUserFromRow(row: EndUserRow): EndUser {
  return {
    userId: row.user_id,
    partnerId: row.partner_id,
    externalId: row.external_id,
    exchange: row.exchange,
    isSimulated: row.is_simulated,
    createdAtMs: row.created_at_ms,
  };
}

// Reads an instant of a query.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { parseInstant } from '#lib/time.ts';
import type { Refusal } from '#api/http/responses/api-response.ts';
import { refuseParameter } from '#api/http/responses/api-response.ts';

/** Null: left out. */
export function readInstant(
  parameter: string,
  found: string | undefined,
): Result<number | null, Refusal> {
  if (found === undefined) return accepted(null);
  const instantMs = parseInstant(found);
  if (instantMs !== null) return accepted(instantMs);
  return rejected(
    refuseParameter(parameter, 'an instant such as 2026-11-01T00:00:00Z', `"${found}"`),
  );
}

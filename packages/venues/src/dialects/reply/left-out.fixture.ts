// Rows that a reading of a list leaves out.

import assert from 'node:assert/strict';
import { encodeJson } from '#lib/json.ts';
import type { Verdict } from '#venues/dialect.ts';
import { withLeftOut } from '#venues/dialects/reply/read-rows.ts';

/** The names of its rows that cannot be read; the reply itself can be. */
export function leftOutBy(read: () => Verdict<unknown>): readonly (string | null)[] {
  const { value, leftOut } = withLeftOut(read);
  assert(value.kind === 'done', encodeJson(value));
  return leftOut.map(({ name }) => name);
}

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { DIALECT_CODES, loadDialect } from '#venues/dialects/load-dialect.ts';
import { LIST_OVERLAP_MS } from '#venues/dialects/reply/list-place.ts';

test('lists are read again for as long as any exchange may list something late', async () => {
  const dialects = await Promise.all(DIALECT_CODES.map(loadDialect));
  assert(dialects.length > 0);
  for (const { code, promises } of dialects)
    assert(promises.visibilityLagMs < LIST_OVERLAP_MS, code);
});

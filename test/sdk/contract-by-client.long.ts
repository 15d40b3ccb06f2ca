// The contract tests once more, with each request sent by the client. Every operation is called at
// least once.

import assert from 'node:assert/strict';
import * as OPERATION_TABLE from '../../sdk/src/operation-table.ts';
import { carryBy } from '../support/request-carrier.ts';
import { importTests } from '../support/import-tests.ts';
import { test } from '../support/runner-without-promises.ts';
import { clientCarrier } from './client-carrier.ts';

const { carrier, report } = clientCarrier({ callsMax: Number.POSITIVE_INFINITY });
carryBy(carrier);
await importTests('test/contract/*.test.ts');

test('every operation of the document was called by the client', (context) => {
  const uncalled = Object.keys(OPERATION_TABLE).filter((id) => !report.called.has(id));
  assert.deepEqual(uncalled, []);
  const calls = [...report.called.values()].reduce((sum, count) => sum + count, 0);
  const operations = report.called.size;
  context.diagnostic(JSON.stringify({ calls, operations, asWritten: [...report.uncalled] }));
});

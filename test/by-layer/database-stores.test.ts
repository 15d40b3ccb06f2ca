// The stores in PostgreSQL fulfil their ports, in one process. Mostly they wait for the database,
// as database.test.ts does beside them.

import { importTests } from '../support/import-tests.ts';

await importTests('test/integration/storage/postgres-*.test.ts');

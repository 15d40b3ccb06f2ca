// The tests of what PostgreSQL stores, beside those of database-stores.test.ts, in one process.

import { importTests } from '../support/import-tests.ts';

await importTests('test/integration/storage/!(postgres-*).test.ts');

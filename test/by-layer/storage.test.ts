// The tests of what PostgreSQL stores, in one process.

import { importTests } from '../support/import-tests.ts';

await importTests('test/integration/storage/*.test.ts');

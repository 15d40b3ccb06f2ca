// Contracts of exchanges, in one process.

import { importTests } from '../support/import-tests.ts';

await importTests('test/venues/contract/*.test.ts');

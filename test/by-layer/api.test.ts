// The tests of the HTTP edge and of its contract, in one process.

import { importTests } from '../support/import-tests.ts';

await importTests('src/api/**/*.{test,prop}.ts', 'test/contract/*.test.ts');

// The comparisons with independent sources, in one process.

import { importTests } from '../support/import-tests.ts';

await importTests('test/{oracle,reference,scenarios}/**/*.test.ts');

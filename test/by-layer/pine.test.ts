// The tests of src/pine/, in one process.

import { importTests } from '../support/import-tests.ts';

await importTests('src/pine/**/*.{test,prop}.ts');

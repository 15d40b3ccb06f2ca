// The tests of src/commands/, in one process.

import { importTests } from '../support/import-tests.ts';

await importTests('src/commands/**/*.{test,prop}.ts');

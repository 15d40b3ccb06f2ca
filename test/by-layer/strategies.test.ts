// The tests of src/strategies/, in one process.

import { importTests } from '../support/import-tests.ts';

await importTests('src/strategies/**/*.{test,prop}.ts');

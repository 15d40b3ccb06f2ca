// The tests of src/backtesting/, in one process.

import { importTests } from '../support/import-tests.ts';

await importTests('src/backtesting/**/*.{test,prop}.ts');

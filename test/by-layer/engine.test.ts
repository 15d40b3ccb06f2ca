// The tests of the engine, in one process.

import { importTests } from '../support/import-tests.ts';

await importTests('src/engine/**/*.{test,prop}.ts');

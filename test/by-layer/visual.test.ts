// The tests of visual scripts, in one process.

import { importTests } from '../support/import-tests.ts';

await importTests('test/visual/*.test.ts');

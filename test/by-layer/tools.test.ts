// The tests of the clients and of judges of other tests, in one process.

import { importTests } from '../support/import-tests.ts';

await importTests('test/{chaos,pauses,sdk,soak}/**/*.test.ts');

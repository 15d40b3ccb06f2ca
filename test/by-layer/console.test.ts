// The tests of what the console computes, in one process.

import { importTests } from '../support/import-tests.ts';

await importTests('test/console/!(everyday-journeys).test.ts');

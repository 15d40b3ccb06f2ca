// The tests of ports and services, in one process.

import { importTests } from '../support/import-tests.ts';

await importTests('src/{ports,services}/**/*.{test,prop}.ts');

// The tests beside adapters, the command line and main, in one process.

import { importTests } from '../support/import-tests.ts';

await importTests('src/{adapters,cli,main}/**/*.{test,prop}.ts');

// The tests of lib, domain, indicators and script, in one process.

import { importTests } from '../support/import-tests.ts';

await importTests('src/{lib,domain,indicators,script}/**/*.{test,prop}.ts');

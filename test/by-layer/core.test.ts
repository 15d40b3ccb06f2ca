// The tests of lib, domain and the packages, in one process.

import { importTests } from '../support/import-tests.ts';

await importTests(
  'src/{lib,domain}/**/*.{test,prop}.ts',
  'packages/{indicators,lua}/**/*.{test,prop}.ts',
);

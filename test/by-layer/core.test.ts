// The tests of lib, domain and the packages, in one process.

import { importTests } from '../support/import-tests.ts';

await importTests(
  'src/domain/**/*.{test,prop}.ts',
  'packages/{indicators,lib,lua,venue-port}/**/*.{test,prop}.ts',
);

// The tests of exchanges over the loopback venue, in one process.

import { importTests } from '../support/import-tests.ts';

await importTests(
  'packages/{loopback,venues}/**/*.{test,prop}.ts',
  'test/venues/*.test.ts',
  'test/venues/!(contract)/**/*.test.ts',
);

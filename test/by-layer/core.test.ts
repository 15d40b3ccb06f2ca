// The tests of lib, domain, the packages, the engine and what it runs, in one process: they wait
// for nothing, and load much of the same.

import { importTests } from '../support/import-tests.ts';

await importTests(
  'packages/{indicators,lib,lua,venue-port}/**/*.{test,prop}.ts',
  'src/{backtesting,commands,domain,engine,pine,strategies}/**/*.{test,prop}.ts',
);

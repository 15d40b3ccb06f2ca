// The example scripts, some of them over some days of a market; all of them in
// test/thorough/.

import { testExamples } from './examples.ts';

testExamples(9_000, 8);

// The example scripts over some days of a market.

import { testExamples } from './examples.ts';

testExamples(9_000);

// The example scripts over two weeks of a market.

import { testExamples } from '../examples.ts';

testExamples(20_000, 1);

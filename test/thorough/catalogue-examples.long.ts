// Each example of the catalogue in a script of its own; every day there are thirty in one.

import { testCatalogueExamples } from '#commands/check/catalogue-examples.fixture.ts';

testCatalogueExamples(1);

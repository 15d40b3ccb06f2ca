// Writes the golden requests of all dialects. Run with:
// node test/venues/golden/write-golden-calls.ts
// and read the difference before it is retained: an exchange acts on it.

import { writeFileSync } from 'node:fs';
import { goldenFile, goldenText } from './golden-calls.ts';
import { GOLDEN_DIALECTS } from './golden-dialects.ts';

for (const dialect of GOLDEN_DIALECTS)
  writeFileSync(goldenFile(dialect), await goldenText(dialect));

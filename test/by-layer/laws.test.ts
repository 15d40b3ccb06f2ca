// The laws but those that take longest, in one process.

import { importTests } from '../support/import-tests.ts';

await importTests('test/laws/*.test.ts', 'test/laws/!(exits|history|trouble)/*.test.ts');

// The tests of the script language against other implementations of Lua, in one process.

import { importTests } from '../support/import-tests.ts';

await importTests('test/lua/**/*.test.ts');

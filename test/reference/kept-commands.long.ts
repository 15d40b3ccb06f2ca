// Each command over 1,500 updates, called directly and through what the compiler cannot see
// through.

import { testKeptCommands } from '#commands/binding/kept-commands.fixture.ts';

testKeptCommands(1_500);

// Each command over 1,500 updates, called directly and through what the compiler cannot see
// through.

import { testRetainedCommands } from '#commands/binding/retained-commands.fixture.ts';

testRetainedCommands(1_500, 1);

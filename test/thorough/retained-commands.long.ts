// Each command over more updates than every day.

import { testRetainedCommands } from '#commands/binding/retained-commands.fixture.ts';

testRetainedCommands(120, 1);

// Each command over more updates than every day.

import { testKeptCommands } from '#commands/binding/kept-commands.fixture.ts';

testKeptCommands(120);

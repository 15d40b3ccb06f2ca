import { testRetainedCommands } from '#commands/binding/retained-commands.fixture.ts';

testRetainedCommands(12, 3);

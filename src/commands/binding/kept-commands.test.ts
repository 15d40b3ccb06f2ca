import { testKeptCommands } from '#commands/binding/kept-commands.fixture.ts';

testKeptCommands(24);

import { testKeptCommands } from '#engine/binding/kept-commands.sample.ts';

testKeptCommands(120);

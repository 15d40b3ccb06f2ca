// Each command over 1,500 updates, called directly and through what the compiler cannot see
// through.

import { testKeptCommands } from '#engine/binding/kept-commands.sample.ts';

testKeptCommands(1_500);

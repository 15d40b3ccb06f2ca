// Writes the messages into wrong-programs.txt anew, for a reader to judge the difference:
// `node test/lua/messages/write-wrong-programs.ts`.

import { writeFileSync } from 'node:fs';
import { WRONG_PROGRAMS_FILE, readWrongPrograms, wrongProgramText } from './read-wrong-programs.ts';

writeFileSync(WRONG_PROGRAMS_FILE, readWrongPrograms().map(wrongProgramText).join(''));

// A run's failure as text for its user: Lua's message with the column behind its line, and what may
// help behind it.

import type { ScriptFailure } from '#lua/run-script.ts';

const PLACE = /^([^:\n]*:\d+): /;

/** `script:12:7: attempt to …; did you mean …` */
export function placedMessage({ message, column, hint }: ScriptFailure): string {
  const placed = column === null ? message : message.replace(PLACE, `$1:${column}: `);
  return hint === null ? placed : `${placed}; ${hint}`;
}

// Checking a source: compiling it, and running it once over flat prices to find its inputs. It runs
// what a user wrote, so it happens away from the thread that serves requests.

import type { ScriptCheck, ScriptLibrary } from '#ports/script-store.ts';

export type ScriptChecker = {
  /** Never throws for what is wrong with the source; Failure('timeout') when it takes too long. */
  check(source: string, libraries: readonly ScriptLibrary[]): Promise<ScriptCheck>;
};

// Checking a source: compiling it, and running it once over flat prices to find its inputs. It runs
// what a user wrote, so it happens away from the thread that serves requests.

import type { ScriptCheck, ScriptLibrary } from '#ports/stores/script-store.ts';

export type ScriptChecker = {
  /**
   * In the turn of the user. Never throws for what is wrong with the source; Failure when it takes
   * too long, or when too many wait.
   */
  check(source: string, libraries: readonly ScriptLibrary[], userId: string): Promise<ScriptCheck>;
};

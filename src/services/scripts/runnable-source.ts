// The Lua that a script runs as: its source, or what its visual document was compiled to.

import type { Script } from '#ports/stores/script-store.ts';

/** Source to compile and run. */
export function runnableSource({ check, source }: Pick<Script, 'check' | 'source'>): string {
  return check.lua ?? source;
}

// The custom commands that a script may call, compiled from the sources of its user's libraries.

import { commandNameOf } from '#engine/check/declared-names.ts';
import type { CustomCommands } from '#engine/binding/custom-command.ts';
import { offeredNames } from '#engine/binding/offered-names.ts';
import { COMPILE_DEFAULTS, compileScript } from '#script/compile-script.ts';
import { loadScript } from '#script/load-script.ts';
import type { LoadedScript } from '#script/load-script.ts';

/** A script that defines a custom command. */
export type LibrarySource = { readonly name: string; readonly source: string };

const PREFIX = 'CC_';

/** The names under which scripts call what these sources define. */
export function customCommandNames(libraries: readonly LibrarySource[]): readonly string[] {
  return libraries.flatMap(({ source }) => {
    const name = commandNameOf(source);
    return name === null ? [] : [PREFIX + name];
  });
}

/** Runs of a lab share their list. */
const prepared = new WeakMap<readonly LibrarySource[], CustomCommands>();

/** What compiles becomes a command; the first of a name counts. The same list gives the same. */
export function prepareCustomCommands(libraries: readonly LibrarySource[]): CustomCommands {
  const known = prepared.get(libraries);
  if (known !== undefined) return known;
  const commands = compileCommands(libraries);
  prepared.set(libraries, commands);
  return commands;
}

function compileCommands(libraries: readonly LibrarySource[]): CustomCommands {
  const names = customCommandNames(libraries);
  const commands = new Map<string, LoadedScript>();
  for (const { source } of libraries) {
    const name = commandNameOf(source);
    if (name === null || commands.has(PREFIX + name)) continue;
    const host = offeredNames(source, names);
    const compiled = compileScript(source, { ...COMPILE_DEFAULTS, chunkName: PREFIX + name, host });
    if (compiled.ok) commands.set(PREFIX + name, loadScript(compiled.value));
  }
  return commands;
}

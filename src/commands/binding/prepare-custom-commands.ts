// The custom commands that a script may call, compiled from the sources of its user's libraries.

import { assert } from '#lib/assert.ts';
import { commandNameOf } from '#commands/binding/declared-names.ts';
import type { LibrarySource } from '#commands/binding/custom-command-names.ts';
import { COMMAND_PREFIX, customCommandNames } from '#commands/binding/custom-command-names.ts';
import type { CustomCommands } from '#commands/binding/custom-command.ts';
import { offeredNames } from '#commands/binding/offered-names.ts';
import { COMPILE_DEFAULTS, compileScript } from '#lua/compile-script.ts';
import { loadScript } from '#lua/load-script.ts';
import type { LoadedScript } from '#lua/load-script.ts';

/** Runs of a lab share their list. */
const prepared = new WeakMap<readonly LibrarySource[], CustomCommands>();

/**
 * The first of a name counts. What does not compile becomes a command that says so when it is
 * called. The same list gives the same.
 */
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
  for (const library of libraries) {
    const name = commandNameOf(library.source);
    if (name === null || commands.has(COMMAND_PREFIX + name)) continue;
    commands.set(COMMAND_PREFIX + name, loadLibrary(library, COMMAND_PREFIX + name, names));
  }
  return commands;
}

function loadLibrary(
  { name, source }: LibrarySource,
  command: string,
  names: readonly string[],
): LoadedScript {
  const options = { ...COMPILE_DEFAULTS, chunkName: command };
  const compiled = compileScript(source, { ...options, host: offeredNames(names) });
  if (compiled.ok) return loadScript(compiled.value);
  const [first] = compiled.rejection;
  const reason = `'${command}' cannot run: script '${name}', line ${first?.line}: ${first?.message}`;
  const standIn = compileScript(`error(${longText(reason)}, 0)`, options);
  assert(standIn.ok, 'a call with a text compiles');
  return loadScript(standIn.value);
}

/** A text in Lua's long brackets, which take anything but their own end. */
function longText(text: string): string {
  return `[==[${text.replaceAll(']==]', '')}]==]`;
}

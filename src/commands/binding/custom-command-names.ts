// The names of the custom commands that libraries define, read without compiling anything.

import { commandNameOf } from '#commands/binding/declared-names.ts';

/** A script that defines a custom command. */
export type LibrarySource = { readonly name: string; readonly source: string };

export const COMMAND_PREFIX = 'CC_';

/** The names under which scripts call what these sources define. */
export function customCommandNames(libraries: readonly LibrarySource[]): readonly string[] {
  return libraries.flatMap(({ source }) => {
    const name = commandNameOf(source);
    return name === null ? [] : [COMMAND_PREFIX + name];
  });
}

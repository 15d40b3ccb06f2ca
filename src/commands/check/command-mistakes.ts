// Finds mistakes in how custom commands are defined and call one another, as far as their sources
// say it: a name that is taken, commands that lead back to themselves, and ones that are missing.

import type { LibrarySource } from '#commands/binding/custom-command-names.ts';
import { calledCommands, commandNameOf } from '#commands/binding/declared-names.ts';
import type { CalledCommand } from '#commands/binding/declared-names.ts';

type Mistake = {
  readonly message: string;
  readonly line: number | null;
  readonly column: number | null;
};

const PREFIX = 'CC_';

/** Libraries by the command that they define; more than one where a name is taken twice. */
type Definitions = ReadonlyMap<string, readonly LibrarySource[]>;

function definitionsOf(libraries: readonly LibrarySource[]): Definitions {
  const named = libraries.map((library) => ({ library, name: commandNameOf(library.source) }));
  const groups = Map.groupBy(
    named.filter(({ name }) => name !== null),
    ({ name }) => PREFIX + name,
  );
  return new Map([...groups].map(([name, found]) => [name, found.map(({ library }) => library)]));
}

/** A way by calls that ends at a command which stands on it already; null when there is none. */
function cycleFrom(
  callsOf: (name: string) => readonly string[],
  from: string,
): readonly string[] | null {
  const done = new Set<string>();
  const way: string[] = [];
  const follow = (name: string): readonly string[] | null => {
    const before = way.indexOf(name);
    if (before >= 0) return [...way.slice(before), name];
    if (done.has(name)) return null;
    way.push(name);
    for (const called of callsOf(name)) {
      const found = follow(called);
      if (found !== null) return found;
    }
    way.pop();
    done.add(name);
    return null;
  };
  return follow(from);
}

function cycleText(cycle: readonly string[]): string {
  const [first = ''] = cycle;
  if (cycle.length === 2) return `'${first}' calls itself`;
  return `custom commands call one another in a circle: ${cycle.join(' calls ')}`;
}

function circularCalls(
  own: string | null,
  called: readonly CalledCommand[],
  definitions: Definitions,
): Mistake[] {
  const callsOf = (name: string): readonly string[] => {
    if (name === own) return called.map((each) => each.name);
    const [library] = definitions.get(name) ?? [];
    return library === undefined ? [] : calledCommands(library.source).map((each) => each.name);
  };
  for (const { name, line, column } of called) {
    const cycle = cycleFrom(callsOf, name);
    if (cycle !== null) return [{ message: cycleText(cycle), line, column }];
  }
  return [];
}

function takenName(own: string | null, definitions: Definitions): Mistake[] {
  const [other] = own === null ? [] : (definitions.get(own) ?? []);
  if (other === undefined) return [];
  const message = `script '${other.name}' defines the command '${own}' already`;
  return [{ message, line: null, column: null }];
}

/** Two scripts that define what this one calls: which of them is meant cannot be known. */
function ambiguousCalls(called: readonly CalledCommand[], definitions: Definitions): Mistake[] {
  return called.flatMap(({ name, line, column }) => {
    const [first, second] = definitions.get(name) ?? [];
    if (first === undefined || second === undefined) return [];
    const message = `both '${first.name}' and '${second.name}' define the command '${name}'`;
    return [{ message, line, column }];
  });
}

/** All of them, for a source that the libraries do not contain. */
export function commandMistakes(source: string, libraries: readonly LibrarySource[]): Mistake[] {
  const name = commandNameOf(source);
  const own = name === null ? null : PREFIX + name;
  const called = calledCommands(source);
  if (own === null && called.length === 0) return [];
  const definitions = definitionsOf(libraries);
  return [
    ...takenName(own, definitions),
    ...ambiguousCalls(called, definitions),
    ...circularCalls(own, called, definitions),
  ];
}

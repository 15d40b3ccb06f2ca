// Optional arguments by name, in a table at the end: PlaceBuyOrder(price, amount, {timeout = -1}).

import { closestName } from '#lib/closest-name.ts';
import type { CommandDefinition, ParameterDefinition } from '#commands/definition/command.ts';
import { toDisplayText } from '#lua/library/to-string.ts';
import { libraryError } from '#lua/runtime/errors.ts';
import type { LuaError } from '#lua/runtime/script-fault.ts';
import { LuaTable, rawGet } from '#lua/runtime/table.ts';
import { TableCursor } from '#lua/runtime/traverse.ts';
import type { LuaValue } from '#lua/runtime/value.ts';

/** The parameters of a command, as far as names are concerned. */
export type NamedParameters = {
  readonly command: string;
  readonly names: readonly string[];
  /** By position: whether a table there may be the argument itself. */
  readonly takesTable: readonly boolean[];
  readonly isOptional: readonly boolean[];
  readonly isVariadic: boolean;
};

const TABLE_KINDS: ReadonlySet<string> = new Set(['table', 'any', 'series', 'numberOrSeries']);

function takesTable(parameter: ParameterDefinition): boolean {
  return TABLE_KINDS.has(parameter.kind);
}

/** Names of a command's parameters, and which of them may be given by name. */
export function namedParameters({ name, parameters }: CommandDefinition): NamedParameters {
  return {
    command: name,
    names: parameters.map((parameter) => parameter.name),
    takesTable: parameters.map(takesTable),
    isOptional: parameters.map(({ isRequired }) => !isRequired),
    isVariadic: parameters.at(-1)?.isVariadic === true,
  };
}

function lastPosition(args: readonly LuaValue[]): number {
  let last = args.length - 1;
  while (last >= 0 && args[last] === undefined) last -= 1;
  return last;
}

function keysOf(table: LuaTable): LuaValue[] {
  const keys: LuaValue[] = [];
  const cursor = new TableCursor(table);
  while (cursor.advance()) keys.push(cursor.key);
  return keys;
}

/** Whether a table that could be an argument itself consists of names of later parameters. */
function isMeantAsNames(spec: NamedParameters, table: LuaTable, position: number): boolean {
  const keys = keysOf(table);
  return (
    keys.length > 0 &&
    keys.every((key) => {
      const at = spec.names.findIndex((name) => name === key);
      return at >= position && spec.isOptional[at] === true;
    })
  );
}

function unknownParameter({ command, names }: NamedParameters, key: string): LuaError {
  const closest = closestName(key, names);
  const meant = closest === null ? '' : `; did you mean '${closest}'?`;
  return libraryError(`'${command}' has no parameter '${key}'${meant}`);
}

/**
 * The arguments in their places. A table that is the last argument holds names when a table cannot
 * stand in its place, or when all its keys name optional parameters from there on.
 */
export function placeNamed(spec: NamedParameters, args: readonly LuaValue[]): LuaValue[] | null {
  const position = lastPosition(args);
  const table = args[position];
  if (!(table instanceof LuaTable)) return null;
  if (spec.isVariadic && position >= spec.names.length - 1) return null;
  const couldBeItself = spec.takesTable[position] === true;
  if (couldBeItself && !spec.isOptional[position]) return null;
  if (couldBeItself && !isMeantAsNames(spec, table, position)) return null;
  const placed = args.slice(0, position);
  for (const key of keysOf(table)) {
    const at = spec.names.findIndex((name) => name === key);
    if (at < 0) throw unknownParameter(spec, toDisplayText(key));
    if (placed[at] !== undefined)
      throw libraryError(`'${spec.command}' got '${toDisplayText(key)}' twice`);
    placed[at] = rawGet(table, key);
  }
  return placed;
}

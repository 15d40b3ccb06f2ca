// What the compiler is told of commands and constants: the kinds of their results, and which
// answer the same for the same arguments during a whole run.

import { COMMAND_CATALOGUE } from '#engine/commands/command-catalogue.ts';
import type { CommandDefinition, ConstantDefinition } from '#engine/commands/command.ts';
import { CONSTANT_CATALOGUE } from '#engine/commands/constant-catalogue.ts';
import { SEVERAL_RESULTS } from '#engine/binding/several-results.ts';
import {
  ANY,
  BOOLEAN,
  FUNCTION,
  NIL,
  NUMBER,
  OTHER,
  STRING,
  TABLE,
} from '#script/semantics/kind.ts';
import type { Kinds } from '#script/semantics/kind.ts';
import type { Offered, OfferedFunction } from '#script/semantics/names-offered.ts';

const PLAIN_KINDS: Readonly<Record<string, Kinds>> = {
  number: NUMBER,
  boolean: BOOLEAN,
  string: STRING,
  series: OTHER,
  numberOrSeries: NUMBER | OTHER,
  table: TABLE,
  list: TABLE,
  function: FUNCTION,
  container: OTHER,
  nothing: NIL,
  any: ANY,
};

function resultKinds({ result, parameters }: CommandDefinition): Kinds {
  if (result.kind !== 'enum') return PLAIN_KINDS[result.kind] ?? ANY;
  if (result.group === 'any') return ANY;
  const passesOn = parameters.some(
    (parameter) => parameter.kind === 'enum' && parameter.keepsProperties === true,
  );
  return passesOn || result.group === 'signal' ? NUMBER | OTHER : NUMBER;
}

function offeredFunction(command: CommandDefinition): OfferedFunction {
  if (SEVERAL_RESULTS.has(command.name)) {
    return { type: 'function', result: ANY, isSingle: false };
  }
  return { type: 'function', result: resultKinds(command), isSingle: true };
}

function offeredConstant({ group, value }: ConstantDefinition): Offered {
  // Colours can be called, so they are values of the host.
  if (group === 'color') return { type: 'constant', kinds: OTHER };
  return { type: 'constant', kinds: typeof value === 'number' ? NUMBER : STRING, value };
}

function entries<T extends { readonly name: string; readonly aliases?: readonly string[] }>(
  items: readonly T[],
  offer: (item: T) => Offered,
): [string, Offered][] {
  return items.flatMap((item) => {
    const offered = offer(item);
    return [item.name, ...(item.aliases ?? [])].map((name): [string, Offered] => [name, offered]);
  });
}

/** All names that a script finds besides those of the language's library. */
export const OFFERED_NAMES: ReadonlyMap<string, Offered> = new Map([
  ...entries(COMMAND_CATALOGUE, offeredFunction),
  ...entries(CONSTANT_CATALOGUE, offeredConstant),
]);

// Commands and constants that the compiler knows: the kinds of their results, and which return the
// same for the same arguments during a whole run.

import { COMMAND_CATALOGUE } from '#commands/catalogue/command-catalogue.ts';
import type {
  CommandDefinition,
  ConstantDefinition,
  FieldDefinition,
  ParameterDefinition,
} from '#commands/definition/command.ts';
import { CONSTANT_GROUPS } from '#commands/definition/command.ts';
import { CONSTANT_CATALOGUE } from '#commands/constants/constant-catalogue.ts';
import {
  ELEMENTWISE,
  flatResultOf,
  idleOf,
  isInputCommand,
  isInvariantCommand,
  standsOf,
  takesSeries,
} from '#commands/binding/invariant-commands.ts';
import { SEVERAL_RESULTS } from '#commands/binding/several-results.ts';
import { SITED_COMMANDS } from '#commands/binding/sited-commands.ts';
import {
  ANY,
  BOOLEAN,
  CONTAINER,
  FUNCTION,
  NIL,
  NUMBER,
  OTHER,
  SERIES,
  STRING,
  TABLE,
} from '#lua/semantics/kind.ts';
import type { Kinds } from '#lua/semantics/kind.ts';
import type { NameOffer, OfferedFunction, OfferedParameter } from '#lua/semantics/names-offered.ts';

const PLAIN_KINDS: Readonly<Record<string, Kinds>> = {
  number: NUMBER,
  boolean: BOOLEAN,
  string: STRING,
  series: SERIES,
  numberOrSeries: NUMBER | SERIES,
  table: TABLE,
  list: TABLE,
  function: FUNCTION,
  container: CONTAINER,
  nothing: NIL,
  any: ANY,
};

function resultKinds({ result }: CommandDefinition): Kinds {
  if (result.kind !== 'enum') return PLAIN_KINDS[result.kind] ?? ANY;
  if (result.group === 'any') return ANY;
  // A signal may carry properties.
  return result.group === 'signal' ? NUMBER | OTHER : NUMBER;
}

/** Series are always there; other parts may be missing. */
function fieldKinds({ kind }: FieldDefinition): Kinds {
  return kind === 'series' ? SERIES : NIL | (PLAIN_KINDS[kind] ?? ANY);
}

/** A usual constant of each group, for messages; the first one where none stands here. */
const EXAMPLES: ReadonlyMap<string, string> = new Map([
  ...CONSTANT_CATALOGUE.toReversed().map(({ group, name }) => [group, name] as const),
  ['signal', 'SignalLong'],
  ['position', 'PositionLong'],
  ['movingAverage', 'SmaType'],
]);

/** Groups whose values are published; those of averages are TA-Lib's, which scripts rely on. */
const PUBLISHED: ReadonlySet<string> = new Set([
  ...CONSTANT_CATALOGUE.filter(({ isOwnValue }) => isOwnValue !== true).map(({ group }) => group),
  'movingAverage',
]);

function offeredParameter(parameter: ParameterDefinition): OfferedParameter {
  const { name, isVariadic = false } = parameter;
  const group = parameter.kind === 'enum' && parameter.group !== 'any' ? parameter.group : null;
  return {
    name: name.replace('[]', ''),
    group: group === null ? null : CONSTANT_GROUPS[group],
    takesNumbers: group !== null && PUBLISHED.has(group),
    example: group === null ? '' : (EXAMPLES.get(group) ?? ''),
    isVariadic,
  };
}

const GROUP_OPENER = 'InputGroupHeader';

type Details = Partial<Omit<OfferedFunction, 'type' | 'result' | 'isSingle'>>;

function detailsOf(command: CommandDefinition): Details {
  const { name, parameters, result } = command;
  const operands = ELEMENTWISE.get(name);
  const idle = idleOf(command);
  const flatResult = flatResultOf(command);
  const stands = standsOf(command);
  const seriesAt = parameters.flatMap((parameter, at) => (takesSeries(parameter) ? [at] : []));
  return {
    ...(isInvariantCommand(command)
      ? { isInvariant: true, takesSeriesAt: new Set(seriesAt) }
      : undefined),
    ...(idle === null ? undefined : { idle, takesSeriesAt: new Set(seriesAt) }),
    ...(flatResult === null ? undefined : { flatResult, takesSeriesAt: new Set(seriesAt) }),
    ...(stands === null ? undefined : { stands, takesSeriesAt: new Set(seriesAt) }),
    ...(name === 'CrossOver' ? { crosses: 'over' as const } : undefined),
    ...(name === 'CrossUnder' ? { crosses: 'under' as const } : undefined),
    ...(isInputCommand(command) ? { group: 'within' as const } : undefined),
    ...(name === GROUP_OPENER ? { group: 'opens' as const } : undefined),
    ...(parameters.some(({ kind }) => kind === 'enum')
      ? { parameters: parameters.map(offeredParameter) }
      : undefined),
    ...(operands === undefined ? undefined : { operands }),
    ...(name === 'Input' ? { resultLike: 1 } : undefined),
    ...(SITED_COMMANDS.has(name) ? { wantsPlace: true } : undefined),
    ...(result.kind === 'container'
      ? { fields: result.fields.map((field) => ({ name: field.name, kinds: fieldKinds(field) })) }
      : undefined),
  };
}

function offeredCommand(command: CommandDefinition): NameOffer {
  const called = offeredFunction(command);
  const { value } = command;
  return value === undefined ? called : { type: 'constant', kinds: NUMBER, value, called };
}

function offeredFunction(command: CommandDefinition): OfferedFunction {
  const isSingle = !SEVERAL_RESULTS.has(command.name);
  const result = isSingle ? resultKinds(command) : ANY;
  return { type: 'function', result, isSingle, ...detailsOf(command) };
}

function offeredConstant({ group, value }: ConstantDefinition): NameOffer {
  // Colours can be called, so they are values of the host.
  const named = { type: 'constant', group: CONSTANT_GROUPS[group] } as const;
  if (group === 'color') return { ...named, kinds: OTHER };
  return { ...named, kinds: typeof value === 'number' ? NUMBER : STRING, value };
}

function entries<T extends { readonly name: string; readonly aliases?: readonly string[] }>(
  items: readonly T[],
  offer: (item: T) => NameOffer,
): [string, NameOffer][] {
  return items.flatMap((item) => {
    const offered = offer(item);
    return [item.name, ...(item.aliases ?? [])].map((name): [string, NameOffer] => [name, offered]);
  });
}

const OFFERED_NAMES: ReadonlyMap<string, NameOffer> = new Map([
  ...entries(COMMAND_CATALOGUE, offeredCommand),
  ...entries(CONSTANT_CATALOGUE, offeredConstant),
]);

const CUSTOM_COMMAND: NameOffer = {
  type: 'function',
  result: ANY,
  isSingle: true,
  wantsPlace: true,
};

/** What a traced script calls besides. */
export const RECORD_OFFER: NameOffer = { type: 'function', result: NIL, isSingle: true };

/** All names that a script finds besides those of the language's library. */
export function offeredNames(
  customCommands: readonly string[] = [],
): ReadonlyMap<string, NameOffer> {
  if (customCommands.length === 0) return OFFERED_NAMES;
  return new Map([
    ...OFFERED_NAMES,
    ...customCommands.map((name): [string, NameOffer] => [name, CUSTOM_COMMAND]),
  ]);
}

// Conversions, items of the report, and what editors that draw scripts need.

import type {
  CallContext,
  CommandImplementations,
} from '#commands/definition/command-implementation.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import { constantNumber } from '#commands/values/constant-value.ts';
import { isSeries, numbersOf, plainValue } from '#engine/values/elements-of.ts';
import { logText } from '#commands/values/log-text.ts';
import { libraryError } from '#lua/runtime/errors.ts';
import { isHostValue } from '#lua/runtime/metamethod.ts';
import { RUN_ENDED } from '#lua/runtime/script-fault.ts';
import { LuaTable } from '#lua/runtime/table.ts';
import type { LuaValue } from '#lua/runtime/value.ts';
import { textFromBytes } from '#lua/syntax/byte-string.ts';

/** Kinds of values by their JavaScript type. */
const PLAIN_TYPES: Readonly<Record<string, number>> = {
  undefined: constantNumber('NilDataType'),
  boolean: constantNumber('BoolDataType'),
  number: constantNumber('NumberDataType'),
  string: constantNumber('TextDataType'),
};

/** Kinds of host values by what they call themselves. */
const HOST_TYPES: ReadonlyMap<string, number> = new Map([
  ['series', constantNumber('HncDataType')],
  ['container', constantNumber('TupleDataType')],
  ['signal', constantNumber('NumberDataType')],
  ['color', constantNumber('TextDataType')],
]);

function typeOf({ calls }: CallContext, value: LuaValue): number {
  const plain = PLAIN_TYPES[typeof value];
  if (plain !== undefined) return plain;
  if (value instanceof LuaTable) return constantNumber('ArrayDataType');
  if (typeof value === 'function') {
    return constantNumber(calls.isCommand(value) ? 'CommandDataType' : 'FunctionDataType');
  }
  const kind = isHostValue(value) ? value.kind : '';
  return HOST_TYPES.get(kind) ?? constantNumber('UserDataDataType');
}

function convertNull({ series }: CommandContext, input: LuaValue, value: LuaValue): LuaValue {
  if (input === undefined) return value;
  if (!isSeries(input)) return input;
  if (typeof value !== 'number') return input;
  return series.fromNumbers(
    numbersOf(input).map((number) => (Number.isNaN(number) ? value : number)),
  );
}

function reportValue(value: LuaValue): number | string | boolean {
  const plain = plainValue(value);
  return typeof plain === 'number' || typeof plain === 'boolean' ? plain : logText(plain);
}

function customReport(
  { report }: CommandContext,
  key: string,
  value: LuaValue,
  group: string,
  isShown: boolean,
): undefined {
  report.custom({
    key: textFromBytes(key),
    value: reportValue(value),
    group: textFromBytes(group),
    displayValue: isShown ? logText(value) : null,
  });
}

export const VARIOUS_IMPLEMENTATIONS = {
  Comment: () => undefined,
  ConvertNull: convertNull,
  CustomReport: customReport,
  GetCommand: ({ calls }: CallContext, name: string) => {
    const command = calls.command(name);
    if (command === null) throw libraryError(`there is no command '${name}'`);
    return command;
  },
  GetType: typeOf,
  Number: (_, value: number) => value,
  Return: () => {
    throw RUN_ENDED;
  },
  Text: (_, value: string) => value,
} satisfies CommandImplementations;

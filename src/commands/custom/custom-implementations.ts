// Implementations of the commands by which a script becomes a command that other scripts call. It
// runs by itself as well, as in a check: then its parameters have their defaults.

import type {
  CallContext,
  CommandImplementations,
} from '#commands/definition/command-implementation.ts';
import { containerOf } from '#engine/values/container.ts';
import { constantNumber } from '#commands/values/constant-value.ts';
import { libraryError } from '#lua/runtime/errors.ts';
import { LuaTable, rawGet } from '#lua/runtime/table.ts';
import type { LuaValue } from '#lua/runtime/value.ts';
import { textFromBytes } from '#lua/syntax/byte-string.ts';

const OUTPUTS_MAX = 100;
const NAME = /^[A-Za-z_]\w*$/;
const NUMBERS = constantNumber('ListNumberType');

function defineCommand({ calls }: CallContext, name: string, description: string): undefined {
  if (!NAME.test(name)) {
    throw libraryError('the name of a command has letters, digits and underscores');
  }
  calls.frame.name = name;
  calls.frame.description = textFromBytes(description);
}

/** The argument at the next place, or under the name in a table at the end. */
function nextArgument({ calls }: CallContext, name: string): LuaValue {
  const { frame } = calls;
  const { args } = frame;
  const value = args[frame.parameterCount];
  frame.parameterCount += 1;
  const last = args.at(-1);
  if (!(last instanceof LuaTable)) return value;
  const named = rawGet(last, name);
  if (named !== undefined && (value === undefined || value === last)) return named;
  return value;
}

/** A stand-in for what a caller would pass, where the script runs by itself. */
function standIn({ series }: CallContext, type: number): LuaValue {
  if (type !== NUMBERS) return undefined;
  return series.prices({
    source: 'close',
    marketTag: null,
    intervalMinutes: 0,
    isClosedOnly: false,
    style: 'candle',
  });
}

function defineParameter(
  context: CallContext,
  type: number,
  name: string,
  _description: string,
  isRequired: boolean,
  ...[defaultValue]: LuaValue[]
): LuaValue {
  const { calledAs } = context.calls.frame;
  const value = nextArgument(context, name);
  if (value !== undefined) return value;
  if (calledAs === null) return defaultValue ?? standIn(context, type);
  if (isRequired) throw libraryError(`'${calledAs}' needs the parameter '${name}'`);
  return defaultValue;
}

function easyParameters(context: CallContext, chartIndex: number): LuaValue {
  return containerOf({
    chartIndex: nextArgument(context, 'chartIndex') ?? chartIndex,
    interval: nextArgument(context, 'interval') ?? 0,
  });
}

function output({ calls }: CallContext, value: LuaValue): undefined {
  calls.frame.result = value;
  calls.frame.hasResult = true;
}

function defineOutputIndex({ calls }: CallContext, index: number, _: number, name: string) {
  if (!(Number.isInteger(index) && index >= 1 && index <= OUTPUTS_MAX)) {
    throw libraryError(`the index of an output is a whole number from 1 to ${OUTPUTS_MAX}`);
  }
  calls.frame.outputNames[index - 1] = name;
  return undefined;
}

export const CUSTOM_IMPLEMENTATIONS = {
  DefineCommand: defineCommand,
  DefineEasyIndicatorOutput: (context: CallContext, signal: number) => output(context, signal),
  DefineEasyIndicatorParameters: easyParameters,
  DefineIntervalOptimization: ({ calls, settings }: CallContext, interval: number) => {
    calls.frame.intervalMinutes = interval > 0 ? interval : settings.intervalMinutes;
    return undefined;
  },
  DefineOutput: (context: CallContext, _type: number, value: LuaValue) => output(context, value),
  DefineOutputIndex: defineOutputIndex,
  DefineParameter: defineParameter,
  Library: ({ calls }: CallContext, ...[name, ...args]: LuaValue[]) => {
    if (typeof name !== 'string') throw libraryError("'Library' needs the name of a command");
    const result = calls.callCustom(name, args);
    if (result === null) throw libraryError(`there is no custom command '${name}'`);
    return result;
  },
} satisfies CommandImplementations;

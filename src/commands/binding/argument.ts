// Arguments of commands: checked against the catalogue and converted, one reader for each
// parameter, made once. The usual case is one comparison.

import { CONSTANT_GROUPS } from '#commands/definition/command.ts';
import type { ConstantGroup, ParameterDefinition } from '#commands/definition/command.ts';
import { CONSTANT_CATALOGUE } from '#commands/constants/constant-catalogue.ts';
import type { SeriesLike } from '#engine/run-api/series-api.ts';
import { isWeighedSignal } from '#engine/values/signal.ts';
import { defaultValue } from '#commands/binding/default-value.ts';
import type { HostState } from '#commands/binding/host-state.ts';
import { toNumber, toText } from '#lua/runtime/convert.ts';
import { argumentError } from '#lua/runtime/errors.ts';
import { chargeSteps } from '#lua/runtime/meter.ts';
import { isHostValue } from '#lua/runtime/metamethod.ts';
import { LuaTable } from '#lua/runtime/table.ts';
import { typeName } from '#lua/runtime/type-name.ts';
import type { LuaValue } from '#lua/runtime/value.ts';
import { bytesFromText } from '#lua/syntax/byte-string.ts';

/** Gives the argument as the command's implementation takes it. */
export type ArgumentReader = (value: LuaValue, host: HostState) => unknown;

/** What a refusal names: the command, the place from 1, and what stands there. */
type Place = { readonly command: string; readonly index: number };

function refuse(value: LuaValue, { command, index }: Place, expected: string): never {
  const found = isHostValue(value) ? value.kind : typeName(value);
  throw argumentError(index, command, `${expected} expected, got ${found}`);
}

function isSeries(value: LuaValue): value is SeriesLike {
  return typeof value === 'object' && isHostValue(value) && value.kind === 'series';
}

/** A number, or what stands for one: a series for its newest value, a text that reads as one. */
function otherNumber(value: LuaValue, place: Place): number {
  if (value instanceof LuaTable) return refuse(value, place, 'number');
  return toNumber(value) ?? refuse(value, place, 'number');
}

function seriesFrom(value: LuaValue, host: HostState, place: Place): SeriesLike {
  if (isSeries(value)) return value;
  return host.context.series.from(value) ?? refuse(value, place, 'series');
}

function numberOrSeries(value: LuaValue, host: HostState, place: Place): number | SeriesLike {
  if (isSeries(value)) return value;
  if (value instanceof LuaTable) return seriesFrom(value, host, place);
  return otherNumber(value, place);
}

/** Texts up to here are read within the step of the call. */
const SHORT_TEXT_MAX = 64;

/** Commands may go through a text, decode and keep it: charged before they do. */
function chargedText(text: string): string {
  if (text.length > SHORT_TEXT_MAX) chargeSteps(text.length >> 1);
  return text;
}

function textFrom(value: LuaValue, place: Place): string {
  const text = toText(value);
  if (text !== undefined) return text;
  if (isHostValue(value) && value.kind === 'color') return value.toText();
  return refuse(value, place, 'string');
}

/** Longer than any tag of a market. */
const MARKET_TAG_MAX = 200;

/**
 * A market as scripts name it: the bot's account stands for its trade market, and a name may end
 * with the separator of a contract that it does not have, as HaasScript writes spot markets.
 */
function marketText(text: string, { context }: HostState): string {
  if (text === bytesFromText(context.settings.accountId)) return '';
  if (text.length > MARKET_TAG_MAX || !text.endsWith('_') || context.markets.facts(text) !== null)
    return text;
  const bare = text.replace(/_+$/, '');
  return context.markets.facts(bare) === null ? text : bare;
}

const GROUP_VALUES: ReadonlyMap<string, ReadonlySet<LuaValue>> = new Map(
  Object.keys(CONSTANT_GROUPS).map((group) => [
    group,
    new Set<LuaValue>(
      CONSTANT_CATALOGUE.filter((constant) => constant.group === group).map(({ value }) => value),
    ),
  ]),
);

/** Averages by the texts that name them, in small letters: 'sma', 'smatype'. */
const AVERAGES_BY_TEXT: ReadonlyMap<string, LuaValue> = new Map(
  CONSTANT_CATALOGUE.filter(({ group }) => group === 'movingAverage').flatMap(({ name, value }) => {
    const text = name.toLowerCase();
    return [text, text.replace(/type$/, '')].map((each): [string, LuaValue] => [each, value]);
  }),
);

function averageNamed(text: string, place: Place): LuaValue {
  const value = AVERAGES_BY_TEXT.get(text.trim().toLowerCase());
  if (value !== undefined) return value;
  const texts = [...AVERAGES_BY_TEXT.keys()].filter((each) => !each.endsWith('type')).sort();
  const expected = `a constant of 'Moving Averages' or one of '${texts.join("', '")}' expected`;
  throw argumentError(place.index, place.command, `${expected}, got '${text}'`);
}

function enumReader(
  group: ConstantGroup | 'any',
  keepsProperties: boolean,
  place: Place,
): ArgumentReader {
  if (group === 'any') return (value) => value;
  const values = GROUP_VALUES.get(group) ?? new Set();
  const expected = `a constant of '${CONSTANT_GROUPS[group]}'`;
  return (value) => {
    if (values.has(value)) return value;
    if (group === 'movingAverage' && typeof value === 'string') return averageNamed(value, place);
    if (group === 'signal' && isWeighedSignal(value)) {
      return keepsProperties ? value : value.signal;
    }
    if (typeof value !== 'number') return refuse(value, place, expected);
    throw argumentError(place.index, place.command, `${expected} expected, got ${value}`);
  };
}

/** A reader for a value that is there. */
function readerOf(parameter: ParameterDefinition, place: Place): ArgumentReader {
  switch (parameter.kind) {
    case 'number':
      return (value) => (typeof value === 'number' ? value : otherNumber(value, place));
    case 'boolean':
      return (value) => (typeof value === 'boolean' ? value : refuse(value, place, 'boolean'));
    case 'string':
      if (parameter.unit === 'market tag') {
        return (value, host) => marketText(textFrom(value, place), host);
      }
      return (value) => chargedText(typeof value === 'string' ? value : textFrom(value, place));
    case 'series':
      return (value, host) => seriesFrom(value, host, place);
    case 'numberOrSeries':
      return (value, host) =>
        typeof value === 'number' ? value : numberOrSeries(value, host, place);
    case 'table':
      return (value) => (value instanceof LuaTable ? value : refuse(value, place, 'table'));
    case 'function':
      return (value) => (typeof value === 'function' ? value : refuse(value, place, 'function'));
    case 'any':
      return (value) => value;
    case 'enum':
      return enumReader(parameter.group, parameter.keepsProperties === true, place);
  }
}

/**
 * The reader of a parameter, nil included: nil is false where a condition is required, the default
 * where an argument is not required, and refused elsewhere. A text that is not required may be
 * false too, which is what scripts keep where they have no id yet.
 */
export function argumentReader(
  parameter: ParameterDefinition,
  command: string,
  position: number,
): ArgumentReader {
  const place = { command, index: position + 1 };
  const read = readerOf(parameter, place);
  if (parameter.kind === 'any' && parameter.defaultExpression === undefined) return read;
  if (parameter.kind === 'boolean' && parameter.isRequired) {
    return (value, host) => value !== undefined && read(value, host);
  }
  if (parameter.isRequired) return read;
  const standIn = defaultValue(parameter.defaultExpression);
  const isText = parameter.kind === 'string';
  return (value, host) => {
    if (value !== undefined && !(isText && value === false)) return read(value, host);
    const otherwise = standIn(host);
    return otherwise === undefined ? undefined : read(otherwise, host);
  };
}

// A bot's configuration as it comes from outside, read by the settings of its strategy: every key
// known, every value of its kind and within its bounds, defaults filled in.

import type { Decimal } from '#lib/decimal.ts';
import { divideRounded, formatDecimal, ONE, parseDecimal } from '#lib/decimal.ts';
import { assert } from '#lib/assert.ts';
import type { Json } from '#lib/json.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { NumberSetting, SettingProblem, StrategySetting } from '#strategies/config/setting.ts';

type SettingValue = Decimal | boolean | string | null;

/** One value for each setting; null where a number was left out that need not be chosen. */
export type ConfigValues = ReadonlyMap<string, SettingValue>;

type JsonObject = { readonly [key: string]: Json };

/** Each setting by itself: all problems, in the order of the settings; unknown keys first. */
export function readValues(
  settings: readonly StrategySetting[],
  config: JsonObject,
): Result<ConfigValues, readonly SettingProblem[]> {
  const known = new Map(settings.map((setting) => [setting.key, setting]));
  const problems: SettingProblem[] = Object.keys(config)
    .filter((key) => !known.has(key))
    .map((key) => ({ key, message: `"${key}" is not a setting of this strategy` }));
  const values = new Map<string, SettingValue>();
  for (const setting of settings) {
    const { key } = setting;
    const read = readValue(setting, Object.hasOwn(config, key) ? config[key] : undefined);
    if (read.ok) values.set(key, read.value);
    else problems.push({ key, message: `"${key}" ${read.rejection}` });
  }
  return problems.length === 0 ? accepted(values) : rejected(problems);
}

/** Problems of changing these keys on a bot that runs: unknown ones, and those that are fixed. */
export function editProblems(
  settings: readonly StrategySetting[],
  changes: JsonObject,
): readonly SettingProblem[] {
  return Object.keys(changes).flatMap((key): SettingProblem[] => {
    const setting = settings.find((each) => each.key === key);
    if (setting === undefined)
      return [{ key, message: `"${key}" is not a setting of this strategy` }];
    if (setting.isEditable) return [];
    return [{ key, message: `"${key}" cannot change while the bot runs; stop it first` }];
  });
}

/** The configuration as it is sent: decimals as text, whole numbers as numbers. */
export function writeValues(
  settings: readonly StrategySetting[],
  values: ConfigValues,
): JsonObject {
  const entries = settings.flatMap(({ key, ...setting }): [string, Json][] => {
    const value = values.get(key) ?? null;
    const isNumber = setting.type === 'number';
    if (value === null && isNumber && setting.isSparse === true) return [];
    if (typeof value !== 'bigint') return [[key, value]];
    return [[key, isNumber && setting.isWhole ? Number(value / ONE) : formatDecimal(value)]];
  });
  return Object.fromEntries(entries);
}

/** The number of a key; null where it was left out. */
export function numberOf(values: ConfigValues, key: string): Decimal | null {
  const value = values.get(key) ?? null;
  assert(value === null || typeof value === 'bigint', `"${key}" is a number`);
  return value;
}

/** The number of a key that always has one. */
export function sureNumberOf(values: ConfigValues, key: string): Decimal {
  const value = numberOf(values, key);
  assert(value !== null, `"${key}" has a value`);
  return value;
}

/** Value of a setting that is a whole number, as a number. */
export function wholeOf(values: ConfigValues, key: string): number {
  return Number(sureNumberOf(values, key) / ONE);
}

/** False where the strategy does not have the setting. */
export function flagOf(values: ConfigValues, key: string): boolean {
  return values.get(key) === true;
}

/** The option or text of a key; null where the strategy does not have the setting. */
export function textOf(values: ConfigValues, key: string): string | null {
  const value = values.get(key) ?? null;
  assert(value === null || typeof value === 'string', `"${key}" is a text`);
  return value;
}

function readValue(
  setting: StrategySetting,
  found: Json | undefined,
): Result<SettingValue, string> {
  switch (setting.type) {
    case 'number':
      return readNumber(setting, found);
    case 'boolean':
      if (found === undefined) return accepted(setting.default);
      if (typeof found === 'boolean') return accepted(found);
      return rejected(`must be true or false, found ${shown(found)}`);
    case 'option': {
      if (found === undefined) return accepted(setting.default);
      if (typeof found === 'string' && setting.options.includes(found)) return accepted(found);
      return rejected(`must be one of ${setting.options.join(', ')}, found ${shown(found)}`);
    }
    case 'string':
      if (!setting.isRequired && (found === undefined || found === null)) return accepted(null);
      if (typeof found === 'string' && setting.pattern.test(found)) return accepted(found);
      return rejected(`must be ${setting.rule}, found ${shown(found)}`);
  }
}

function readNumber(setting: NumberSetting, found: Json | undefined): Result<SettingValue, string> {
  const { isRequired, isWhole, least, isAboveLeast, most } = setting;
  if (found === undefined && !isRequired) return accepted(setting.default);
  if (found === null && setting.default === null && !isRequired) return accepted(null);
  const value = found === undefined || found === null ? null : decimalFrom(found);
  if (value === null)
    return rejected(`must be a JSON number or a decimal string, found ${shown(found)}`);
  const text = formatDecimal(value);
  if (isWhole && value % ONE !== 0n) {
    const nearest = divideRounded(value, ONE, 'half_even');
    return rejected(`must be a whole number, found ${text}; the nearest is ${nearest}`);
  }
  if (least !== null && (value < least || (isAboveLeast && value === least))) {
    const bound = formatDecimal(least);
    return isAboveLeast
      ? rejected(`must be above ${bound}, found ${text}`)
      : rejected(`must be at least ${bound}, found ${text}; the nearest valid value is ${bound}`);
  }
  if (most !== null && value > most) {
    const bound = formatDecimal(most);
    return rejected(`must be at most ${bound}, found ${text}; the nearest valid value is ${bound}`);
  }
  return accepted(value);
}

/** The decimal that a number's shortest text says, also where that has an exponent. */
function decimalFrom(found: Json): Decimal | null {
  if (typeof found === 'string') return parseDecimal(found);
  if (typeof found !== 'number') return null;
  const [digits = '', exponent] = String(found).split('e');
  if (exponent === undefined) return parseDecimal(digits);
  if (!exponent.startsWith('-')) return parseDecimal(BigInt(found).toString());
  const sign = digits.startsWith('-') ? '-' : '';
  const plain = digits.replace('-', '').replace('.', '');
  return parseDecimal(`${sign}0.${'0'.repeat(Number(exponent.slice(1)) - 1)}${plain}`);
}

function shown(found: Json | undefined): string {
  return found === undefined ? 'nothing' : JSON.stringify(found).slice(0, 100);
}

// Short ways to write settings down. Decimals are given as text, bounds as `0..100`: `>0..` is
// above zero without a most.

import type { Decimal } from '#lib/decimal.ts';
import { decimal } from '#lib/decimal.ts';
import type {
  BooleanSetting,
  NumberSetting,
  OptionSetting,
  StrategySetting,
  StringSetting,
} from '#strategies/config/setting.ts';

type Words = readonly [key: string, name: string, description: string];
type WithoutPlace<T> = Omit<T, 'group' | 'isEditable'>;
type SettingDraft =
  | WithoutPlace<NumberSetting>
  | WithoutPlace<BooleanSetting>
  | WithoutPlace<OptionSetting>
  | WithoutPlace<StringSetting>;

/** A number that has a usual value, or that may be left out (`null`). */
export function numberSetting(
  words: Words,
  usual: string | null,
  bounds: string,
): WithoutPlace<NumberSetting> {
  const [least = '', most = ''] = bounds.split('..');
  return {
    ...worded(words),
    type: 'number',
    default: usual === null ? null : decimal(usual),
    isRequired: false,
    isWhole: false,
    least: decimalOrNull(least.replace('>', '')),
    isAboveLeast: least.startsWith('>'),
    most: decimalOrNull(most),
  };
}

/** A number that most never choose, and that the release before this one does not know. */
export function sparseNumber(words: Words, bounds: string): WithoutPlace<NumberSetting> {
  return { ...numberSetting(words, null, bounds), isSparse: true };
}

/** A number that must be chosen. */
export function neededNumber(words: Words, bounds: string): WithoutPlace<NumberSetting> {
  return { ...numberSetting(words, null, bounds), isRequired: true };
}

/** A whole number. */
export function wholeSetting(
  words: Words,
  usual: string | null,
  bounds: string,
): WithoutPlace<NumberSetting> {
  return { ...numberSetting(words, usual, bounds), isWhole: true };
}

/** Setting that is on or off, with its default. */
export function booleanSetting(words: Words, usual: boolean): WithoutPlace<BooleanSetting> {
  return { ...worded(words), type: 'boolean', default: usual };
}

/** The first option is the default. */
export function optionSetting(
  words: Words,
  options: readonly [string, ...string[]],
): WithoutPlace<OptionSetting> {
  return { ...worded(words), type: 'option', default: options[0], options };
}

/** Required text that matches a pattern; `rule` states the pattern in words. */
export function stringSetting(
  words: Words,
  pattern: RegExp,
  rule: string,
): WithoutPlace<StringSetting> {
  return { ...worded(words), type: 'string', isRequired: true, pattern, rule };
}

/** A text that may be left out. */
export function optionalString(
  words: Words,
  pattern: RegExp,
  rule: string,
): WithoutPlace<StringSetting> {
  return { ...stringSetting(words, pattern, rule), isRequired: false };
}

/** Settings of one group that may change while the bot runs. */
export function editable(group: string, ...settings: readonly SettingDraft[]): StrategySetting[] {
  return settings.map((setting) => ({ ...setting, group, isEditable: true }));
}

/** Settings of one group that are fixed when the bot is created. */
export function fixed(group: string, ...settings: readonly SettingDraft[]): StrategySetting[] {
  return settings.map((setting) => ({ ...setting, group, isEditable: false }));
}

function worded([key, name, description]: Words) {
  return { key, name, description };
}

function decimalOrNull(text: string): Decimal | null {
  return text === '' ? null : decimal(text);
}

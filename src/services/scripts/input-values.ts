// Inputs of a script: their keys, and the values they take. Two values that a script could not tell
// apart are one.

import { closestName } from '#lib/closest-name.ts';
import type { InputValue } from '#backtesting/backtest.ts';
import type { ScriptInput } from '#ports/work/script-checker.ts';

/** `group.label`, or the label where the input has no group. */
export function keyOfInput({ group, label }: Pick<ScriptInput, 'group' | 'label'>): string {
  return group === '' ? label : `${group}.${label}`;
}

/** Buttons and tables have nothing to choose; accounts are those of the bot, backtest or lab. */
export function takesValue({ kind }: ScriptInput): boolean {
  return kind !== 'button' && kind !== 'table' && kind !== 'account';
}

/** Why there is no input of this name, with the names that there are. */
export function unknownInputText(inputs: readonly ScriptInput[], name: string): string {
  const names = inputs.filter(takesValue).map(keyOfInput);
  const closest = closestName(name, names);
  const listed = names.map((each) => `"${each}"`).join(', ') || 'none';
  const unknown = 'the script has no input of this name';
  if (closest === null) return `${unknown}; it has ${listed}`;
  return `${unknown}; did you mean "${closest}"? It has ${listed}`;
}

/** The value in the kind of the input's default, so that 1, "1" and 1.0 are one; null: unfit. */
export function fittedValue(input: ScriptInput, value: InputValue): InputValue | null {
  const { defaultValue, options } = input;
  const converted = inKindOf(defaultValue ?? options[0]?.value ?? '', value);
  if (converted === null) return null;
  if (options.length === 0) return isWithin(input, converted) ? converted : null;
  return options.some((option) => option.value === converted) ? converted : null;
}

/** What the input takes, and what was found instead. */
export function misfitText(input: ScriptInput, value: InputValue): string {
  const { options } = input;
  const expected = options.length > 0 ? 'one of its options' : `a ${kindOf(input)}`;
  return `expected ${expected}${rangeText(input)}, found ${JSON.stringify(value)}`;
}

function isWithin({ least, most }: ScriptInput, value: InputValue): boolean {
  if (typeof value !== 'number') return true;
  return value >= (least ?? -Infinity) && value <= (most ?? Infinity);
}

function rangeText({ least, most, options }: ScriptInput): string {
  if (options.length > 0 || (least === null && most === null)) return '';
  if (most === null) return ` of at least ${least}`;
  return least === null ? ` of at most ${most}` : ` from ${least} to ${most}`;
}

function kindOf({ defaultValue, kind }: ScriptInput): string {
  return defaultValue === null ? kind : typeof defaultValue;
}

function inKindOf(model: InputValue, value: InputValue): InputValue | null {
  if (typeof model === 'string') return String(value);
  if (typeof model === 'boolean') return asFlag(value);
  const number = typeof value === 'boolean' || value === '' ? NaN : Number(value);
  return Number.isFinite(number) ? number : null;
}

function asFlag(value: InputValue): boolean | null {
  if (value === true || value === 1 || value === 'true' || value === '1') return true;
  return value === false || value === 0 || value === 'false' || value === '0' ? false : null;
}

// Numbers on the steps of a market, exact: decimals of the API are texts, and a float would not be
// the price that was typed.

/** `1.25` as 125 with two decimals; null: it is no number. */
function parse(text: string): { readonly units: bigint; readonly decimals: number } | null {
  const match = /^(\d+)(?:\.(\d*))?$/.exec(text.trim());
  if (match === null) return null;
  const [, whole = '', fraction = ''] = match;
  return { units: BigInt(whole + fraction), decimals: fraction.length };
}

function format(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** Both as whole numbers of the finer of their decimals; null: one is no number. */
function aligned(text: string, step: string): readonly [bigint, bigint, number] | null {
  const [value, unit] = [parse(text), parse(step)];
  if (value === null || unit === null) return null;
  const decimals = Math.max(value.decimals, unit.decimals);
  const scaled = (of: { units: bigint; decimals: number }): bigint =>
    of.units * 10n ** BigInt(decimals - of.decimals);
  return [scaled(value), scaled(unit), decimals];
}

/** Down to the step; a step of zero is none. Text that is no number stays as it is. */
export function floorToStep(text: string, step: string): string {
  const both = aligned(text, step);
  if (both === null) return text;
  const [value, unit, decimals] = both;
  return format(unit === 0n ? value : value - (value % unit), decimals);
}

/** Multiples of a step; false for a text that is no number. */
export function isOnStep(text: string, step: string): boolean {
  const both = aligned(text, step);
  if (both === null) return false;
  const [value, unit] = both;
  return unit === 0n || value % unit === 0n;
}

/** Whether a text is a number above zero, as the API takes it. */
export function isPositive(text: string): boolean {
  const value = parse(text);
  return value !== null && value.units > 0n;
}

/** -1, 0 or 1, as the first is below, equal to or above the second; texts that are numbers. */
export function compareDecimals(one: string, other: string): number {
  const [first, second] = [signed(one), signed(other)];
  const decimals = Math.max(first.decimals, second.decimals);
  const scaled = (of: { units: bigint; decimals: number }): bigint =>
    of.units * 10n ** BigInt(decimals - of.decimals);
  const difference = scaled(first) - scaled(second);
  return difference === 0n ? 0 : difference > 0n ? 1 : -1;
}

function signed(text: string): { readonly units: bigint; readonly decimals: number } {
  const isBelow = text.startsWith('-');
  const value = parse(isBelow ? text.slice(1) : text) ?? { units: 0n, decimals: 0 };
  return isBelow ? { ...value, units: -value.units } : value;
}

/** The first less the second, exact. */
export function differenceOf(one: string, other: string): string {
  return sumOf([one, other.startsWith('-') ? other.slice(1) : `-${other}`]);
}

/** An exact sum of decimals. */
export function sumOf(texts: readonly string[]): string {
  const values = texts.map((text) => signed(text));
  const decimals = Math.max(0, ...values.map((value) => value.decimals));
  const sum = values.reduce(
    (total, value) => total + value.units * 10n ** BigInt(decimals - value.decimals),
    0n,
  );
  return sum < 0n ? `-${format(-sum, decimals)}` : format(sum, decimals);
}

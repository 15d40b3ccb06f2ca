// Reads values of options and arguments. A wrong one is refused with what was expected and what was
// found.

import { InvalidArgumentError, Option } from 'commander';
import type { Decimal } from '#lib/decimal.ts';
import { decimal, parseDecimal } from '#lib/decimal.ts';
import { parseInstant } from '#lib/time.ts';
import { parseAddressRange } from '#domain/access/address-range.ts';
import type { Scope } from '#domain/access/scope.ts';
import { SCOPES } from '#domain/access/scope.ts';
import { INTERVALS_MINUTES } from '#domain/candle/interval.ts';
import type { NamedColumns } from '#domain/candle-file/column-layout.ts';
import { COLUMN_ROLES } from '#domain/candle-file/column-layout.ts';
import { MARKET_TYPES } from '#venue-port/market/market.ts';
import type { InputValue } from '#services/backtests/backtest-choices.ts';
import type { PlanName } from '#domain/plan/plan.ts';
import { PLAN_NAMES } from '#domain/plan/plan.ts';

export type BalanceArgument = { readonly currency: string; readonly amount: Decimal };

/** Plan of a name. Throws `InvalidArgumentError` with the plans that there are. */
export function parsePlan(text: string): PlanName {
  const plan = PLAN_NAMES.find((name) => name === text);
  if (plan !== undefined) return plan;
  throw new InvalidArgumentError(`Expected one of ${PLAN_NAMES.join(', ')}; found "${text}".`);
}

/** Of `--trade-amount`. */
export const TRADE_AMOUNT_HELP =
  "value of an unscripted trade (default: 100, or three of the market's smallest orders if more)";

/** Minutes of an interval that candles may have. */
export function parseInterval(text: string): number {
  const minutes = INTERVALS_MINUTES.find((each) => String(each) === text);
  if (minutes !== undefined) return minutes;
  throw new InvalidArgumentError(
    `Expected one of ${INTERVALS_MINUTES.join(', ')}; found "${text}".`,
  );
}

/** Whole number of at most nine digits. Throws `InvalidArgumentError` for anything else. */
export function parseWhole(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError(`Expected a whole number; found "${text}".`);
}

/** A comma-separated list. */
export function parseScopes(text: string): readonly Scope[] {
  return text.split(',').map((part) => {
    const scope = SCOPES.find((name) => name === part.trim());
    if (scope !== undefined) return scope;
    throw new InvalidArgumentError(
      `Expected scopes out of ${SCOPES.join(', ')}, separated by commas; found "${part.trim()}".`,
    );
  });
}

/** RFC 3339, or a date for the start of that day in UTC; in milliseconds since 1970 UTC. */
export function parseUntil(text: string): number {
  const instantMs = parseInstant(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text);
  if (instantMs !== null) return instantMs;
  throw new InvalidArgumentError(
    `Expected a date such as 2027-01-31 or 2027-01-31T12:00:00Z; found "${text}".`,
  );
}

/** `CURRENCY=AMOUNT`, added to those that came before. */
export function collectBalance(
  text: string,
  earlier: readonly BalanceArgument[] | undefined,
): readonly BalanceArgument[] {
  const [currency = '', amountText = '', ...rest] = text.split('=');
  const amount = parseDecimal(amountText);
  if (!/^[A-Za-z0-9]{1,20}$/.test(currency) || amount === null || rest.length > 0) {
    throw new InvalidArgumentError(
      `Expected CURRENCY=AMOUNT such as USDT=10000 or BTC=0.5; found "${text}".`,
    );
  }
  return [...(earlier ?? []), { currency: currency.toUpperCase(), amount }];
}

/** A decimal above zero. */
export function parsePositive(text: string): Decimal {
  const value = parseDecimal(text);
  if (value !== null && value > 0n) return value;
  throw new InvalidArgumentError(`Expected a number above zero such as 0.01; found "${text}".`);
}

/** A decimal, zero or above. */
export function parseNotNegative(text: string): Decimal {
  const value = parseDecimal(text);
  if (value !== null && value >= 0n) return value;
  throw new InvalidArgumentError(`Expected a number, zero or above; found "${text}".`);
}

/** A whole number between these, at most six digits. */
export function wholeFrom(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,6}$/.test(text) ? Number(text) : NaN;
    if (value >= least && value <= most) return value;
    const expected = `Expected a whole number from ${least} to ${most}`;
    throw new InvalidArgumentError(`${expected}; found "${text}".`);
  };
}

/** A fee: a percentage between -100 and 100, below zero for a rebate. */
export function parsePercent(text: string): Decimal {
  const value = parseDecimal(text);
  if (value !== null && value > decimal('-100') && value < decimal('100')) return value;
  throw new InvalidArgumentError(`Expected a percentage such as 0.1; found "${text}".`);
}

/** `ROLE=COLUMN` separated by commas. */
export function parseColumns(text: string): NamedColumns {
  const columns: Record<string, string> = {};
  for (const part of text.split(',')) {
    const at = part.indexOf('=');
    const role = COLUMN_ROLES.find((name) => name === part.slice(0, at).trim());
    const column = part.slice(at + 1).trim();
    if (at < 0 || role === undefined || column === '' || role in columns) {
      throw new InvalidArgumentError(
        `Expected each of ${COLUMN_ROLES.join(', ')} at most once, ` +
          `such as time=date,volume=6; found "${part}".`,
      );
    }
    columns[role] = column;
  }
  return columns;
}

/** Required option of a market type. */
export function marketTypeOption(): Option {
  return new Option('--market-type <TYPE>', 'what the account trades')
    .choices(MARKET_TYPES)
    .makeOptionMandatory();
}

/** `--set`, which names an input of a script and its value. */
export function inputOption(): Option {
  return new Option('--set <NAME=VALUE>', 'an input of the script; may be repeated')
    .argParser(collectInput)
    .default([], 'its defaults');
}

/** `NAME=VALUE`: true and false, numbers, and everything else as text. */
function collectInput(
  text: string,
  before: readonly (readonly [string, InputValue])[],
): readonly (readonly [string, InputValue])[] {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError(`Expected NAME=VALUE; found "${text}".`);
  return [...before, [text.slice(0, at), inputValue(text.slice(at + 1))]];
}

function inputValue(text: string): InputValue {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

/** Adds one more IP address or range. */
export function collectAddress(
  text: string,
  earlier: readonly string[] | undefined,
): readonly string[] {
  const range = parseAddressRange(text);
  if (range.ok) return [...(earlier ?? []), text];
  throw new InvalidArgumentError(`Expected ${range.rejection}; found "${text}".`);
}

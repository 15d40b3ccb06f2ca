// Rows of a list as they are sent. One that does not fit, as one of another release may not, costs
// itself: it is left out, and the response says how many are.

import type { TSchema } from 'typebox';
import type { LeftOut } from '#api/http/responses/left-out.ts';
import { addLeftOut, leftOutOf, markLeftOut } from '#api/http/responses/left-out.ts';
import { AMOUNT_PATTERN, DECIMAL_PATTERN } from '#api/schemas/wire-values.ts';

/** Encodes rows of the schema, without those that it does not describe. */
export function rowsEncoder<Source, Wire>(
  schema: TSchema,
  toWire: (source: Source) => Wire,
): (sources: readonly Source[]) => Wire[] {
  const faultIn = faultFinder(schema);
  return (sources) => {
    const rows: Wire[] = [];
    let leftOut: LeftOut | null = null;
    for (const source of sources) {
      try {
        const row = toWire(source);
        const fault = faultIn?.(row) ?? null;
        if (fault !== null) throw new TypeError(`"${fault}" is not of its kind`);
        leftOut = addLeftOut(leftOut, leftOutOf(row));
        rows.push(row);
      } catch (error) {
        const cause = error instanceof Error ? error.message : String(error);
        leftOut = addLeftOut(leftOut, { count: 1, cause });
      }
    }
    return markLeftOut(rows, leftOut);
  };
}

/** The name of what is not of its kind; null: nothing is. */
type FaultFinder = (value: unknown) => string | null;

type ValueKinds = {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly TSchema[];
  readonly items?: TSchema;
  readonly properties?: { readonly [name: string]: TSchema };
  readonly pattern?: unknown;
  readonly format?: string;
};

const WRONG = '';

/** Little of each field: what a row costs may not show on a page. Null: all values fit. */
function faultFinder(schema: TSchema): FaultFinder | null {
  const { anyOf, enum: words, type, properties, items, pattern, format } = schema as ValueKinds;
  if (anyOf !== undefined) return anyFinder(anyOf.map(faultFinder));
  if (words !== undefined) return wordFinder(words);
  switch (type) {
    case 'null':
      return (value) => (value === null ? null : WRONG);
    case 'string':
      if (pattern === AMOUNT_PATTERN) return amountFault;
      if (format === 'date-time') return instantFault;
      // Decimals are written by one function.
      return typeof pattern === 'string' && pattern !== DECIMAL_PATTERN
        ? patternFinder(new RegExp(pattern, 'u'))
        : textFault;
    case 'integer':
    case 'number':
      return numberFinder(schema, type === 'integer');
    case 'boolean':
      return (value) => (typeof value === 'boolean' ? null : WRONG);
    case 'array':
      return listFinder(items === undefined ? null : faultFinder(items));
    case 'object':
      return objectFinder(properties ?? {});
    case undefined:
    default:
      return null;
  }
}

function textFault(value: unknown): string | null {
  return typeof value === 'string' ? null : WRONG;
}

function amountFault(value: unknown): string | null {
  return typeof value === 'string' && !value.startsWith('-') ? null : WRONG;
}

/** Years of four digits from 1970 on sort as text. */
function instantFault(value: unknown): string | null {
  return typeof value === 'string' && value >= '1970' ? null : WRONG;
}

type Bounds = {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly format?: string;
};

const INT32_MAX = 2 ** 31 - 1;

function numberFinder({ minimum, maximum, format }: Bounds, isWhole: boolean): FaultFinder {
  const least = minimum ?? (format === 'int32' ? -INT32_MAX - 1 : -Infinity);
  const most = maximum ?? (format === 'int32' ? INT32_MAX : Infinity);
  return (value) => {
    const isNumber = typeof value === 'number' && value >= least && value <= most;
    return isNumber && (!isWhole || Number.isInteger(value)) ? null : WRONG;
  };
}

function patternFinder(pattern: RegExp): FaultFinder {
  return (value) => (typeof value === 'string' && pattern.test(value) ? null : WRONG);
}

function wordFinder(words: readonly unknown[]): FaultFinder {
  const known = new Set(words);
  return (value) => (known.has(value) ? null : WRONG);
}

function anyFinder(finders: readonly (FaultFinder | null)[]): FaultFinder | null {
  const every = finders.filter((each) => each !== null);
  if (every.length < finders.length) return null;
  return (value) => {
    let fault: string | null = WRONG;
    for (const find of every) {
      fault = find(value);
      if (fault === null) return null;
    }
    return fault;
  };
}

function listFinder(ofItem: FaultFinder | null): FaultFinder {
  return (value) => {
    if (!Array.isArray(value)) return WRONG;
    if (ofItem === null) return null;
    for (const item of value) {
      const fault = ofItem(item);
      if (fault !== null) return fault;
    }
    return null;
  };
}

function objectFinder(properties: { readonly [name: string]: TSchema }): FaultFinder {
  const fields = Object.entries(properties).map(([name, schema]) => ({
    name,
    find: faultFinder(schema),
    isOptional: '~optional' in schema,
  }));
  return (value) => {
    if (typeof value !== 'object' || value === null) return WRONG;
    for (const { name, find, isOptional } of fields) {
      const part = (value as { readonly [name: string]: unknown })[name];
      if (part === undefined && isOptional) continue;
      const fault = part === undefined ? WRONG : (find?.(part) ?? null);
      if (fault !== null) return fault === WRONG ? name : `${name}.${fault}`;
    }
    return null;
  };
}

// Table constructors. The usual forms become one allocation with a hidden class of their own.

import { release, shape, site, take } from '#lua/emit/emission.ts';
import type { FunctionEmission } from '#lua/emit/emission.ts';
import { fieldName } from '#lua/emit/emit-access.ts';
import { emitList } from '#lua/emit/emit-call.ts';
import { isMulti, kindsOf } from '#lua/semantics/kinds-of.ts';
import { NIL } from '#lua/semantics/kind.ts';
import type { Expression, Name, TableConstructor } from '#lua/syntax/tree.ts';

const FIELDS_MAX = 60;
const QUICK_ITEMS_MAX = 8;
/** How many listed values real Lua collects before it stores them. */
const LISTED_AT_ONCE = 50;

type KeyedEntry = { readonly key: Expression; readonly value: Expression };

type Parts = {
  readonly names: string[];
  readonly named: Expression[];
  readonly positional: Expression[];
  /** Whether a call or `...` at the end of the positional values gives all its values. */
  isOpen: boolean;
  readonly keyed: KeyedEntry[];
};

/** Splits the items; what must be set one by one, in order, ends in `keyed`. */
function partsOf(table: TableConstructor): Parts {
  const parts: Parts = { names: [], named: [], positional: [], keyed: [], isOpen: false };
  parts.isOpen = table.items.at(-1)?.kind === 'positional';
  for (const item of table.items) {
    if (item.kind === 'positional') {
      parts.positional.push(item.value);
      continue;
    }
    const name = fieldName(item.key);
    const isOrdinary = name !== null && !parts.names.includes(name) && parts.keyed.length === 0;
    if (isOrdinary && parts.names.length < FIELDS_MAX) {
      parts.names.push(name);
      parts.named.push(item.value);
    } else parts.keyed.push({ key: item.key, value: item.value });
  }
  return parts;
}

const STILL: ReadonlySet<Expression['kind']> = new Set([
  'nil',
  'true',
  'false',
  'number',
  'string',
  'function',
  'varargs',
]);

/** The order in which the kinds of items may be evaluated without a script seeing a difference. */
type Order = 'named-first' | 'listed-first' | 'as-written';

function orderOf(f: FunctionEmission, table: TableConstructor, parts: Parts): Order {
  if (parts.positional.length === 0) return 'named-first';
  if (parts.keyed.length > 0) return 'as-written';
  // What stands in front on each side, as far as the other side could tell.
  let listed = 0;
  let named = 0;
  let isNamedFirst = true;
  let isListedFirst = true;
  for (const { kind, value } of table.items) {
    const rank = rankOf(f, value);
    if (kind === 'positional') {
      if (named + rank > 2) isListedFirst = false;
      listed = Math.max(listed, rank);
    } else {
      if (listed + rank > 2) isNamedFirst = false;
      named = Math.max(named, rank);
    }
  }
  if (isNamedFirst) return 'named-first';
  return isListedFirst ? 'listed-first' : 'as-written';
}

/**
 * How much the place of an evaluation matters: 0 not at all, 1 it only reads what others may
 * change, 2 it may change something or fail.
 */
function rankOf(f: FunctionEmission, expression: Expression): 0 | 1 | 2 {
  if (STILL.has(expression.kind)) return 0;
  return expression.kind === 'name' && isPlainName(f, expression) ? 1 : 2;
}

/** Whether reading the name asks no metamethod. */
function isPlainName(f: FunctionEmission, name: Name): boolean {
  const { resolution } = f.module.facts;
  return resolution.locals.has(name) || !resolution.usesEnvironment;
}

function emitFields(f: FunctionEmission, parts: Parts): string {
  if (parts.names.length === 0) return 'N';
  const values = parts.named.map((value) => f.module.emitValue(f, value));
  return `new ${shape(f, parts.names)}(${values.join(', ')})`;
}

function emitListed(f: FunctionEmission, { positional, isOpen }: Parts): string {
  const values = isOpen
    ? emitList(f, positional)
    : positional.map((value) => f.module.emitValue(f, value)).join(', ');
  return `[${values}]`;
}

function emitBase(f: FunctionEmission, parts: Parts): string {
  const fields = emitFields(f, parts);
  const { positional } = parts;
  const last = positional.at(-1);
  if (last === undefined) return `new T(${fields}, A)`;
  const canEndInNil = (kindsOf(f.module.facts, last) & NIL) !== 0;
  const isQuick = positional.length <= QUICK_ITEMS_MAX && !isMulti(last) && !canEndInNil;
  const list = emitListed(f, parts);
  return isQuick ? `new T(${fields}, ${list})` : `R.tableOf(${fields}, ${list})`;
}

/**
 * One item after the other, as they stand in the text. Listed values are collected, and stored as
 * real Lua does it: 50 at a time when another item follows, and at the end. So they win over a
 * bracketed key of the same number that stands before the store.
 */
function emitAsWritten(f: FunctionEmission, { items }: TableConstructor): string {
  const result = take(f);
  const pending = take(f);
  const steps = [`${result} = new T(N, A)`, `${pending} = []`];
  let stored = 0;
  let waiting = 0;
  for (const [index, item] of items.entries()) {
    if (waiting === LISTED_AT_ONCE) {
      steps.push(`R.storeListed(${result}, ${pending}, ${stored})`, `${pending} = []`);
      stored += waiting;
      waiting = 0;
    }
    if (item.kind === 'positional') {
      const isLast = index === items.length - 1;
      const value = isLast ? emitList(f, [item.value]) : f.module.emitValue(f, item.value);
      steps.push(`${pending}.push(${value})`);
      waiting += 1;
    } else steps.push(emitKeyed(f, result, item));
  }
  steps.push(`R.storeListed(${result}, ${pending}, ${stored})`);
  release(f, 2);
  return `(${steps.join(', ')}, ${result})`;
}

function emitKeyed(f: FunctionEmission, result: string, item: KeyedEntry): string {
  const { key, value } = item;
  const name = fieldName(key);
  const setter = name === null ? 'setIndex' : 'setName';
  const values = `${f.module.emitValue(f, key)}, ${f.module.emitValue(f, value)}`;
  return `R.${setter}(${result}, ${values}, ${site(f, key)})`;
}

/**
 * JavaScript of a table constructor; its values are evaluated in the order in which they are
 * written.
 */
export function emitTable(f: FunctionEmission, table: TableConstructor): string {
  const parts = partsOf(table);
  const order = orderOf(f, table, parts);
  if (order === 'as-written') return emitAsWritten(f, table);
  if (order === 'listed-first') {
    return `R.tableOfList(${emitListed(f, parts)}, ${emitFields(f, parts)})`;
  }
  const base = emitBase(f, parts);
  if (parts.keyed.length === 0) return base;
  const result = take(f);
  const steps = parts.keyed.map((item) => emitKeyed(f, result, item));
  release(f);
  return `(${result} = ${base}, ${steps.join(', ')}, ${result})`;
}

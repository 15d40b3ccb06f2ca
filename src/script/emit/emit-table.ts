// Table constructors. The usual forms become one allocation with a hidden class of their own.

import { release, shape, site, take } from '#script/emit/emission.ts';
import type { FunctionEmission } from '#script/emit/emission.ts';
import { fieldName } from '#script/emit/emit-access.ts';
import { emitList } from '#script/emit/emit-call.ts';
import { isMulti, kindsOf } from '#script/semantics/kinds-of.ts';
import { NIL } from '#script/semantics/kind.ts';
import type { Expression, TableConstructor } from '#script/syntax/tree.ts';

const FIELDS_MAX = 60;
const QUICK_ITEMS_MAX = 8;

type Parts = {
  readonly names: string[];
  readonly named: Expression[];
  readonly positional: Expression[];
  /** Whether a call or `...` at the end of the positional values gives all its values. */
  isOpen: boolean;
  readonly keyed: { readonly key: Expression; readonly value: Expression }[];
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

function emitBase(f: FunctionEmission, parts: Parts): string {
  const fields =
    parts.names.length === 0
      ? 'N'
      : `new ${shape(f, parts.names)}(${parts.named.map((value) => f.module.emitValue(f, value)).join(', ')})`;
  const { positional } = parts;
  const last = positional.at(-1);
  if (last === undefined) return `new T(${fields}, A)`;
  const canEndInNil = (kindsOf(f.module.facts, last) & NIL) !== 0;
  const isQuick = positional.length <= QUICK_ITEMS_MAX && !isMulti(last) && !canEndInNil;
  const values = parts.isOpen
    ? emitList(f, positional)
    : positional.map((value) => f.module.emitValue(f, value)).join(', ');
  const list = `[${values}]`;
  return isQuick ? `new T(${fields}, ${list})` : `R.tableOf(${fields}, ${list})`;
}

export function emitTable(f: FunctionEmission, table: TableConstructor): string {
  const parts = partsOf(table);
  const base = emitBase(f, parts);
  if (parts.keyed.length === 0) return base;
  const result = take(f);
  const steps = parts.keyed.map(({ key, value }) => {
    const place = site(f, table.line);
    const text = `${f.module.emitValue(f, key)}, ${f.module.emitValue(f, value)}`;
    return `R.setIndex(${result}, ${text}, ${place})`;
  });
  release(f);
  return `(${result} = ${base}, ${steps.join(', ')}, ${result})`;
}

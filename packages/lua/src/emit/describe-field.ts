// Describes the field that an operand is read from, as known at compile time, for messages about an
// operand that is nil.

import { closestName } from '#lib/closest-name.ts';
import type { SiteOperand } from '#lua/runtime/errors.ts';
import { isSealedTable, named } from '#lua/semantics/facts.ts';
import type { Facts } from '#lua/semantics/facts.ts';
import type { Expression, Index } from '#lua/syntax/tree.ts';

type FieldWords = Pick<SiteOperand, 'key' | 'hint'>;

const NO_FIELD: FieldWords = { key: null, hint: null };

/** The index expression whose value the operand is: itself, or what its local was declared with. */
function readField(facts: Facts, expression: Expression): Index | null {
  if (expression.kind === 'parenthesized') return readField(facts, expression.inner);
  if (expression.kind === 'index') return expression;
  if (expression.kind !== 'name') return null;
  const variable = named(facts, expression);
  const isDeclaredOnce =
    variable !== null && variable.assignments === ('owner' in variable ? 0 : 1);
  const value = isDeclaredOnce ? variable.initialiser : null;
  return value?.kind === 'index' ? value : null;
}

/** The library table that an expression names, when the script has not touched it. */
function libraryTable(facts: Facts, object: Expression): string | null {
  if (object.kind !== 'name' || facts.resolution.locals.has(object)) return null;
  return isSealedTable(facts, object.name) ? object.name : null;
}

/** `'math' has no 'flor', did you mean 'floor'?`; null when the table has the name. */
export function missingInLibrary(facts: Facts, table: string, name: string): string | null {
  const { library, constants } = facts.offered;
  const full = `${table}.${name}`;
  if (library.has(full) || constants.has(full)) return null;
  const start = `${table}.`;
  const names = [...library.keys(), ...constants.keys()]
    .filter((each) => each.startsWith(start))
    .map((each) => each.slice(start.length));
  const closest = closestName(name, names);
  const meant = closest === null ? `, it has ${names.join(', ')}` : `, did you mean '${closest}'?`;
  return `'${table}' has no '${name}'${meant}`;
}

/** The field's name, and what its table has instead where that is known. */
export function describeField(facts: Facts, expression: Expression): FieldWords {
  const field = readField(facts, expression);
  if (field?.key.kind !== 'string') return NO_FIELD;
  const key = field.key.bytes;
  const table = libraryTable(facts, field.object);
  return { key, hint: table === null ? null : missingInLibrary(facts, table, key) };
}

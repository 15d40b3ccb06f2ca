// By what a cached value is known: two expressions that read the same have one value, because a
// name in them has one value for ever.

import { numberLiteral, stringText, variableName } from '#lua/emit/javascript-text.ts';
import type { Facts } from '#lua/semantics/facts.ts';
import type { Call, Expression } from '#lua/syntax/tree.ts';

/** Null for what is never part of a cached value. */
export function cachedName(facts: Facts, expression: Expression): string | null {
  const of = (head: string, ...parts: readonly Expression[]): string | null => {
    const names = parts.map((part) => cachedName(facts, part));
    return names.includes(null) ? null : `${head}(${names.join(',')})`;
  };
  switch (expression.kind) {
    case 'nil':
    case 'true':
    case 'false':
      return expression.kind;
    case 'number':
      return numberLiteral(expression.value);
    case 'string':
      return stringText(expression.bytes);
    case 'name': {
      const local = facts.resolution.locals.get(expression);
      return local === undefined ? expression.name : variableName(local);
    }
    case 'parenthesized':
      return cachedName(facts, expression.inner);
    case 'index':
      return of('index', expression.object, expression.key);
    case 'call':
      return of(`call${groupText(facts, expression)}`, expression.callee, ...expression.args);
    case 'unary':
      return of(expression.operator, expression.operand);
    case 'binary':
    case 'logical':
      return of(expression.operator, expression.left, expression.right);
    case 'method':
    case 'function':
    case 'table':
    case 'varargs':
      return null;
  }
}

/** What reads the same in two groups has two values. */
function groupText({ callGroups }: Facts, call: Call): string {
  const group = callGroups?.get(call);
  return group === undefined ? '' : ` ${group}`;
}

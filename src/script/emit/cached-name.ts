// By what a cached value is known: two expressions that read the same have one value, because a
// name in them has one value for ever.

import { numberLiteral, stringText, variableName } from '#script/emit/javascript-text.ts';
import type { Resolution } from '#script/semantics/scope.ts';
import type { Expression } from '#script/syntax/tree.ts';

/** Null for what is never part of a cached value. */
export function cachedName(resolution: Resolution, expression: Expression): string | null {
  const of = (head: string, ...parts: readonly Expression[]): string | null => {
    const names = parts.map((part) => cachedName(resolution, part));
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
      const local = resolution.locals.get(expression);
      return local === undefined ? expression.name : variableName(local);
    }
    case 'parenthesized':
      return cachedName(resolution, expression.inner);
    case 'index':
      return of('index', expression.object, expression.key);
    case 'call':
      return of('call', expression.callee, ...expression.args);
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

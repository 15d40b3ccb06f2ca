// One value of any expression.

import type { FunctionEmission } from '#lua/emit/emission.ts';
import { emitIndex, emitName } from '#lua/emit/emit-access.ts';
import { emitFirst } from '#lua/emit/emit-call.ts';
import { emitBinary, emitLogical, emitUnary } from '#lua/emit/emit-operator.ts';
import { emitTable } from '#lua/emit/emit-table.ts';
import { numberLiteral, stringText } from '#lua/emit/javascript-text.ts';
import { emitCached } from '#lua/emit/emit-cached.ts';
import { isCached } from '#lua/semantics/is-cached.ts';
import type { Expression } from '#lua/syntax/tree.ts';

/** JavaScript of one value; one that is invariant in a run is computed once. */
export function emitValue(f: FunctionEmission, expression: Expression): string {
  if (!f.isKeeping && isCached(f.module.facts, expression)) {
    return emitCached(f, expression, () => emitAnew(f, expression));
  }
  return emitAnew(f, expression);
}

function emitAnew(f: FunctionEmission, expression: Expression): string {
  switch (expression.kind) {
    case 'nil':
      return 'undefined';
    case 'true':
    case 'false':
      return expression.kind;
    case 'number':
      return numberLiteral(expression.value);
    case 'string':
      return stringText(expression.bytes);
    case 'varargs':
      return 'va[0]';
    case 'name':
      return emitName(f, expression);
    case 'index':
      return emitIndex(f, expression);
    case 'call':
    case 'method':
      return emitFirst(f, expression);
    case 'function':
      return f.module.emitFunction(f, expression.body);
    case 'binary':
      return emitBinary(f, expression);
    case 'logical':
      return emitLogical(f, expression);
    case 'unary':
      return emitUnary(f, expression);
    case 'table':
      return emitTable(f, expression);
    case 'parenthesized':
      return emitValue(f, expression.inner);
  }
}

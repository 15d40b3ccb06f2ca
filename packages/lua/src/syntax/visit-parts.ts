// The step of every pass over the tree: from an expression to those that it is made of.

import type { Expression } from '#lua/syntax/tree.ts';

/**
 * Visits them in the order in which they are evaluated; the body of a function is none of them.
 * `state` is handed on, so that a pass needs no closure for each expression.
 */
export function visitParts<State>(
  state: State,
  expression: Expression,
  visit: (state: State, part: Expression) => void,
): void {
  switch (expression.kind) {
    case 'index':
      visit(state, expression.object);
      visit(state, expression.key);
      return;
    case 'call':
      visit(state, expression.callee);
      for (const arg of expression.args) visit(state, arg);
      return;
    case 'method':
      visit(state, expression.object);
      for (const arg of expression.args) visit(state, arg);
      return;
    case 'binary':
    case 'logical':
      visit(state, expression.left);
      visit(state, expression.right);
      return;
    case 'unary':
      visit(state, expression.operand);
      return;
    case 'parenthesized':
      visit(state, expression.inner);
      return;
    case 'table':
      for (const item of expression.items) {
        if (item.kind === 'keyed') visit(state, item.key);
        visit(state, item.value);
      }
      return;
    case 'nil':
    case 'true':
    case 'false':
    case 'number':
    case 'string':
    case 'name':
    case 'function':
    case 'varargs':
  }
}

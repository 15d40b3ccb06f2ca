// Functions of a script that ask for bars of another length, themselves or through others. Each
// call of one is a function of its own, because the program of its bars depends on the call.

import { dottedName } from '#pine/compile/emit-pine-expression.ts';
import { visitExpressions } from '#pine/compile/visit-expressions.ts';
import type { PineTree } from '#pine/syntax/pine-tree.ts';

export const SECURITIES: ReadonlySet<string> = new Set([
  'request.security',
  'request.security_lower_tf',
]);

/** Names of the functions, found until no further one is added. */
export function securityCallers(tree: PineTree): ReadonlySet<string> {
  const calls = new Map<string, Set<string>>();
  const found = new Set<string>();
  for (const statement of tree) {
    if (statement.kind !== 'function') continue;
    const called = calls.get(statement.name) ?? new Set<string>();
    calls.set(statement.name, called);
    visitExpressions([statement], (e) => {
      if (e.kind !== 'call') return;
      if (e.callee.kind === 'member') called.add(e.callee.name);
      const name = dottedName(e.callee);
      if (name !== null) called.add(name);
    });
  }
  for (let size = -1; size !== found.size;) {
    size = found.size;
    for (const [name, called] of calls)
      if ([...called].some((each) => SECURITIES.has(each) || found.has(each))) found.add(name);
  }
  return found;
}

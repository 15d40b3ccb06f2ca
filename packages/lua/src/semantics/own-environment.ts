// Scripts that assign `_ENV`. In Lua it is an upvalue of the chunk; here names are global without
// one, so such a chunk gets a local of that name, through which all its global names then go.

import type { FunctionBody, Statement } from '#lua/syntax/tree.ts';
import type { Resolution } from '#lua/semantics/scope.ts';

const PLACE = { line: 0, column: 1 } as const;

/** Whether the script assigns the `_ENV` that no local or parameter of its own stands for. */
export function assignsEnvironment(resolution: Resolution): boolean {
  return (resolution.globals.get('_ENV')?.assignments ?? 0) > 0;
}

/** The chunk with `local _ENV = _ENV` in front. To be resolved anew. */
export function withOwnEnvironment(chunk: FunctionBody): FunctionBody {
  const declaration: Statement = {
    kind: 'local',
    names: [{ name: '_ENV', attribute: null, ...PLACE }],
    values: [{ kind: 'name', name: '_ENV', ...PLACE, height: 1 }],
    ...PLACE,
  };
  const { statements, endLine } = chunk.block;
  return { ...chunk, block: { statements: [declaration, ...statements], endLine } };
}

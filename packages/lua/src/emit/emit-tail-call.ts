// A function that ends in a call of itself begins again instead, and takes no further stack. Calls
// of other functions at the end do take stack: see docs/lua.md.

import { release, take } from '#lua/emit/emission.ts';
import type { FunctionEmission } from '#lua/emit/emission.ts';
import { variableName } from '#lua/emit/javascript-text.ts';
import { calledFunction } from '#lua/semantics/facts.ts';
import { isMulti, isSingle } from '#lua/semantics/kinds-of.ts';
import type { Variable } from '#lua/semantics/scope.ts';
import type { Block, Call, Return, Statement } from '#lua/syntax/tree.ts';

/** The text of a `return` that calls its own function; null where it must be a call. */
export function emitRepeatedCall(f: FunctionEmission, { values }: Return): string | null {
  const [call] = values;
  if (call?.kind !== 'call' || values.length > 1) return null;
  if (calledFunction(f.module.facts, call.callee) !== f.scope) return null;
  // A global may hold another closure of the same text by now; a local has come with this one.
  const { locals } = f.module.facts.resolution;
  if (call.callee.kind !== 'name' || !locals.has(call.callee)) return null;
  const parameters = ownParameters(f);
  if (parameters === null || !hasOwnCount(f, call) || closesIn(f.scope.body.block)) return null;
  f.isRepeated = true;
  const texts = call.args.map((arg) => {
    const text = f.module.emitValue(f, arg);
    return { text, value: take(f) };
  });
  release(f, texts.length);
  const evaluated = texts.map(({ text, value }) => `${value} = ${text};`);
  const given = parameters.map(
    (parameter, index) => `${variableName(parameter)} = ${texts[index]?.value ?? 'undefined'};`,
  );
  return `{ ${[...evaluated, ...given].join(' ')} continue top; }`;
}

/** The parameters, when each call may write over those of the one before. */
function ownParameters({ module, scope }: FunctionEmission): readonly Variable[] | null {
  const { parameters, isVararg } = scope.body;
  const { variables } = module.facts.resolution;
  const found = parameters.flatMap((parameter) => variables.get(parameter) ?? []);
  const isShared = found.some((variable) => variable.isCaptured);
  return isVararg || isShared || found.length < parameters.length ? null : found;
}

/** Whether the number of arguments is known. */
function hasOwnCount(f: FunctionEmission, { args }: Call): boolean {
  const last = args.at(-1);
  return last === undefined || !isMulti(last) || isSingle(f.module.facts, last);
}

const closing = new WeakMap<Block, boolean>();

/** Whether something is closed at the end of a block, which then has no call as its last act. */
function closesIn(block: Block): boolean {
  const known = closing.get(block);
  if (known !== undefined) return known;
  const found = block.statements.some(closes);
  closing.set(block, found);
  return found;
}

function closes(statement: Statement): boolean {
  switch (statement.kind) {
    case 'local':
      return statement.names.some((name) => name.attribute === 'close');
    case 'do':
    case 'while':
    case 'repeat':
    case 'numeric-for':
    case 'generic-for':
      return closesIn(statement.block);
    case 'if': {
      const { clauses, otherwise } = statement;
      return (
        clauses.some((each) => closesIn(each.block)) || (otherwise !== null && closesIn(otherwise))
      );
    }
    case 'assign':
    case 'call':
    case 'return':
    case 'break':
    case 'goto':
    case 'label':
    case 'local-function':
      return false;
  }
}

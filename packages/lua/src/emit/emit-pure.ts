// Pure updates: those in which a warm chunk only reads, compares and decides to do nothing. A
// loop of their own goes through them; as nothing is called and nothing charged in it, V8 keeps the
// arrays of all series in registers, which it cannot where a call may change anything.
//
// Where the chunk would do more, the loop stops with a number for the place in `at`, and the update
// is run as it always is. What was only read gives the same values again, and conditions that led
// to the place, or past it, are not worked out twice (emitClauseTest).

import type { FunctionEmission } from '#lua/emit/emission.ts';
import { emitCondition } from '#lua/emit/emit-condition.ts';
import { leavingTest } from '#lua/emit/emit-idle.ts';
import { hasAssumedCall, noteStanding, quietCall, standingSetup } from '#lua/emit/emit-standing.ts';
import { emitEntry } from '#lua/emit/emit-function.ts';
import { emitStatement } from '#lua/emit/emit-statement.ts';
import { mark } from '#lua/emit/javascript-text.ts';
import { isPureAssign, isPureLocal, isPureValue } from '#lua/emit/is-pure.ts';
import { sink } from '#lua/emit/sunk-locals.ts';
import { blockSteps } from '#lua/emit/measure.ts';
import type { Block, CallStatement, Expression, If, Statement } from '#lua/syntax/tree.ts';

type Pure = {
  readonly text: string;
  /** The place where a block stops being pure whenever it is entered. */
  readonly exit: number | null;
  /** Whether an update can stay pure up to the end, or a `return` that ends it before. */
  readonly canEnd: boolean;
  readonly canReturn: boolean;
};

type Places = { count: number };

/** A loop through pure updates from `row` on; empty where none can be pure. */
export function emitPure(f: FunctionEmission): string {
  f.assumed = new Set();
  const { text, canEnd, canReturn } = emitPureBlock(f, f.scope.body.block, { count: 0 });
  f.assumed = null;
  f.sunk.clear();
  if (!canEnd && !canReturn) {
    f.exits.clear();
    f.standing.clear();
    return '';
  }
  // Read once in front, an array is one whose place V8 knows in the whole loop.
  const arrays = [...(f.warm?.arrays ?? [])].map((field) => `n${field.slice(1)}[row];`);
  const loop = `${arrays.join(' ')} pure: do { main: { ${text} }\nrow += 1; } while (row < to);`;
  // What an update is charged when it is entered.
  const charged = emitEntry(f) === '' ? 0 : blockSteps(f.scope.body.block);
  return [
    standingSetup(f),
    charged === 0 ? `at = 0; ${loop}` : `at = -1; if (steps >= ${charged}) { at = 0; ${loop} }`,
    // What was noted of an update that is run as a whole is noted by that.
    text.includes('wished[row]') ? 'if (at !== 0 && wished.length > 0) wished[row] = 0;' : '',
    `if (at === 0) { h.row = row - 1; M[4] = M[0] - ${charged}; return row; }`,
    // What follows belongs to no line yet.
    mark({ line: 0, column: 0 }),
  ].join('\n');
}

function emitPureBlock(f: FunctionEmission, block: Block, places: Places): Pure {
  const text: string[] = [];
  let canReturn = false;
  for (const statement of block.statements) {
    const pure = emitPureStatement(f, statement, places);
    text.push(pure.text);
    canReturn ||= pure.canReturn;
    if (!pure.canEnd) return { text: text.join(' '), exit: pure.exit, canEnd: false, canReturn };
  }
  return { text: text.join(' '), exit: null, canEnd: true, canReturn };
}

/**
 * A statement, in front of which the update is left where not all holds that its text assumes: the
 * place of that comes before those within.
 */
function emitPureStatement(f: FunctionEmission, statement: Statement, places: Places): Pure {
  if (!valuesOf(statement).some((value) => hasAssumedCall(f, value)))
    return emitPureAs(f, statement, places);
  const { assumed } = f;
  f.assumed = new Set();
  const left = leaves(places);
  const pure = emitPureAs(f, statement, places);
  const tests = [...f.assumed].join(' && ');
  f.assumed = assumed;
  // One that is not pure for another reason assumes nothing: the update is left there anyway.
  if (tests === '') return pure;
  return { ...pure, text: `if (!(${tests})) { ${left.text} } ${pure.text}` };
}

/** What a statement evaluates itself. */
function valuesOf(statement: Statement): readonly Expression[] {
  if (statement.kind === 'if') return statement.clauses.map(({ condition }) => condition);
  return statement.kind === 'local' || statement.kind === 'assign' ? statement.values : [];
}

function emitPureAs(f: FunctionEmission, statement: Statement, places: Places): Pure {
  switch (statement.kind) {
    case 'local':
      if (!isPureLocal(f, statement)) return leaves(places);
      return sink(f, statement) ? EMPTY : plain(f, statement);
    case 'assign':
      return isPureAssign(f, statement) ? plain(f, statement) : leaves(places);
    case 'return':
      if (statement.values.length > 0) return leaves(places);
      return { text: 'break main;', exit: null, canEnd: false, canReturn: true };
    case 'do': {
      const inner = emitPureBlock(f, statement.block, places);
      return { ...inner, text: `{ ${inner.text} }` };
    }
    case 'if':
      return statement.clauses.every(({ condition }) => isPureValue(f, condition))
        ? emitPureIf(f, statement, places)
        : leaves(places);
    case 'call':
      return emitPureCall(f, statement, places);
    case 'while':
    case 'repeat':
    case 'numeric-for':
    case 'generic-for':
    case 'local-function':
    case 'break':
    case 'goto':
    case 'label':
      return leaves(places);
  }
}

const EMPTY: Pure = { text: '', exit: null, canEnd: true, canReturn: false };

function plain(f: FunctionEmission, statement: Statement): Pure {
  return { text: emitStatement(f, statement), exit: null, canEnd: true, canReturn: false };
}

/** A call that has nothing to do in most updates; any other leaves. */
function emitPureCall(f: FunctionEmission, { call }: CallStatement, places: Places): Pure {
  const quiet = call.kind === 'call' ? quietCall(f, call) : null;
  if (quiet !== null) {
    noteStanding(f, quiet);
    const { value, test } = quiet;
    const noted = `if (${value} !== 0 && wished[row] === 0) { wished[row] = ${value}; }`;
    return { ...EMPTY, text: `${noted} else if (!(${test})) { ${leaves(places).text} }` };
  }
  const test = leavingTest(f, call);
  if (test === null) return leaves(places);
  if (test === '') return EMPTY;
  return { ...EMPTY, text: `if (${test}) { ${leaves(places).text} }` };
}

function leaves(places: Places): Pure {
  places.count += 1;
  const text = `at = ${places.count}; break pure;`;
  return { text, exit: places.count, canEnd: false, canReturn: false };
}

function emitPureIf(f: FunctionEmission, { clauses, otherwise }: If, places: Places): Pure {
  const blocks: Pure[] = [];
  const text = clauses.map((clause) => {
    const condition = emitCondition(f, clause.condition);
    const pure = emitPureBlock(f, clause.block, places);
    if (pure.exit !== null) f.exits.set(clause.block, pure.exit);
    blocks.push(pure);
    return `if (${condition}) { ${pure.text} }`;
  });
  if (otherwise !== null) {
    const pure = emitPureBlock(f, otherwise, places);
    blocks.push(pure);
    text.push(`{ ${pure.text} }`);
  }
  return {
    text: text.join(' else '),
    exit: null,
    canEnd: otherwise === null || blocks.some(({ canEnd }) => canEnd),
    canReturn: blocks.some(({ canReturn }) => canReturn),
  };
}

// Statements and blocks of Pine as JavaScript.

import type { PineCompiler, TypedCode } from '#pine/compile/pine-compiler.ts';
import {
  NOTHING,
  freshName,
  meant,
  mistake,
  shownType,
  typeOf,
  warn,
} from '#pine/compile/pine-compiler.ts';
import { naAs } from '#pine/compile/emit-pine-expression.ts';
import type { Constant, Scope, Unit, Variable } from '#pine/compile/pine-scope.ts';
import { findVariable, slot, write } from '#pine/compile/pine-scope.ts';
import type { PineType, Rank } from '#pine/compile/pine-type.ts';
import {
  NA_TYPE,
  SERIES,
  UNKNOWN_TYPE,
  VOID_TYPE,
  fits,
  isTuple,
  typeArguments,
} from '#pine/compile/pine-type.ts';
import type {
  Block,
  Expression,
  Place,
  Statement,
  TypeName,
  VariableStatement,
} from '#pine/syntax/pine-tree.ts';

const VOID: TypedCode = { code: 'NaN', type: VOID_TYPE, rank: 0 };

/** Emits the statements; gives the value of the last one where it is wanted. */
export function emitBlock(
  c: PineCompiler,
  unit: Unit,
  scope: Scope,
  { statements }: Block,
  wantsValue: boolean,
): TypedCode {
  let value: TypedCode = VOID;
  for (const [at, statement] of statements.entries()) {
    const isLast = at === statements.length - 1;
    value = emitStatement(c, unit, scope, statement, wantsValue && isLast);
  }
  return value;
}

function emitStatement(
  c: PineCompiler,
  unit: Unit,
  scope: Scope,
  statement: Statement,
  wantsValue: boolean,
): TypedCode {
  switch (statement.kind) {
    case 'variable':
      return emitVariable(c, unit, scope, statement);
    case 'tupleVariables':
      return emitTupleVariables(c, unit, scope, statement);
    case 'assignment':
      return emitAssignment(c, unit, scope, statement);
    case 'expression':
      return emitValue(c, unit, scope, statement.value, wantsValue);
    case 'break':
    case 'continue':
      if (unit.loops === 0) return mistake(c, statement, `'${statement.kind}' stands in no loop`);
      write(unit, statement, `${statement.kind};`);
      return VOID;
    case 'function':
    case 'type':
    case 'enum':
    case 'import':
      if (!scope.isGlobal)
        mistake(c, statement, `a definition is not indented: only the script itself has them`);
      return VOID;
  }
}

function emitValue(
  c: PineCompiler,
  unit: Unit,
  scope: Scope,
  value: Expression,
  wantsValue: boolean,
): TypedCode {
  const structures: readonly string[] = ['if', 'switch', 'for', 'forIn', 'while', 'once'];
  if (structures.includes(value.kind))
    return c.emit.structure(c, unit, scope, value, wantsValue) ?? VOID;
  if (value.kind === 'call' && isDeclaration(value)) return declare(c, unit, scope, value);
  const typed = c.emit.expression(c, unit, scope, value);
  if (wantsValue && typed.type !== VOID_TYPE) return typed;
  write(unit, value, `${typed.code};`);
  return typed.type === VOID_TYPE ? VOID : typed;
}

const DECLARATIONS: ReadonlySet<string> = new Set(['indicator', 'strategy', 'library']);

function isDeclaration({ callee }: Extract<Expression, { readonly kind: 'call' }>): boolean {
  return callee.kind === 'name' && DECLARATIONS.has(callee.name);
}

export const DECLARATION_NAMES: Readonly<Record<string, string>> = {
  library: 'title overlay',
  indicator:
    'title shorttitle overlay format precision scale max_bars_back timeframe timeframe_gaps ' +
    'explicit_plot_zorder max_lines_count max_labels_count max_boxes_count calc_bars_count ' +
    'max_polylines_count dynamic_requests behind_chart',
  strategy:
    'title shorttitle overlay format precision scale pyramiding calc_on_order_fills ' +
    'calc_on_every_tick calc_on_every_history_tick max_bars_back ' +
    'backtest_fill_limits_assumption default_qty_type ' +
    'default_qty_value initial_capital currency slippage commission_type commission_value ' +
    'process_orders_on_close close_entries_rule margin_long margin_short explicit_plot_zorder ' +
    'max_lines_count max_labels_count max_boxes_count calc_bars_count risk_free_rate ' +
    'use_bar_magnifier fill_orders_on_standard_ohlc max_polylines_count dynamic_requests ' +
    'behind_chart',
};

/** Settings that run a script within a bar, and what is done instead. */
const RUNS_WITHIN_BARS: Readonly<Record<string, string>> = {
  calc_on_every_tick: 'a bot runs when a bar has closed, as a backtest does',
  calc_on_every_history_tick: 'a backtest runs when a bar has closed',
};

const RECALCULATES =
  "'calc_on_order_fills' counts in backtests by the rules 'tradingview', where the script then " +
  'knows the whole bar already; elsewhere, and in bots, it runs when a bar has closed';

/** Those of most markets, which are worth about the same; and that of the market. */
const NEAR_CURRENCIES: ReadonlySet<string> = new Set(['NONE', 'USD', 'USDT']);

function declare(
  c: PineCompiler,
  unit: Unit,
  scope: Scope,
  e: Extract<Expression, { readonly kind: 'call' }>,
): TypedCode {
  const kind = e.callee.kind === 'name' ? e.callee.name : '';
  if (c.declaration !== null)
    return mistake(c, e, `a script is declared once, found '${kind}' again`);
  const names = (DECLARATION_NAMES[kind] ?? '').split(' ');
  const given: Record<string, Constant> = Object.create(null) as Record<string, Constant>;
  for (const [at, { name, value }] of e.arguments.entries()) {
    const key = name ?? names[at] ?? '';
    if (!names.includes(key))
      mistake(c, value, `'${kind}' has no parameter '${key}'${meant(key, names)}`);
    const { constant } = c.emit.expression(c, unit, scope, value);
    if (constant === undefined) mistake(c, value, `argument '${key}' of '${kind}' is a constant`);
    else given[key] = constant;
  }
  for (const [name, effect] of Object.entries(RUNS_WITHIN_BARS))
    if (given[name] === true) warn(c, e, `'${name}' has no effect here: ${effect}`);
  if (given['calc_on_order_fills'] === true) warn(c, e, RECALCULATES);
  const { currency } = given;
  if (currency !== undefined && !NEAR_CURRENCIES.has(String(currency)))
    warn(c, e, `amounts are taken as of the market's currency: no rate of ${currency} is known`);
  const { line, column } = e;
  c.declaration = { kind: kind as 'strategy', arguments: given, line, column };
  return VOID;
}

/** The type that a variable has: the written one, or that of its value. */
function declaredType(
  c: PineCompiler,
  place: Place,
  written: TypeName | null,
  value: TypedCode,
  name: string,
): PineType {
  if (written === null || written.name === '') {
    if (value.type === NA_TYPE)
      return mistake(c, place, `the type of '${name}' is not known; write it: 'float ${name} = na'`)
        .type;
    if (value.type === VOID_TYPE)
      return mistake(c, place, `what stands behind '${name} =' has no value`).type;
    return value.type;
  }
  const type = typeOf(c, written);
  if (fits(value.type, type) || (c.version === 5 && type === 'bool' && fits(value.type, 'float')))
    return type;
  mistake(
    c,
    place,
    `'${name}' is '${type}', found ${shownType(value)}${castHint(value.type, type)}`,
  );
  return type;
}

function castHint(from: PineType, to: PineType): string {
  return from === 'float' && to === 'int' ? "; write 'int(...)'" : '';
}

function emitVariable(c: PineCompiler, unit: Unit, scope: Scope, e: VariableStatement): TypedCode {
  if (scope.variables.has(e.name)) {
    const hint = "to change it, write ':='";
    mistake(c, e, `'${e.name}' is declared in this block already; ${hint}`);
  }
  const outer = c.declaring;
  c.declaring = e.name;
  const typed =
    e.mode === null ? plainVariable(c, unit, scope, e) : retainedVariable(c, unit, scope, e);
  c.declaring = outer;
  return typed;
}

type VariableFacts = {
  readonly name: string;
  readonly type: PineType;
  readonly rank: Rank;
  readonly constant?: Constant | undefined;
};

function newVariable(
  c: PineCompiler,
  unit: Unit,
  scope: Scope,
  retained: VariableFacts,
  code: string,
): Variable {
  const depth = c.depths.get(retained.name);
  const isAssigned = c.assigned.has(retained.name);
  const { constant, ...rest } = retained;
  const variable: Variable = {
    ...rest,
    rank: isAssigned ? SERIES : retained.rank,
    code,
    history: depth === undefined ? null : stateOf(unit, slot(unit, `R.history(${depth})`)),
    isFixed: false,
    isGlobal: scope.isGlobal,
    constant: isAssigned ? undefined : constant,
  };
  scope.variables.set(retained.name, variable);
  return variable;
}

/** The state of the script is seen from its functions too. */
function stateOf({ isMain }: Unit, code: string): string {
  return isMain ? code.replace(/^s\./, 'G.') : code;
}

function noteHistory(unit: Unit, place: Place, { history, code }: Variable): void {
  if (history !== null) write(unit, place, `R.set(${history}, ${code});`);
}

function plainVariable(c: PineCompiler, unit: Unit, scope: Scope, e: VariableStatement): TypedCode {
  const value = c.emit.expression(c, unit, scope, e.value);
  const type = declaredType(c, e, e.type, value, e.name);
  const code = localCode(c, unit, scope);
  const asBool =
    c.version === 5 && type === 'bool' && value.type !== 'bool' && value.type !== NA_TYPE;
  const text = asBool ? `R.truth(${value.code})` : naAs(c, value, type);
  write(unit, e, `${scope.isGlobal ? '' : 'let '}${code} = ${text};`);
  const { rank, constant } = value;
  const isConstant = type === value.type || type === 'float';
  const variable = newVariable(
    c,
    unit,
    scope,
    { name: e.name, type, rank, constant: isConstant ? constant : undefined },
    code,
  );
  noteHistory(unit, e, variable);
  return { code, type, rank: variable.rank };
}

function localCode(c: PineCompiler, _unit: Unit, scope: Scope): string {
  const code = freshName(c, scope.isGlobal ? 'g' : 'v');
  if (scope.isGlobal) c.globalNames.push(code);
  return code;
}

/** Whether the script asks to run again after its orders have filled. */
function recalculates({ declaration }: PineCompiler): boolean {
  return declaration?.arguments['calc_on_order_fills'] === true;
}

/** `var` and `varip` are made once. The same, but for a script that runs within bars. */
function retainedVariable(
  c: PineCompiler,
  unit: Unit,
  scope: Scope,
  e: VariableStatement,
): TypedCode {
  const isLasting = e.mode === 'varip' && recalculates(c);
  const code = stateOf(unit, slot(unit, 'undefined', isLasting));
  write(unit, e, `if (${code} === undefined) {`);
  const value = c.emit.expression(c, unit, scope, e.value);
  const type = declaredType(c, e, e.type, value, e.name);
  write(unit, e, `${code} = ${naAs(c, value, type)};`);
  write(unit, e, '}');
  const { rank } = value;
  const constant = type === value.type || type === 'float' ? value.constant : undefined;
  const variable = newVariable(c, unit, scope, { name: e.name, type, rank, constant }, code);
  noteHistory(unit, e, variable);
  return { code, type, rank: variable.rank };
}

function emitTupleVariables(
  c: PineCompiler,
  unit: Unit,
  scope: Scope,
  e: Extract<Statement, { readonly kind: 'tupleVariables' }>,
): TypedCode {
  const value = c.emit.expression(c, unit, scope, e.value);
  const types = typeArguments(value.type);
  if (value.type !== UNKNOWN_TYPE && (!isTuple(value.type) || types.length !== e.names.length))
    mistake(c, e, `a tuple of ${e.names.length} values expected, found ${shownType(value)}`);
  const tuple = freshName(c, 't');
  write(unit, e, `const ${tuple} = ${value.type === UNKNOWN_TYPE ? '[]' : value.code};`);
  for (const [at, each] of e.names.entries()) {
    if (each.name === '_') continue;
    if (scope.variables.has(each.name))
      mistake(c, each, `'${each.name}' is declared in this block already`);
    const code = localCode(c, unit, scope);
    write(unit, each, `${scope.isGlobal ? '' : 'let '}${code} = ${tuple}[${at}];`);
    const retained = { name: each.name, type: types[at] ?? UNKNOWN_TYPE, rank: value.rank };
    noteHistory(unit, each, newVariable(c, unit, scope, retained, code));
  }
  return value.type === UNKNOWN_TYPE ? NOTHING : { ...value, code: tuple };
}

function emitAssignment(
  c: PineCompiler,
  unit: Unit,
  scope: Scope,
  e: Extract<Statement, { readonly kind: 'assignment' }>,
): TypedCode {
  const { target } = e;
  const variable = target.kind === 'name' ? findVariable(scope, target.name) : null;
  if (target.kind === 'name' && variable === null) {
    const isOffered = c.builtins.variables.has(target.name);
    const hint = isOffered
      ? 'is built in and cannot be changed'
      : `is not declared; write '${target.name} = ...'`;
    return mistake(c, e, `'${target.name}' ${hint}`);
  }
  if (variable?.isGlobal === true && !unit.isMain)
    return mistake(c, e, `a function does not change '${variable.name}', a variable of the script`);
  const place = variable ?? c.emit.expression(c, unit, scope, target);
  const right = assignedValue(c, unit, scope, e);
  const isBool = c.version === 5 && place.type === 'bool' && fits(right.type, 'float');
  if (!fits(right.type, place.type) && !isBool) {
    const name = target.kind === 'name' ? `'${target.name}'` : 'the field';
    const hint = place.type === 'int' && right.type === 'float' ? '; declare it as float' : '';
    return mistake(c, e, `${name} is '${place.type}', found ${shownType(right)}${hint}`);
  }
  write(
    unit,
    e,
    `${place.code} = ${isBool ? `R.truth(${right.code})` : naAs(c, right, place.type)};`,
  );
  if (variable !== null) noteHistory(unit, e, variable);
  return { code: place.code, type: place.type, rank: SERIES };
}

function assignedValue(
  c: PineCompiler,
  unit: Unit,
  scope: Scope,
  e: Extract<Statement, { readonly kind: 'assignment' }>,
): TypedCode {
  if (e.operator === ':=') return c.emit.expression(c, unit, scope, e.value);
  const { line, column } = e;
  const operator = e.operator.slice(0, 1) as '+';
  return c.emit.expression(c, unit, scope, {
    kind: 'binary',
    line,
    column,
    operator,
    left: e.target,
    right: e.value,
  });
}

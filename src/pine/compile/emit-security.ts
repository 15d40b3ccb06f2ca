// `request.security`: the value of an expression on bars of another length. The statements above it
// and the expression become a program of their own, which runs when such a bar has closed.

import { dottedName, naAs } from '#pine/compile/emit-pine-expression.ts';
import type { PineCompiler, SecurityLook, TypedCode } from '#pine/compile/pine-compiler.ts';
import { mistake, shownType, warn } from '#pine/compile/pine-compiler.ts';
import type { Scope, Unit } from '#pine/compile/pine-scope.ts';
import { findVariable, write } from '#pine/compile/pine-scope.ts';
import { visitWithin } from '#pine/compile/visit-expressions.ts';
import type { PineType } from '#pine/compile/pine-type.ts';
import { SERIES, fits, isTuple, naOf, typeArguments } from '#pine/compile/pine-type.ts';
import type { CallExpression, Expression } from '#pine/syntax/pine-tree.ts';

/** Parameters of each call. */
export const SECURITY_NAMES = {
  'request.security':
    'symbol timeframe expression gaps lookahead ignore_invalid_symbol currency calc_bars_count',
  'request.security_lower_tf':
    'symbol timeframe expression ignore_invalid_symbol currency ignore_invalid_timeframe ' +
    'calc_bars_count',
} as const;

type SecurityCall = { readonly unit: Unit; readonly scope: Scope; readonly e: CallExpression };

function argumentsByName(
  c: PineCompiler,
  e: CallExpression,
  called: string,
  listed: string,
): Map<string, Expression> {
  const names = listed.split(' ');
  const found = new Map<string, Expression>();
  for (const [at, { name, value }] of e.arguments.entries()) {
    const key = name ?? names[at] ?? '';
    if (!names.includes(key)) mistake(c, value, `'${called}' has no parameter '${key}'`);
    found.set(key, value);
  }
  return found;
}

/** The same value one bar later: `close` of `close[1]`; null where it is not of an earlier bar. */
function oneLater(e: Expression): Expression | null {
  if (e.kind === 'tuple') {
    const items = e.items.map(oneLater);
    return items.includes(null) ? null : { ...e, items: items as Expression[] };
  }
  if (e.kind !== 'history' || e.offset.kind !== 'integer' || e.offset.value < 1) return null;
  if (e.offset.value === 1) return e.value;
  return { ...e, offset: { ...e.offset, value: e.offset.value - 1 } };
}

function emptyOf(c: PineCompiler, type: PineType): string {
  if (!isTuple(type)) return naOf(type, c.version);
  return `[${typeArguments(type)
    .map((each) => naOf(each, c.version))
    .join(', ')}]`;
}

function asks(value: Expression | undefined, name: string): boolean {
  return value !== undefined && dottedName(value) === `barmerge.${name}`;
}

const LOOKS_AHEAD =
  "'lookahead_on': the history of TradingView has the final value of a bar before it has closed, " +
  'and so has a backtest by its rules; by all others, and in bots, it is the value so far';

/** Which bar the value is of, and its expression: `close` of the bar before is `close[1]`. */
function lookOf(
  c: PineCompiler,
  { unit, scope, e }: SecurityCall,
  lookahead: Expression | undefined,
  value: Expression,
): { readonly look: SecurityLook; readonly own: Expression } {
  if (lookahead === undefined) return { look: 'closed', own: value };
  const { constant } = c.emit.expression(c, unit, scope, lookahead);
  if (constant !== 'lookahead_on') return { look: 'closed', own: value };
  const own = oneLater(value);
  if (own !== null) return { look: 'earlier', own };
  if (c.target === null) warn(c, e, LOOKS_AHEAD);
  return { look: 'developing', own: value };
}

/** Whether the expression names a variable of a function or a block. */
function namesLocal(scope: Scope, value: Expression): boolean {
  let isLocal = false;
  visitWithin(value, (e) => {
    if (e.kind === 'name') isLocal ||= findVariable(scope, e.name)?.isGlobal === false;
  });
  return isLocal;
}

/** Code of a request, whose program is added to the compiler's. */
export function emitSecurity(c: PineCompiler, call: SecurityCall, name: string): TypedCode {
  const { unit, scope, e } = call;
  const isLower = name === 'request.security_lower_tf';
  const given = argumentsByName(
    c,
    e,
    name,
    SECURITY_NAMES[isLower ? 'request.security_lower_tf' : 'request.security'],
  );
  const [symbol, timeframe, value] = ['symbol', 'timeframe', 'expression'].map((each) =>
    given.get(each),
  );
  if (symbol === undefined || timeframe === undefined || value === undefined)
    return mistake(c, e, `'${name}' has a symbol, a timeframe and an expression`);
  const codes = [symbol, timeframe].map((each) => {
    const typed = c.emit.expression(c, unit, scope, each);
    if (!fits(typed.type, 'string'))
      mistake(c, each, `a string expected, found ${shownType(typed)}`);
    const doubt = each === symbol ? doubtOfSymbol : doubtOfTimeframe;
    const about = typeof typed.constant === 'string' ? doubt(typed.constant) : null;
    if (about !== null && c.target === null) warn(c, each, about);
    return naAs(c, typed, 'string');
  });
  const { look, own } = lookOf(c, call, given.get('lookahead'), value);
  const isInside = !unit.isMain || namesLocal(scope, own);
  const lineCount = unit.lines.length;
  const typed = c.emit.expression(c, unit, scope, own);
  const empty = emptyOf(c, typed.type);
  const { statement } = c;
  const site = c.securities.length;
  // What they are is known when the call is made: a local variable is not needed on its bars.
  const before = [symbol, timeframe].filter((each) => !namesLocal(scope, each));
  c.securities.push({ e, before, value: own, look, isInside, empty, statement });
  const type = isLower ? arraysOf(typed.type) : typed.type;
  if (c.target === site) {
    write(unit, e, `K = ${naAs(c, typed, typed.type)};`);
    return { code: isLower ? noBars(typed.type) : 'K', type, rank: SERIES };
  }
  unit.lines.length = lineCount;
  if (c.target !== null) return { code: isLower ? noBars(typed.type) : empty, type, rank: SERIES };
  const hasGaps = asks(given.get('gaps'), 'gaps_on');
  const called = isLower ? 'R.lower' : 'R.security';
  return { code: `${called}(${[site, ...codes, hasGaps, empty].join(', ')})`, type, rank: SERIES };
}

function doubtOfSymbol(symbol: string): string | null {
  if (symbol === '') return null;
  return `"${symbol}" is read from the exchange of the run; na where that has no such market`;
}

function doubtOfTimeframe(timeframe: string): string | null {
  if (timeframe.endsWith('S'))
    return `timeframe "${timeframe}": no candles are shorter than a minute; it is na`;
  return /^\d*[DWM]?$/.test(timeframe) ? null : `timeframe "${timeframe}" is not known`;
}

/** Each value becomes an array of the values of the bars inside one. */
function arraysOf(type: PineType): PineType {
  if (!isTuple(type)) return `array<${type}>`;
  return `[${typeArguments(type)
    .map((each) => `array<${each}>`)
    .join(',')}]`;
}

function noBars(type: PineType): string {
  const none = 'R.noBars()';
  return isTuple(type)
    ? `[${typeArguments(type)
        .map(() => none)
        .join(', ')}]`
    : none;
}

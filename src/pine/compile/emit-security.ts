// `request.security`: the value of an expression on bars of another length. The statements above it
// and the expression become a program of their own, which runs when such a bar has closed.

import { dottedName } from '#pine/compile/emit-pine-expression.ts';
import type { PineCompiler, TypedCode } from '#pine/compile/pine-compiler.ts';
import { mistake, shownType } from '#pine/compile/pine-compiler.ts';
import type { Scope, Unit } from '#pine/compile/pine-scope.ts';
import type { PineType } from '#pine/compile/pine-type.ts';
import { SERIES, fits, isTuple, naOf, typeArguments } from '#pine/compile/pine-type.ts';
import type { CallExpression, Expression } from '#pine/syntax/pine-tree.ts';

const NAMES =
  'symbol timeframe expression gaps lookahead ignore_invalid_symbol currency calc_bars_count';

type SecurityCall = { readonly unit: Unit; readonly scope: Scope; readonly e: CallExpression };

function argumentsByName(c: PineCompiler, e: CallExpression): Map<string, Expression> {
  const names = NAMES.split(' ');
  const found = new Map<string, Expression>();
  for (const [at, { name, value }] of e.arguments.entries()) {
    const key = name ?? names[at] ?? '';
    if (!names.includes(key)) mistake(c, value, `'request.security' has no parameter '${key}'`);
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

export function emitSecurity(c: PineCompiler, call: SecurityCall): TypedCode {
  const { unit, scope, e } = call;
  const given = argumentsByName(c, e);
  const [symbol, timeframe, value] = ['symbol', 'timeframe', 'expression'].map((name) =>
    given.get(name),
  );
  if (symbol === undefined || timeframe === undefined || value === undefined)
    return mistake(c, e, "'request.security' has a symbol, a timeframe and an expression");
  if (!unit.isMain || !scope.isGlobal)
    return mistake(c, e, "'request.security' runs here only outside of functions and blocks");
  const codes = [symbol, timeframe].map((each) => {
    const typed = c.emit.expression(c, unit, scope, each);
    if (!fits(typed.type, 'string'))
      mistake(c, each, `a string expected, found ${shownType(typed)}`);
    return typed.code;
  });
  const isEarlier = asks(given.get('lookahead'), 'lookahead_on');
  const own = isEarlier ? oneLater(value) : value;
  if (own === null) {
    const hint = "with 'lookahead_on' the value is of an earlier bar, such as 'close[1]'";
    return mistake(c, value, `this would look ahead: ${hint}`);
  }
  const lineCount = unit.lines.length;
  const { type } = c.emit.expression(c, unit, scope, own);
  unit.lines.length = lineCount;
  const na = emptyOf(c, type);
  if (c.isSecurity) return { code: na, type, rank: SERIES };
  const { statement } = c;
  const site =
    c.securities.push({ e, before: [symbol, timeframe], value: own, isEarlier, statement }) - 1;
  const hasGaps = asks(given.get('gaps'), 'gaps_on');
  return { code: `R.security(${[site, ...codes, hasGaps, na].join(', ')})`, type, rank: SERIES };
}

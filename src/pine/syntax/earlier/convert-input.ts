// `input(...)` of earlier versions, whose `type` says what version 5 says by the function's name.

import type { Argument, CallExpression, Expression } from '#pine/syntax/pine-tree.ts';

const ORDER = 'defval title type minval maxval confirm step options tooltip inline group'.split(
  ' ',
);

const KINDS: Readonly<Record<string, string>> = {
  integer: 'int',
  float: 'float',
  bool: 'bool',
  string: 'string',
  symbol: 'symbol',
  resolution: 'timeframe',
  session: 'session',
  source: 'source',
  color: 'color',
  time: 'time',
  price: 'price',
};

const SOURCES: ReadonlySet<string> = new Set(
  'open high low close hl2 hlc3 ohlc4 volume'.split(' '),
);
const NUMBERS: ReadonlySet<string> = new Set(['int', 'float']);
const OF_NUMBERS: ReadonlySet<string> = new Set(['minval', 'maxval', 'step']);

/** The call with all arguments named, of the function for its type. */
export function convertInput(call: CallExpression): CallExpression {
  const named = call.arguments.map((each, at) => ({
    ...each,
    name: each.name ?? ORDER[at] ?? null,
  }));
  const type = named.find(({ name }) => name === 'type')?.value;
  const initial = named.find(({ name }) => name === 'defval')?.value;
  const stated = type === undefined ? undefined : KINDS[lastName(type)];
  const kind = stated ?? (initial === undefined ? null : kindOf(initial));
  const rest = named.filter(({ name }) => name !== 'type');
  if (kind === null) {
    const plain = rest.filter(({ name }) => !OF_NUMBERS.has(name ?? '') && name !== 'options');
    return { ...call, arguments: plain };
  }
  const fitting = NUMBERS.has(kind) ? rest : rest.filter(({ name }) => !OF_NUMBERS.has(name ?? ''));
  const given = kind === 'int' ? fitting.map(wholeStep) : fitting;
  const { line, column, callee } = call;
  return {
    ...call,
    callee: { kind: 'member', line, column, object: callee, name: kind },
    arguments: given,
  };
}

function lastName(e: Expression): string {
  return e.kind === 'member' || e.kind === 'name' ? e.name : '';
}

const KINDS_OF_VALUES: Readonly<Partial<Record<Expression['kind'], string>>> = {
  integer: 'int',
  float: 'float',
  boolean: 'bool',
  text: 'string',
  color: 'color',
};

/** By the value with which it begins; null: a constant of the script. */
function kindOf(e: Expression): string | null {
  if (e.kind === 'unary') return kindOf(e.operand);
  if (e.kind === 'name') return SOURCES.has(e.name) ? 'source' : null;
  if (e.kind === 'member')
    return e.object.kind === 'name' && e.object.name === 'color' ? 'color' : null;
  return KINDS_OF_VALUES[e.kind] ?? null;
}

/** Of an input of whole numbers, whose figures may be written as fractions. */
function wholeStep(each: Argument): Argument {
  const { value, name } = each;
  if (value.kind !== 'float') return each;
  if (name !== 'defval' && !OF_NUMBERS.has(name ?? '')) return each;
  const least = name === 'step' ? 1 : -Infinity;
  const whole = Math.max(least, Math.trunc(value.value));
  return { ...each, value: { ...value, kind: 'integer', value: whole } };
}

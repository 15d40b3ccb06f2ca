// A piece of program for each kind of expression, statement and operator of the syntax tree. The
// tables are of all kinds by their types, so a new kind of node is refused until it has a piece.

import type {
  BinaryOperator,
  Expression,
  Logical,
  Statement,
  UnaryOperator,
} from '#lua/syntax/tree.ts';
import type { Draw } from './draw-operands.ts';

/** The body of a function: it returns what the way has to agree on. */
export type WritePiece = (draw: Draw) => string;

const constant =
  (text: string): WritePiece =>
  ({ any }) =>
    `local c = ${text}; if c then return c == ${any()}, "yes" else return c ~= ${any()}, "no" end`;

const binary =
  (operator: BinaryOperator): WritePiece =>
  ({ any, number, below }) =>
    below(3) === 0
      ? `return ${any()} ${operator} ${any()}`
      : `local a, b = ${number()}, ${any()}; return a ${operator} b, b ${operator} a`;

const compared =
  (operator: BinaryOperator): WritePiece =>
  ({ any, key, below }) =>
    below(2) === 0
      ? `if ${key()} ${operator} ${key()} then return "yes" end return "no"`
      : `local a, b = ${any()}, ${key()}; return a ${operator} b, not (b ${operator} a)`;

const unary =
  (operator: UnaryOperator): WritePiece =>
  ({ any, list, text, below }) => {
    const operand = operator === '#' && below(2) === 0 ? (below(2) === 0 ? list() : text()) : any();
    return `local a = ${operator} ${operand}; return a, ${operator} ${operand}`;
  };

const logical =
  (operator: Logical['operator']): WritePiece =>
  ({ any, below }) =>
    below(2) === 0
      ? `return ${any()} ${operator} ${any()}, ${any()} and ${any()} or ${any()}`
      : `if ${any()} ${operator} (${any()} == ${any()}) then return "yes" end return "no"`;

export const BINARY: Readonly<Record<BinaryOperator, WritePiece>> = {
  '+': binary('+'),
  '-': binary('-'),
  '*': binary('*'),
  '/': binary('/'),
  '%': binary('%'),
  '^': binary('^'),
  '//': binary('//'),
  '&': binary('&'),
  '|': binary('|'),
  '~': binary('~'),
  '<<': binary('<<'),
  '>>': binary('>>'),
  '..': binary('..'),
  '==': compared('=='),
  '~=': compared('~='),
  '<': compared('<'),
  '<=': compared('<='),
  '>': compared('>'),
  '>=': compared('>='),
};

export const UNARY: Readonly<Record<UnaryOperator, WritePiece>> = {
  '-': unary('-'),
  not: unary('not'),
  '#': unary('#'),
  '~': unary('~'),
};

export const LOGICAL: Readonly<Record<Logical['operator'], WritePiece>> = {
  and: logical('and'),
  or: logical('or'),
};

/** The operators have pieces of their own. */
type Plain = Exclude<Expression['kind'], 'binary' | 'unary' | 'logical'>;

function writeIndex({ any, key, table, list, below }: Draw): string {
  const found = [
    () => `local t = ${table()}; return t[${key()}], t[${key()}]`,
    () => `local t = ${list()}; t[${key()}] = ${any()}; return t[${key()}], t["1"], t[1], #t`,
    () => `local o = ${table()}; o.x = ${any()}; o.y = ${any()}; return o.x, o["y"], o.z, o`,
    () => `local o = ${any()}; if type(o) == "string" then return end return o[${key()}]`,
    () => `local o = ${any()}; o[${key()}] = 1; return o`,
    () => `local o = ${any()}; o.name = ${any()}; return o.name`,
  ];
  return (found[below(found.length)] ?? found[0])?.() ?? '';
}

export const EXPRESSIONS: Readonly<Record<Plain, WritePiece>> = {
  nil: constant('nil'),
  true: constant('true'),
  false: constant('false'),
  number: ({ number, key }) => `local n = ${number()}; return n, n == ${key()}, n == 1, "1" == n`,
  string: ({ text, key }) => `local s = ${text()}; return s, s == ${key()}, s .. ${text()}`,
  varargs: ({ any }) =>
    `local f = function(...) local a, b, c = ...; return select("#", ...), a, c, (...) end
     return f(${any()}, ${any()})`,
  name: ({ any }) =>
    `v = ${any()}; local w = v; v = ${any()}; local x = v; v = nil; return w, x, v`,
  index: writeIndex,
  call: ({ any, callable, below }) =>
    `local f = ${below(3) === 0 ? any() : callable()}; local a, b, c = f(${any()}, ${any()});
     return a, b, c, (f(${any()}))`,
  method: ({ any, count, text, below }) =>
    below(2) === 0
      ? `local s = ${text()}; return s:rep(${count()}), s:len(), s:upper()`
      : `local o = { m = ${any()} }; return o:m(${any()})`,
  function: ({ any }) =>
    `local n = ${any()}; local f = function(a, b) n = a; return b, n end; return f(${any()}), n`,
  table: ({ any, key, below }) =>
    below(2) === 0
      ? `return { ${any()}, ${any()}, x = ${any()}, [${key()}] = ${any()} }`
      : `local t = { [${key()}] = ${any()}, [${key()}] = ${any()} }; return t, t[1], t["1"]`,
  parenthesized: ({ any }) =>
    `local f = function() return ${any()}, ${any()} end; return (f()), f()`,
};

function writeAssign({ any, key, list, table, below }: Draw): string {
  const found = [
    () => `local t = ${table()}; t[${key()}], t[${key()}] = ${any()}, ${any()}; return t`,
    () => `local t = ${list()}; t[#t + 1] = ${any()}; t[#t + 1] = ${any()}; return t, #t`,
    () => `local t = ${list()}; local k = ${key()}; t[k] = ${any()}; t[k] = ${any()}; return t`,
    () => `local a, b = ${any()}, ${any()}; a, b = b, a; return a, b`,
    () =>
      `local t = {}; for _, k in ipairs({ ${key()}, ${key()}, ${key()} }) do t[k] = k end return t`,
    () =>
      `local put = function(t, k, v) t[k] = v; return t end; return put(${list()}, ${key()}, ${any()})`,
  ];
  return (found[below(found.length)] ?? found[0])?.() ?? '';
}

function writeCount({ number, count, below }: Draw): string {
  const most = below(9) + 1;
  const found = [
    () =>
      `for i = ${number()}, ${number()} do n = n + 1; last = i; if n > ${most} then break end end`,
    () =>
      `for i = ${number()}, ${number()}, ${number()} do n = n + 1; last = i
        if n > ${most} then break end end`,
    () => `for i = ${count()}, ${count()} do n = n + i; last = i end`,
    () => `for i = ${count()}, ${count()}, -2 do n = n + i; last = i end`,
    () => `for i = ${count()}, ${count()}, 0.25 do n = n + 1; last = i end`,
  ];
  return `local n, last = 0, nil; ${(found[below(found.length)] ?? found[0])?.() ?? ''} return n, last`;
}

function writeEach({ any, table, list, key, below }: Draw): string {
  const found = [
    () => `for k, v in pairs(${table()}) do t[k] = v end`,
    () => `for i, v in ipairs(${list()}) do t[i] = v; t[tostring(i)] = i end`,
    () => `for k, v in next, ${table()} do t[k] = v end`,
    () => `for a, b in ${any()} do t[1] = a; break end`,
    () =>
      `local n = 0; for a, b in function(s, c) n = n + 1; if n < 4 then return s, c end end, ${key()}, ${any()} do
        t[n] = b; t[a] = n end`,
  ];
  return `local t = {}; ${(found[below(found.length)] ?? found[0])?.() ?? ''} return t`;
}

export const STATEMENTS: Readonly<Record<Statement['kind'], WritePiece>> = {
  local: ({ any }) =>
    `local a, b, c = ${any()}, (function() return ${any()}, ${any()} end)(); return c, b, a`,
  assign: writeAssign,
  call: ({ any, callable }) =>
    `local f = ${callable()}; f(${any()}); f(${any()}, f()); return "done"`,
  do: ({ any }) =>
    `local a = ${any()}; do local a = ${any()}; v = a end local b = v; v = nil; return a, b`,
  while: ({ any }) =>
    `local n, c = 0, ${any()}; while c do n = n + 1; if n == 3 then c = ${any()} end
      if n > 5 then break end end return n`,
  repeat: ({ any }) =>
    `local n = 0; repeat local c = ${any()}; n = n + 1; if n > 4 then break end until c; return n`,
  if: ({ any }) =>
    `local a = ${any()}; if a then return "first" elseif ${any()} then return "second"
     elseif not ${any()} then return "third" else return "last" end`,
  'numeric-for': writeCount,
  'generic-for': writeEach,
  'local-function': ({ any }) =>
    `local function f(n, v) if n == 0 then return v end return f(n - 1, v) end; return f(3, ${any()})`,
  return: ({ any, callable }) => `local f = ${callable()}; return ${any()}, f(${any()}, ${any()})`,
  break: ({ any }) =>
    `for i = 1, 3 do if ${any()} then break end v = i end local w = v; v = nil; return w`,
  goto: ({ any }) =>
    `local n = 0; for i = 1, 3 do if ${any()} then goto continue end n = n + i ::continue:: end return n`,
  label: ({ any }) =>
    `local n = 0; do ::again:: n = n + 1; if n < 3 and ${any()} then goto again end end return n`,
};

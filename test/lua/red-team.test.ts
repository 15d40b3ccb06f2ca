// Attempts to get out of the sandbox or to exhaust the process. Each must end as stated, leave
// JavaScript's own objects untouched, and never throw out of the runner.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { runProgram } from './run-program.ts';
import { someOf } from '../support/share-of-cases.ts';

const LIMITS = {
  steps: 10_000_000,
  bytes: 64 * 1024 * 1024,
  heldBytes: 64 * 1024 * 1024,
  slots: 60_000,
  coroutines: 100,
};

/** Every day what ends by its steps alone ends earlier. */
const FEWER_STEPS = { ...LIMITS, steps: someOf(LIMITS.steps) };

/** What a program prints and how it ends, in one text. */
function ending(source: string, limits = LIMITS): string {
  const { output, failure, kind } = runProgram(source, limits);
  return failure === null ? output.trim() : `${output}${kind}: ${failure}`.trim();
}

const HOSTILE_NAMES = [
  'constructor',
  '__proto__',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__defineGetter__',
  '__lookupSetter__',
  'globalThis',
  'window',
  'process',
  'require',
  'module',
  'exports',
  'Function',
  'Object',
  'eval',
  'arguments',
  'this',
  'self',
  'import',
  'await',
  'R',
  'S',
  'M',
  'H',
  'G',
  'g',
  'T',
  'main',
  'FG',
  'va',
] as const;

suite('a hostile name is an ordinary name', () => {
  for (const name of HOSTILE_NAMES) {
    test(name, () => {
      const source = [
        `print(${name})`,
        `${name} = 1 print(${name} + 1)`,
        `local t = {} print(t.${name}, t["${name}"]) t.${name} = 2 print(t.${name}, rawget(t, "${name}"))`,
        `local k = "${name.slice(0, 2)}" .. "${name.slice(2)}" local d = {} d[k] = 3 print(d[k], d.${name})`,
        `local ${name} = 4 local function f() ${name} = ${name} + 1 return ${name} end print(f())`,
        `local o = { ${name} = function(x) return x end } print(o.${name}(6), o:${name}() == o)`,
        `goto ${name} print("skipped") ::${name}:: print(("x").${name}, pcall(function() return ("x"):${name}() end))`,
      ].join('\n');
      const lines = ending(source).split('\n');
      const last = `script:7: attempt to call method '${name}' (a nil value)`;
      const expected = [
        'nil',
        '2',
        'nil\tnil',
        '2\t2',
        '3\t3',
        '5',
        '6\ttrue',
        `nil\tfalse\t${last}`,
      ];
      assert.deepEqual(lines, expected);
    });
  }
});

const CASES: readonly (readonly [name: string, source: string, ending: RegExp])[] = [
  [
    'fields of a function',
    'local f = print return f.constructor',
    /attempt to index local 'f' \(a function/,
  ],
  ['fields of a library function', 'return math.floor.constructor', /attempt to index/],
  ['fields of a number', 'return (5).constructor', /attempt to index a number value/],
  ['fields of a boolean', 'return (true).constructor', /attempt to index a boolean value/],
  ['assigning to a function', 'print.x = 1', /attempt to index/],
  ['assigning to a string', '("x").y = 1', /attempt to index/],
  [
    'methods of JavaScript strings',
    'return ("x"):charCodeAt(0)',
    /method 'charCodeAt' \(a nil value\)/,
  ],
  ['length of a function', 'return #print', /attempt to get length of/],
  ['fields of a coroutine', 'return coroutine.create(print).next', /attempt to index/],
  ['quotes in a string', `print("\\"]}); process.exit() //")`, /^"\]\}\); process\.exit\(\) \/\/$/],
  ['a template in a string', 'print("${process.exit()}")', /^\$\{process\.exit\(\)\}$/],
  ['line ends in a string', 'print(#"\\u{2028}\\u{2029}\\r\\n")', /^8$/],
  ['line ends in a comment', '-- x\u2028process.exit()\nprint("ok")', /^ok$/],
  ['the end of a comment', 'print("*/ process.exit() /*")', /process/],
  ['marks of the emitter in a string', 'print(#"\\1\\2", "\\0012\\002")', /^2\t/],
  ['load is absent', 'return load("return 1")', /global 'load' \(a nil value\)/],
  ['loadstring is absent', 'return loadstring("return 1")', /global 'loadstring'/],
  ['dofile is absent', 'return dofile("x")', /global 'dofile'/],
  ['require is absent', 'return require("fs")', /global 'require'/],
  ['io is absent', 'return io.open("/etc/passwd")', /global 'io'/],
  ['os is absent', 'return os.execute("ls")', /global 'os'/],
  ['debug is absent', 'return debug.getregistry()', /global 'debug'/],
  ['collectgarbage is absent', 'collectgarbage()', /global 'collectgarbage'/],
  ['string.dump is absent', 'return string.dump(print)', /field 'dump'/],
  ['the string metatable is out of reach', 'print(getmetatable("x"))', /^nil$/],
  [
    'a changed library stays in its run',
    'string.upper = nil math.floor = print print(("x").upper)',
    /^nil$/,
  ],
  ['the library is whole again', 'print(("x"):upper(), math.floor(1.5))', /^X\t1$/],
  [
    'pairs of the globals',
    'for k, v in pairs(_G) do if type(v) == "userdata" then print(k) end end',
    /^$/,
  ],
  [
    'an environment of its own',
    'local _ENV = { print = print } print(math, tostring)',
    /^nil\tnil$/,
  ],
  ['prototype chains of metatables', 'print(setmetatable({}, { __index = {} }).toString)', /^nil$/],
  [
    'a metatable that is its own',
    'local t = {} setmetatable(t, t) t.__index = t return t.x',
    /loop in gettable/,
  ],
  [
    'assignment to itself',
    'local t = {} setmetatable(t, t) t.__newindex = t t.x = 1',
    /loop in settable/,
  ],
  [
    'a protected metatable',
    'setmetatable(setmetatable({}, { __metatable = 1 }), {})',
    /cannot change a protected/,
  ],
  ['while true', 'while true do end', /^steps: script:1: instruction budget exceeded$/],
  ['repeat until false', 'repeat until false', /^steps:/],
  ['for to infinity', 'for i = 1, math.huge do end', /^steps:/],
  ['for with step 0', 'for i = 2, 1, 0 do end', /^steps:/],
  ['for with step 0 that is never due', 'for i = 1, 2, 0 do end print(1)', /^1$/],
  ['goto in a circle', '::a:: goto a', /^steps:/],
  ['a loop within pcall', 'while true do pcall(function() while true do end end) end', /^steps:/],
  ['a loop within xpcall', 'xpcall(error, function() while true do end end)', /^steps:/],
  [
    'a loop within a metamethod',
    'local t = setmetatable({}, { __index = function() while true do end end }) return t.x',
    /^steps:/,
  ],
  [
    'a loop within sort',
    'local t = {} for i = 1, 100 do t[i] = i end table.sort(t, function() while true do end end)',
    /^steps:/,
  ],
  ['a loop within gsub', '("x"):gsub("x", function() while true do end end)', /^steps:/],
  ['a loop within a coroutine', 'coroutine.wrap(function() while true do end end)()', /^steps:/],
  [
    'a loop of yields',
    'local f = coroutine.wrap(function() while true do coroutine.yield() end end) while true do f() end',
    /^steps:/,
  ],
  [
    'a loop within __close',
    'local x <close> = setmetatable({}, { __close = function() while true do end end })',
    /^steps:/,
  ],
  [
    'a loop within tostring',
    'tostring(setmetatable({}, { __tostring = function() while true do end end }))',
    /^steps:/,
  ],
  ['a loop of calls', 'local function f() end while true do f() end', /^steps:/],
  [
    'a tree of calls',
    'local function f(n) if n > 0 then f(n - 1) f(n - 1) end end f(60)',
    /^steps:/,
  ],
  [
    'a tree of additions',
    'local m = {} m.__add = function(a, b) return #a > 60 and a or setmetatable({ n = 1 }, m) + (a + b) end m.__len = function() return 1 end local x = setmetatable({}, m) return x + x',
    /stack overflow|^steps:/,
  ],
  ['recursion', 'local function f() return 1 + f() end f()', /^error: script:1: stack overflow/],
  [
    'recursion through pcall',
    'local function f() pcall(f) end f() print("ended")',
    /^ended$|^steps:/,
  ],
  [
    'recursion through a metamethod',
    'local t = setmetatable({}, {}) getmetatable(t).__index = function(s, k) return s[k] end return t.x',
    /stack overflow/,
  ],
  [
    'recursion through __call',
    'local t = setmetatable({}, {}) getmetatable(t).__call = function(s) return s() + 1 end t()',
    /stack overflow/,
  ],
  [
    'a chain of __call',
    'local t = {} for i = 1, 1000 do t = setmetatable({}, { __call = t }) end t()',
    /stack overflow|attempt to call/,
  ],
  [
    'recursion through sort',
    'local function f() table.sort({ 2, 1 }, function(a, b) f() return a < b end) end f()',
    /stack overflow/,
  ],
  [
    'recursion through gsub',
    'local function f() return (("x"):gsub("x", f)) end f()',
    /stack overflow/,
  ],
  [
    'recursion through tostring',
    'local t = setmetatable({}, {}) getmetatable(t).__tostring = function(s) return tostring(s) end tostring(t)',
    /stack overflow/,
  ],
  [
    'recursion through coroutines',
    'local function f() return coroutine.wrap(f)() end f()',
    /stack overflow|too many coroutines/,
  ],
  [
    'recursion with many locals',
    'local function f(a, b, c, d, e, f2) local g, h, i, j, k, l = a, b, c, d, e, f2 return 1 + f(g, h, i, j, k, l) end f()',
    /stack overflow/,
  ],
  [
    'recursion with many arguments',
    'local t = {} for i = 1, 6000 do t[i] = i end local function f(...) return 1 + f(...) end f(table.unpack(t))',
    /stack overflow/,
  ],
  [
    'recursion with fixed parameters and many arguments',
    'local t = {} for i = 1, 6000 do t[i] = i end local f f = function(a) return 1 + f(table.unpack(t)) end f(1)',
    /stack overflow/,
  ],
  [
    'a caught overflow in a loop',
    'local function f() return 1 + f() end while true do pcall(f) end',
    /^steps:/,
  ],
  [
    'a doubling string',
    'local s = "x" while true do s = s .. s end',
    /string length overflow|^memory:/,
  ],
  ['a huge repetition', 'return ("x"):rep(1e9)', /too large/],
  ['a repetition with an endless separator', 'return (""):rep(1e15, ("x"):rep(1000))', /too large/],
  [
    'repetitions retained',
    'local t = {} for i = 1, 1e6 do t[i] = ("x"):rep(1e6) end',
    /^memory:|^steps:/,
  ],
  [
    'a huge concatenation',
    'local s = ("x"):rep(1e6) local t = {} for i = 1, 100 do t[i] = s end return table.concat(t)',
    /string length overflow/,
  ],
  [
    'a growing replacement',
    'return (("x"):rep(1e6):gsub("x", ("y"):rep(1e4)))',
    /string length overflow|^memory:/,
  ],
  [
    'a growing template',
    'local s = ("x"):rep(1e5) return (s:gsub(".+", ("%0"):rep(1e4)))',
    /string length overflow|^memory:|^steps:/,
  ],
  ['a wide format', 'return string.format("%99999d", 1)', /invalid format/],
  [
    'a growing list',
    'local t, i = {}, 0 while true do i = i + 1 t[i] = i end',
    /^memory:|^steps:|table overflow/,
  ],
  [
    'a growing map',
    'local t, i = {}, 0 while true do i = i + 1 t["k" .. i] = i end',
    /^memory:|^steps:/,
  ],
  ['a growing map of tables', 'local t = {} while true do t[{}] = {} end', /^memory:|^steps:/],
  ['growing nested tables', 'local t = {} while true do t = { t } end', /^memory:|^steps:/],
  [
    'growing closures',
    'local f while true do local g = f f = function() return g end end',
    /^memory:|^steps:/,
  ],
  ['a sparse list', 'local t = {} t[2 ^ 31] = 1 t[2 ^ 53] = 1 t[-1] = 1 print(#t)', /^0$/],
  [
    'a list counted downwards',
    'local t = {} for i = 1e6, 1, -1 do t[i] = 1 end print(#t)',
    /^1000000$|^memory:|^steps:/,
  ],
  [
    'many coroutines',
    'local t = {} for i = 1, 1e6 do t[i] = coroutine.create(print) end',
    /too many coroutines/,
  ],
  ['a catastrophic pattern', 'return ("a"):rep(40):find(("a*"):rep(20) .. "b")', /^steps:/],
  [
    'a pattern of nested captures',
    'return ("x"):rep(100):find(("("):rep(100))',
    /too many captures|unfinished capture/,
  ],
  [
    'a deep pattern',
    'return ("x"):rep(1e5):find(("x?"):rep(1e4) .. ("x"):rep(1e4))',
    /pattern too complex|^steps:/,
  ],
  ['an endless balance', 'return ("("):rep(1e6):gsub("%b()", "")', /^steps:/],
  ['unpacking a huge range', 'return table.unpack({}, 1, 1e9)', /too many results/],
  ['unpacking to infinity', 'return table.unpack({}, 1, math.huge)', /too many results/],
  ['bytes of a huge string', 'return ("x"):rep(1e6):byte(1, -1)', /string slice too long/],
  [
    'inserting in front for ever',
    'local t = {} while true do table.insert(t, 1, 1) end',
    /^steps:|^memory:/,
  ],
  [
    'a comparison without order',
    'table.sort({ 3, 1, 2, 5, 4 }, function() return true end) print("sorted")',
    /^sorted$/,
  ],
  [
    'a comparison that shrinks the table',
    'local t = { 3, 1, 2 } table.sort(t, function() t[#t] = nil return true end)',
    /changed while/,
  ],
  ['next with a foreign key', 'return next({}, "nothing")', /invalid key to 'next'/],
  [
    'clearing while going through',
    'local t = {} for i = 1, 1000 do t["k" .. i] = i end for k in pairs(t) do t[k] = nil end print(next(t))',
    /^nil$/,
  ],
  [
    'adding while going through',
    'local t = { a = 1 } for k in pairs(t) do t[k .. "x"] = 1 end',
    /^memory:|^steps:/,
  ],
  ['yield outside', 'coroutine.yield(1)', /attempt to yield from outside a coroutine/],
  [
    'yield across a comparison',
    'print(coroutine.resume(coroutine.create(function() table.sort({ 2, 1 }, function() coroutine.yield() end) end)))',
    /across a C-call boundary/,
  ],
  [
    'resuming itself',
    'local c c = coroutine.create(function() return coroutine.resume(c) end) print(coroutine.resume(c))',
    /cannot resume non-suspended/,
  ],
  [
    'an error that is a table of tables',
    'error(setmetatable({}, { __tostring = function() error("x") end }))',
    /error object is a table/,
  ],
  [
    'an error in an error handler',
    'print(xpcall(error, function() error("again") end))',
    /again|false/,
  ],
  ['not a number as a key', 'local t = {} t[0 / 0] = 1', /table index is NaN/],
  ['nil as a key', 'rawset({}, nil, 1)', /table index is nil/],
  [
    'a deep expression',
    `return ${'('.repeat(5000)}1${')'.repeat(5000)}`,
    /^compile: .*too many C levels/,
  ],
  ['deep tables', `return ${'{'.repeat(5000)}${'}'.repeat(5000)}`, /^compile: .*too many C levels/],
  [
    'deep functions',
    `return ${'function() return '.repeat(1000)}1${' end'.repeat(1000)}`,
    /^compile: .*too many C levels/,
  ],
  ['a source that is too long', `x = "${'y'.repeat(300_000)}"`, /^compile: .*too long/],
  [
    'many locals',
    `${Array.from({ length: 3000 }, (_, i) => `local v${i} = ${i}`).join('\n')}\nprint(v2999)`,
    /^2999$|^compile:/,
  ],
  [
    'many branches',
    `local x = 4000 if x == 0 then ${Array.from({ length: 4000 }, (_, i) => `elseif x == ${i + 1} then print(${i + 1})`).join('\n')} end`,
    /^4000$|^compile:/,
  ],
];

suite('an attack ends as stated', () => {
  for (const [name, source, expected] of CASES) {
    const limits = expected.source.startsWith('^steps:') ? FEWER_STEPS : LIMITS;
    test(name, () => assert.match(ending(source, limits), expected));
  }
});

test('nothing of JavaScript was changed on the way', () => {
  const own = Object.getOwnPropertyNames(Object.prototype);
  assert.equal(own.length, 12);
  assert.deepEqual(Object.keys(Object.prototype), []);
  assert.deepEqual(Object.keys(Array.prototype), []);
  assert.equal(({} as Record<string, unknown>)['x'], undefined);
});

// Random Lua programs for comparing our engine with real Lua. They print as they go, catch their
// own errors, and keep to what both define: no table addresses, no lengths of lists with holes, no
// order of `pairs`.

import * as fc from 'fast-check';

const NAMES = ['a', 'b', 'c', 'd', 'e'] as const;
const FIELDS = ['x', 'y', 'z', '__index', 'constructor'] as const;

const name = fc.constantFrom(...NAMES);
const field = fc.constantFrom(...FIELDS);

const number = fc.oneof(
  fc.integer({ min: -20, max: 20 }).map((value) => (value < 0 ? `(${value})` : String(value))),
  fc.constantFrom('0.5', '1.25', '1e10', '3', '7', '100', '0x1F', '(1/0)', '2^53', '1e15'),
);
const text = fc.constantFrom(
  '"s"',
  '"10"',
  "'abc'",
  '""',
  '"x y"',
  '"0x10"',
  '[[long]]',
  '"a\\nb"',
);
const atom = fc.oneof(
  { weight: 4, arbitrary: name },
  { weight: 3, arbitrary: number },
  { weight: 1, arbitrary: text },
  { weight: 1, arbitrary: fc.constantFrom('nil', 'true', 'false') },
);

const ARITHMETIC = ['+', '-', '*', '/', '%', '^'] as const;
const COMPARISON = ['==', '~=', '<', '<=', '>', '>='] as const;

const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    { weight: 6, arbitrary: atom },
    {
      weight: 4,
      arbitrary: fc
        .tuple(tie('expression'), fc.constantFrom(...ARITHMETIC), tie('expression'))
        .map(([left, operator, right]) => `(${left} ${operator} ${right})`),
    },
    {
      weight: 3,
      arbitrary: fc
        .tuple(tie('expression'), fc.constantFrom(...COMPARISON), tie('expression'))
        .map(([left, operator, right]) => `(${left} ${operator} ${right})`),
    },
    {
      weight: 3,
      arbitrary: fc
        .tuple(tie('expression'), fc.constantFrom('and', 'or'), tie('expression'))
        .map(([left, operator, right]) => `(${left} ${operator} ${right})`),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(tie('expression'), tie('expression'))
        .map(([left, right]) => `(${left} .. ${right})`),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom('-', 'not ', '#'), tie('expression'))
        .map(([operator, operand]) => `(${operator}${operand})`),
    },
    { weight: 2, arbitrary: fc.tuple(name, field).map(([object, key]) => `${object}.${key}`) },
    {
      weight: 2,
      arbitrary: fc.tuple(name, tie('expression')).map(([object, key]) => `${object}[ ${key} ]`),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(tie('expression'), tie('expression'), field)
        .map(([first, second, key]) => `{ ${first}, ${second}, ${key} = ${first} }`),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(name, fc.array(tie('expression'), { maxLength: 3 }))
        .map(([callee, args]) => `${callee}(${args.join(', ')})`),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(
          fc.constantFrom(
            'tostring',
            'type',
            'tonumber',
            'math.floor',
            'select',
            'math.max',
            'pcall',
          ),
          tie('expression'),
          tie('expression'),
        )
        .map(([callee, first, second]) =>
          callee === 'select'
            ? `select(2, ${first}, ${second})`
            : callee === 'math.max' || callee === 'pcall'
              ? `${callee}(${first}, ${second})`
              : `${callee}(${first})`,
        ),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(tie('expression'), fc.constantFrom('upper', 'len', 'sub', 'rep', 'nothing'))
        .map(
          ([object, method]) =>
            `(${object}):${method}(${method === 'sub' || method === 'rep' ? '2' : ''})`,
        ),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(name, tie('expression'), tie('expression'))
        .map(
          ([parameter, first, second]) =>
            `function(${parameter}, ...) return ${first}, ${second}, ... end`,
        ),
    },
  ),
}));

const condition = fc.oneof(
  expression,
  fc.tuple(name, expression).map(([left, right]) => `${left} == ${right}`),
);

const { block } = fc.letrec<{ block: string; statement: string }>((tie) => ({
  block: fc.array(tie('statement'), { minLength: 1, maxLength: 4 }).map((list) => list.join('\n')),
  statement: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    { weight: 4, arbitrary: fc.tuple(name, expression).map(([to, value]) => `${to} = ${value}`) },
    {
      weight: 3,
      arbitrary: fc.tuple(name, expression).map(([to, value]) => `local ${to} = ${value}`),
    },
    {
      weight: 3,
      arbitrary: fc
        .array(expression, { minLength: 1, maxLength: 3 })
        .map((list) => `show(${list.join(', ')})`),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(name, name, expression, expression)
        .map(([first, second, left, right]) => `${first}, ${second} = ${left}, ${right}`),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(name, field, expression)
        .map(([object, key, value]) => `${object}.${key} = ${value}`),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(name, expression, expression)
        .map(([object, key, value]) => `${object}[ ${key} ] = ${value}`),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(condition, tie('block'), tie('block'))
        .map(([test, first, second]) => `if ${test} then\n${first}\nelse\n${second}\nend`),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(name, fc.constantFrom('1, 3', '3, 1, -1', '1, 2, 0.5', '0, -1'), tie('block'))
        .map(([variable, bounds, body]) => `for ${variable} = ${bounds} do\n${body}\nend`),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(condition, tie('block'))
        .map(
          ([test, body]) =>
            `for turn = 1, 3 do if ${test} then goto continue end\n${body}\n::continue:: end`,
        ),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(name, expression, tie('block'))
        .map(
          ([variable, list, body]) => `for _, ${variable} in ipairs({ ${list} }) do\n${body}\nend`,
        ),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(condition, tie('block'))
        .map(
          ([test, body]) =>
            `do local turns = 0 while ${test} do turns = turns + 1 if turns > 3 then break end\n${body}\nend end`,
        ),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(condition, tie('block'))
        .map(
          ([test, body]) =>
            `do local turns = 0 repeat turns = turns + 1\n${body}\nuntil turns > 2 or ${test} end`,
        ),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(name, name, tie('block'), expression)
        .map(
          ([to, parameter, body, result]) =>
            `local function ${to}(${parameter}) tick()\n${body}\nreturn ${result} end`,
        ),
    },
    {
      weight: 2,
      arbitrary: tie('block').map((body) => `show(pcall(function() tick()\n${body}\nend))`),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(name, expression)
        .map(
          ([to, value]) =>
            `setmetatable(${to}, { __index = function(_, k) tick() return ${value} end })`,
        ),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          name,
          fc.constantFrom('__add', '__concat', '__lt', '__eq', '__call', '__len', '__unm'),
          expression,
        )
        .map(
          ([to, event, value]) =>
            `setmetatable(${to}, { ${event} = function(x, y) tick() return ${value} end })`,
        ),
    },
    { weight: 1, arbitrary: expression.map((value) => `error(${value})`) },
    {
      weight: 1,
      arbitrary: tie('block').map((body) => `do\n${body}\nend`),
    },
  ),
}));

export const STORIES = 8;

const PROLOGUE = `
local ticks = 0
local function tick() ticks = ticks + 1 if ticks > 60 then error("too many", 0) end end
local function plain(v, n)
  local t = type(v)
  if t == "table" then
    if n > 2 then return "{..}" end
    local s = "{"
    for i = 1, 3 do s = s .. plain_value(rawget(v, i), n + 1) .. "," end
    for _, k in ipairs({ "x", "y", "z", "constructor" }) do s = s .. plain_value(rawget(v, k), n + 1) .. "," end
    return s .. "}"
  end
  if t == "function" then return "function" end
  if v ~= v then return "nan" end
  if t == "string" and #v > 200 then return "long" .. #v end
  return tostring(v)
end
function plain_value(v, n) return plain(v, n) end
local function show(...)
  local s = ""
  for i = 1, select("#", ...) do s = s .. plain((select(i, ...)), 0) .. " " end
  print(s)
end
`;

const VALUES = `local a, b, c, d = 1, "str", { 1, 2, 3, x = 5 }, function(v, ...) return v, ... end
e = { y = 2 }
ticks = 0`;

/**
 * One story with variables of its own; protected, so that its last error is printed like any other.
 */
const story = block.map(
  (body) => `do ${VALUES}\nshow(pcall(function()\n${body}\nend))\nshow(a, b, c, d, e) end\n`,
);

/** A whole program of several stories. */
export const program = fc
  .array(story, { minLength: STORIES, maxLength: STORIES })
  .map((stories) => PROLOGUE + stories.join(''));

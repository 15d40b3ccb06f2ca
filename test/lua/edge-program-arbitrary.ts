// Random programs in the corners of Lua where implementations differ: constructors that mix listed
// values with keys, assigned and local `_ENV`, the flags of string.format, wrapped coroutines.

import * as fc from 'fast-check';

const value = fc.constantFrom('1', '2', "'a'", "'b'", 'nil', 'false', 'v', 'say(1)', 'say(2, 3)');
const last = fc.oneof(value, fc.constantFrom('...', 'say(4, 5, 6)', '(say(7, 8))'));
const key = fc.constantFrom('1', '2', '3', '4', '0', '1.5', "'x'", "'a b'", 'say(1)', 'v', '-1');
const item = fc.oneof(
  { weight: 3, arbitrary: value },
  { weight: 2, arbitrary: fc.tuple(key, value).map(([at, held]) => `[${at}] = ${held}`) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('x', 'y', 'constructor'), value)
      .map(([name, held]) => `${name} = ${held}`),
  },
);
const constructor = fc
  .tuple(fc.array(item, { maxLength: 6 }), fc.option(last))
  .map(([items, end]) => [...items, ...(end === null ? [] : [end])].join(', '))
  .map((items) => `tell(function(...) return { ${items} } end)`);

const NAMES = ['X', 'Y', 'Z'] as const;
const name = fc.constantFrom(...NAMES);
const { steps } = fc.letrec<{ steps: string; step: string }>((tie) => ({
  steps: fc.array(tie('step'), { minLength: 1, maxLength: 5 }).map((list) => list.join(' ')),
  step: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    { weight: 3, arbitrary: name.map((each) => `show(X, Y, Z, _ENV.${each})`) },
    {
      weight: 3,
      arbitrary: fc.tuple(name, fc.nat(9)).map(([to, number]) => `${to} = ${number}`),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(name, fc.nat(9))
        .map(([to, number]) => `_ENV = set({ ${to} = ${number} }, { __index = _ENV })`),
    },
    { weight: 1, arbitrary: fc.constant('_ENV = G') },
    { weight: 1, arbitrary: name.map((each) => `_ENV.${each} = (_ENV.${each} or 0) + 1`) },
    { weight: 1, arbitrary: tie('steps').map((inner) => `do local _ENV = _ENV ${inner} end`) },
    {
      weight: 1,
      arbitrary: tie('steps').map((inner) => `(function() ${inner} end)();`),
    },
    {
      weight: 1,
      arbitrary: tie('steps').map(
        (inner) => `(function(_ENV) ${inner} end)(set({}, { __index = G }));`,
      ),
    },
    {
      weight: 1,
      arbitrary: tie('steps').map((inner) => `for _, _ENV in each({ _ENV }) do ${inner} end`),
    },
  ),
}));
const environment = steps.map(
  (body) => `do local show, set, each, G = print, setmetatable, ipairs, _G
local ok = pcall(function() ${body} end) _ENV = G print(ok, X, Y, Z) X = nil Y = nil Z = nil end`,
);

const flags = fc
  .uniqueArray(fc.constantFrom('-', '+', ' ', '#', '0'), { maxLength: 4 })
  .map((list) => list.join(''));
const width = fc.constantFrom('', '', '1', '5', '12', '30');
const precision = fc.constantFrom('', '', '.', '.0', '.1', '.3', '.14', '.20');
const number = fc
  .oneof(
    fc.double({ noDefaultInfinity: true, noNaN: true }),
    fc.integer({ min: -1_000, max: 1_000 }),
    fc.integer({ min: -8, max: 80 }).map((exponent) => 2 ** exponent),
    fc.constantFrom(0.5, 1.5, 2.5, 1.96875, 5e-324, 2 ** 53 - 1, 2 ** 63, 2 ** 64 - 2048),
  )
  .map((each) => (Object.is(each, -0) ? '(-0.0)' : `(${String(each)})`));
const formatted = fc
  .tuple(flags, width, precision, fc.constantFrom(...Array.from('diouxXaAeEfgG')), number)
  .map(([flag, wide, digits, letter, given]) => {
    const template = `'[%${flag}${wide}${digits}${letter}]'`;
    return `print(pcall(function() return string.format(${template}, ${given}) end))`;
  });

const numeral = fc.string({ unit: fc.constantFrom(...Array.from(' +-017aZxz.\t')), maxLength: 6 });
const converted = fc
  .tuple(numeral, fc.constantFrom(2, 8, 10, 16, 36))
  .map(([text, base]) => `print(tonumber('${text}', ${base}), tonumber('${text}'))`);

const wrapped = fc
  .tuple(fc.constantFrom("error('e')", "error('e', 0)", 'error(7)', 'local x = nil + 1', 'inner()'))
  .map(
    ([body]) => `print(pcall(function()
  local inner = coroutine.wrap(function() coroutine.yield(1) error('i') end) inner()
  coroutine.wrap(function() ${body} end)()
end))`,
  );

const removed = fc
  .tuple(
    fc.subarray(['[0] = 0', '1', '2', 'x = 1']),
    fc.constantFrom('', ', 0', ', 1', ', 2', ', 3'),
  )
  .map(
    ([items, at]) => `do local t = { ${items.join(', ')} }
print(pcall(function() return table.remove(t${at}) end)) print(t[0], t[1], t[2], #t) end`,
  );

const PROLOGUE = `
local v = 3
local said = {}
local function say(...) said[#said + 1] = tostring((...)) return ... end
local function tell(make)
  said = {}
  local ok, t = pcall(make, 'p', nil, 'q')
  local shown = {}
  if ok then
    for _, k in ipairs({ 0, 1, 2, 3, 4, 5, 6, 7, 8, 1.5, -1, 'x', 'y', 'a b', 'constructor' }) do
      shown[#shown + 1] = tostring(t[k])
    end
  end
  print(ok, ok and table.concat(shown, ' ') or t, table.concat(said, ' '))
end
`;

/** A whole program of a dozen pieces; each prints what it sees. */
export const edgeProgram = fc
  .array(
    fc.oneof(
      constructor,
      constructor,
      environment,
      formatted,
      formatted,
      converted,
      wrapped,
      removed,
    ),
    {
      minLength: 12,
      maxLength: 12,
    },
  )
  .map((pieces) => PROLOGUE + pieces.join('\n'));

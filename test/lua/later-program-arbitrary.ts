// Random programs in the syntax that came after Lua 5.2, for comparing with real Lua 5.4: whole
// division, bitwise operators, goto, <const> and <close>. Numbers stay where integers and doubles
// agree: below 2 ** 53, never divided by zero, shown without a point and without minus zero.

import * as fc from 'fast-check';

const variable = fc.constantFrom('a', 'b', 'c');
const small = fc.integer({ min: -40, max: 40 }).map((value) => `(${value})`);
const label = fc.nat(1_000_000_000).map((id) => `l${id}`);

const { number } = fc.letrec<{ number: string }>((tie) => {
  const pair = fc.tuple(tie('number'), tie('number'));
  return {
    number: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      { weight: 3, arbitrary: variable },
      { weight: 3, arbitrary: small },
      {
        weight: 3,
        arbitrary: fc
          .tuple(tie('number'), fc.constantFrom('+', '-', '&', '|', '~'), tie('number'))
          .map(([left, operator, right]) => `(${left} ${operator} ${right})`),
      },
      pair.map(([left, right]) => `((${left} % 65536) * (${right} % 65536) % 10007)`),
      pair.map(([left, right]) => `(${left} // (${right} % 7 + 1))`),
      pair.map(([left, right]) => `(${left} % (${right} % 5 - 6))`),
      pair.map(([left, right]) => `((${left} & 0xFFFF) << (${right} % 20))`),
      pair.map(([left, right]) => `((${left} & 0xFFFFFF) >> (${right} % 30))`),
      tie('number').map((inner) => `(-${inner})`),
      tie('number').map((inner) => `(~${inner})`),
      tie('number').map((inner) => `(${inner} // 1 | 0)`),
    ),
  };
});

const condition = fc
  .tuple(number, fc.constantFrom('==', '~=', '<', '<=', '>', '>='), number)
  .map((parts) => parts.join(' '));

const mode = fc.constantFrom('"plain"', '"plain"', '"plain"', '"throws"', '"nothing"');

const { block } = fc.letrec<{ block: string; statement: string }>((tie) => ({
  block: fc
    .array(tie('statement'), { minLength: 1, maxLength: 4 })
    .map((statements) => statements.join('\n')),
  statement: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    { weight: 3, arbitrary: number.map((value) => `show(${value})`) },
    {
      weight: 3,
      arbitrary: fc.tuple(variable, number).map(([to, value]) => `${to} = ${value}`),
    },
    number.map((value) => `show(${value} / 8)`),
    fc
      .tuple(number, number, tie('block'))
      .map(
        ([value, more, body]) =>
          `do local k <const> = ${value}\nlocal m <const> = k + ${more}\n${body}\nshow(k, m) end`,
      ),
    fc
      .tuple(mode, tie('block'))
      .map(([how, body]) => `do local r <close> = closable(${how})\n${body} end`),
    fc
      .tuple(mode, mode, tie('block'))
      .map(
        ([first, second, body]) =>
          `show(pcall(function() local r <close> = closable(${first})\nlocal s <close> = closable(${second})\n${body}\nerror("thrown", 0) end))`,
      ),
    fc
      .tuple(mode, number)
      .map(
        ([how, value]) =>
          `show(pcall(function() local r <close> = closable(${how}) return ${value}, r ~= nil end))`,
      ),
    fc
      .tuple(label, condition, tie('block'), fc.constantFrom('1, 4', '5, 1, -2', '0, 2'))
      .map(
        ([name, test, body, bounds]) =>
          `for i = ${bounds} do tick()\nif ${test} then goto ${name} end\ndo ${body} end\nshow(i)\n::${name}:: end`,
      ),
    fc
      .tuple(label, condition, tie('block'))
      .map(
        ([name, test, body]) =>
          `do local turns = 0 ::${name}:: tick() turns = turns + 1\ndo ${body} end\nif turns < 3 and ${test} then goto ${name} end end`,
      ),
    fc
      .tuple(label, condition, mode, tie('block'))
      .map(
        ([name, test, how, body]) =>
          `do for i = 1, 3 do tick() local r <close> = closable(${how})\n${body}\nif ${test} then goto ${name} end end ::${name}:: show("out") end`,
      ),
    fc
      .tuple(condition, mode, tie('block'))
      .map(
        ([test, how, body]) =>
          `while true do tick() local r <close> = closable(${how})\n${body}\nif ${test} then break end a = a + 1 end`,
      ),
    tie('block').map(
      (body) =>
        `do local retained = a retained = retained + 1 fs[#fs + 1] = function() retained = retained + 1\n${body}\nreturn retained end end`,
    ),
    fc.constant('if #fs > 0 then local f = fs[#fs] fs[#fs] = nil show(f()) end'),
    fc
      .tuple(mode, tie('block'))
      .map(
        ([how, body]) =>
          `do local f = coroutine.wrap(function() local r <close> = closable(${how})\ncoroutine.yield(1)\n${body} end) show(pcall(f)) show(pcall(f)) end`,
      ),
    fc
      .tuple(condition, tie('block'), tie('block'))
      .map(([test, first, second]) => `if ${test} then\n${first}\nelse\n${second}\nend`),
  ),
}));

const PROLOGUE = `
local ticks = 0
local function tick() ticks = ticks + 1 if ticks > 40 then error("too many", 0) end end
local function shown(v)
  if type(v) ~= "number" then return tostring(v) end
  if v == 0 then return "0" end
  return string.format("%.14g", v)
end
local function show(...)
  local s = {}
  for i = 1, select("#", ...) do s[i] = shown((select(i, ...))) end
  print(table.concat(s, " "))
end
local count = 0
local function closable(how)
  count = count + 1
  local id = count
  show("open", id)
  if how == "nothing" then return nil end
  return setmetatable({}, { __close = function(_, e)
    show("close", id, e)
    if how == "throws" then error("closing " .. id, 0) end
  end })
end
local fs = {}
local a, b, c = 1, 20, -7
`;

/** A program whose last error is printed like any other. */
export const laterProgram = block.map(
  (body) => `${PROLOGUE}show(pcall(function()\n${body}\nend))\nshow(a, b, c)\n`,
);

const whole = fc.oneof(
  fc.constantFrom('0', '1', '(-1)', '2', '3', '7', '255', '(-256)', '0x7FFFFFFF', '(-2147483648)'),
  fc.constantFrom('0xFFFFFFFF', '4294967296', '9007199254740992', '(-9007199254740992)'),
  fc.constantFrom('4611686018427387904', '(-4611686018427387904)', '1152921504606846976', '2^53'),
  fc.integer({ min: -1_000_000, max: 1_000_000 }).map((value) => `(${value})`),
);
const shift = fc.integer({ min: -70, max: 70 }).map((value) => `(${value})`);

/** One bitwise operation, up to the ends of 64 bits. */
export const bitwiseOperation = fc.oneof(
  fc
    .tuple(whole, fc.constantFrom('&', '|', '~'), whole)
    .map(([left, operator, right]) => `${left} ${operator} ${right}`),
  fc
    .tuple(whole, fc.constantFrom('<<', '>>'), shift)
    .map(([left, operator, right]) => `${left} ${operator} ${right}`),
  whole.map((value) => `~${value}`),
);

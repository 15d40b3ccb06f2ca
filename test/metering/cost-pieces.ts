// Pieces of programs whose cost is searched for: what is there before a loop, and what the loop
// does. Functions of the library and commands come from their registries.

import { COMMAND_CATALOGUE } from '#commands/catalogue/command-catalogue.ts';
import { LIBRARY } from '#lua/library/library.ts';

/** A draw of one of the given things, and of a whole number below one. */
export type Draw = {
  pick<Thing>(this: void, things: readonly Thing[]): Thing;
  below(this: void, count: number): number;
};

/** A program: `before` once, then `body` until the budget is used up. */
export type CostProgram = { readonly before: readonly string[]; readonly body: readonly string[] };

const SIZES = [1, 8, 64, 1_000, 20_000, 200_000];
const PATTERNS = ['%f[b]', 'a-b', '(a*)(a*)b', '%b()', '[^b]*b', '.-', 'a?a?a?b', '^b', '%w+', ''];

/** Statements that make what bodies use: each may come several times, with other sizes. */
const BEFORE: readonly ((draw: Draw) => string)[] = [
  ({ pick }) => `t = {} for j = 1, ${pick(SIZES)} do t[j] = j end`,
  ({ pick }) => `t = {} for j = 1, ${pick(SIZES)} do t[j * 1000003] = j end`,
  ({ pick }) => `t = {} for j = 1, ${pick(SIZES)} do t[j / 7] = j end`,
  ({ pick }) => `t = {} for j = 1, ${pick(SIZES)} do t["k" .. j] = j end`,
  ({ pick }) => `t = {} for j = 1, ${pick(SIZES)} do t[{}] = j end`,
  ({ pick }) => {
    const size = pick(SIZES);
    return `t = {} for j = 1, ${size} do t["k" .. j] = j end for j = 1, ${size} do t["k" .. j] = nil end`;
  },
  ({ pick }) => `for j = ${pick(SIZES)}, 1, -1 do t[j] = nil end`,
  ({ pick }) => `s = ("${pick(['a', 'ab', 'a,', '(', '1', '\\195\\164'])}"):rep(${pick(SIZES)})`,
  ({ pick }) => `p = "${pick(PATTERNS)}"`,
  ({ pick }) =>
    `f = function(...) ${pick(['return ...', 'error("x")', 'error({})', 'local x = nil + 1', 'return #s', 'f()', 'return f(...)', 'coroutine.yield(...)', 'return s .. s', 'pcall(f) pcall(f)'])} end`,
  ({ pick }) =>
    `local function deep(n) if n > 0 then local x = deep(n - 1) return x end return f(n) end g = function() return deep(${pick([1, 10, 100, 180])}) end`,
  ({ pick }) =>
    `m = { __index = ${pick(['f', 't', 'function(u, k) return k end'])}, __newindex = ${pick(['f', 't'])}, __call = f, __len = f, __eq = f, __lt = f, __concat = f, __add = f, __unm = f } u = setmetatable({}, m)`,
  ({ pick }) =>
    `u = {} for j = 1, ${pick([1, 10, 90, 1000])} do u = setmetatable({}, { __index = u }) end`,
  ({ pick }) =>
    `co = coroutine.wrap(function(...) while true do ${pick(['coroutine.yield()', 'coroutine.yield(...)', 'coroutine.yield(s)', 'g()'])} end end)`,
  () => 'dead = coroutine.create(function() end) coroutine.resume(dead)',
  ({ pick }) =>
    `c = ${pick(['ClosePrices()', 'HighPrices(15)', 'HNC(500, 1)', 'SMA(ClosePrices(), 9)'])}`,
];

const NUMBERS = [
  '0',
  '1',
  '-1',
  'i',
  '-i',
  'i / 7',
  '1e15 + i',
  '2^31',
  '1e300',
  '0/0',
  '64',
  '1000',
  '200000',
];

function value(draw: Draw): string {
  const { pick } = draw;
  return pick<() => string>([
    () => pick(NUMBERS),
    () => pick(NUMBERS),
    () =>
      pick([
        't',
        'u',
        '{}',
        '{ i, i }',
        '{ x = i }',
        't',
        's',
        's',
        'p',
        '""',
        '"a"',
        '"k" .. i',
        's .. i',
        's:sub(i % 9 + 1)',
      ]),
    () => pick(['f', 'g', 'co', 'dead', 'c', 'nil', 'true', 'm', 'function() return i end']),
    () => `t[${pick(['i', '1', '"k1"', 'i % 99 + 1', '#t', '#t + 1', 'i * 1000003'])}]`,
    () => pick(['#t', '#s', 'c[1]', 'c + 1', 'u.x', 'u[i]']),
  ])();
}

function values(draw: Draw): string {
  return Array.from({ length: draw.below(4) }, () => value(draw)).join(', ');
}

const FUNCTIONS = [...LIBRARY.keys()];
const EXAMPLES = COMMAND_CATALOGUE.map(({ example }) => example);

/** What a loop may do in each passage. */
const BODY: readonly ((draw: Draw) => string)[] = [
  (draw) => `local x = ${draw.pick(FUNCTIONS)}(${values(draw)})`,
  (draw) => `local x = ${draw.pick(FUNCTIONS)}(${values(draw)})`,
  (draw) => `pcall(${draw.pick(FUNCTIONS)}, ${value(draw)}, ${value(draw)})`,
  (draw) => `pcall(${draw.pick(['f', 'g', 'co', 'error', 'u'])}, ${value(draw)})`,
  (draw) =>
    `xpcall(${draw.pick(['f', 'g'])}, ${draw.pick(['f', 'print', 'tostring', 'function(e) return e end'])})`,
  (draw) => `t[${value(draw)} or 1] = ${value(draw)}`,
  (draw) =>
    `t[${draw.pick(['i', '#t + 1', '"k" .. i', 'i * 1000003', '-i', 'i / 7', '{}', 's .. i'])}] = ${draw.pick(['i', 'nil', 't'])}`,
  (draw) => `_G["g" .. i${draw.pick(['', ' % 100', ' % 5000'])}] = ${draw.pick(['i', 'nil'])}`,
  (draw) => `local x = ${value(draw)}`,
  (draw) =>
    `local x = s:${draw.pick(['find', 'match', 'gsub', 'gmatch'])}(${draw.pick(['p', 's', '"b"', 's .. "b"'])}, ${draw.pick(['1', '""', 's', 'f', 't'])})`,
  (draw) => `for w in s:gmatch(p) do ${draw.pick(['break', ''])} end`,
  (draw) =>
    `for k in pairs(${draw.pick(['t', 'u', '_G'])}) do ${draw.pick(['break', '', 't[k] = nil'])} end`,
  (draw) => `local k = next(${draw.pick(['t', 'u'])}${draw.pick(['', ', k', ', "k1"', ', 1'])})`,
  () => 'local k = next(t, last) last = k',
  (draw) =>
    `t = ${draw.pick(['{}', '{ i, i, i }', '{ x = i, y = i }', '{ (table.unpack(t, 1, 50)) }'])}`,
  (draw) =>
    `local x = coroutine.${draw.pick(['wrap', 'create'])}(${draw.pick(['f', 'g', 'function() coroutine.yield() end'])}) ${draw.pick(['', 'pcall(x)', 'coroutine.resume(x)', 'coroutine.resume(x) coroutine.resume(x)', 'coroutine.close(x)'])}`,
  (draw) => `coroutine.resume(${draw.pick(['dead', 'co', 't'])}, ${value(draw)})`,
  (draw) =>
    `local x = ${value(draw)} ${draw.pick(['..', '+', '==', '<', '%', '^', '//', '&', '<<'])} ${value(draw)}`,
  (draw) =>
    `local x = setmetatable({}, ${draw.pick(['m', '{}', '{ __index = t }'])}) ${draw.pick(['', 'x.y = 1', 'local y = x.y'])}`,
  (draw) => `local x = { ${draw.pick(['f', 'g'])}(${values(draw)}) }`,
  (draw) => `local a <const> = ${value(draw)} do local b = function() return a end b() end`,
  (draw) => `load(${draw.pick(['s', '"return 1"', 'f'])})`,
  (draw) => draw.pick(EXAMPLES),
  (draw) => draw.pick(EXAMPLES),
];

const BEFORE_MAX = 4;
const BODY_MAX = 3;

export function drawProgram(draw: Draw): CostProgram {
  const before = Array.from({ length: draw.below(BEFORE_MAX) }, () => draw.pick(BEFORE)(draw));
  const body = Array.from({ length: 1 + draw.below(BODY_MAX) }, () => draw.pick(BODY)(draw));
  return { before, body };
}

/** The program with one piece more, one less or another one. */
export function mutateProgram(draw: Draw, program: CostProgram): CostProgram {
  const isBefore = draw.below(2) === 0;
  const pieces = [...(isBefore ? program.before : program.body)];
  const drawn = draw.pick(isBefore ? BEFORE : BODY)(draw);
  const place = draw.below(pieces.length + 1);
  const isShorter = draw.below(3) === 0 && pieces.length > (isBefore ? 0 : 1);
  pieces.splice(place, draw.below(2), ...(isShorter ? [] : [drawn]));
  if (!isBefore && pieces.length === 0) pieces.push(drawn);
  return isBefore ? { ...program, before: pieces } : { ...program, body: pieces };
}

const FIRST =
  'local t, u, s, p, m, c, co, dead, last = {}, {}, ("a"):rep(64), "%w", {} ' +
  'local values, prices, i = { 3, 1, 2 }, ClosePrices(), 0 local f, g f = function(...) return ... end g = f';

/** `isCaught`: what a passage raises is caught, so that the loop goes on. */
export function programText({ before, body }: CostProgram, isCaught: boolean): string {
  const passage = body.map((piece) => `do ${piece} end`).join(' ');
  const inside = isCaught ? `pcall(function() ${passage} end)` : passage;
  return `${FIRST} ${before.join(' ')} while true do i = i + 1 ${inside} end`;
}

// A piece of program for each function of the library: called with operands of every kind, most
// often of those that it takes.

import type { Draw } from './draw-operands.ts';
import type { WritePiece } from './syntax-pieces.ts';

/** What stands in front of the arguments that are drawn, by the library that the function is of. */
const NUMERIC = /^(?:math|bit32)\./;

/** Functions whose arguments are not just drawn. */
const OWN: Readonly<Record<string, WritePiece>> = {
  assert: ({ any }) => `return assert(${any()}, ${any()})`,
  error: ({ any }) => `error(${any()})`,
  // Its metatable of texts is not accessible; see docs/lua.md.
  getmetatable: ({ table, number }) =>
    `return getmetatable(${table()}), getmetatable((${number()}) + 0)`,
  ipairs: ({ list, any, place }) =>
    `local f, s, c = ipairs(${list()}); return c, (pcall(f, s, ${place()})), (pcall(ipairs, ${any()}))`,
  // Whether a key that holds nil is one is an accident in real Lua, and so is the sign of 0.
  next: ({ key, any }) =>
    `local k = ${key()}; if k == 0 then k = 0 end local v = ${any()}; if v == nil then v = 1 end
     local t = { [k] = v }; return next(t), next({}), next(t, ${key()})`,
  pairs: ({ table, any }) =>
    `local n = 0; for k, v in pairs(${table()}) do n = n + 1 end return n, (pcall(pairs, ${any()}))`,
  pcall: ({ any, callable }) => `return pcall(${callable()}, ${any()}, ${any()})`,
  rawequal: ({ key }) => `return rawequal(${key()}, ${key()})`,
  rawget: ({ table, key }) => `return rawget(${table()}, ${key()})`,
  rawlen: ({ list, text }) => `return rawlen(${list()}), rawlen(${text()})`,
  rawset: ({ table, key, any }) => `return rawset(${table()}, ${key()}, ${any()})`,
  select: ({ any, place, pick }) =>
    `return select(${pick(['"#"', '"#x"', '1', '-1'])}, ${any()}), select(${place()}, ${any()}, ${any()})`,
  setmetatable: ({ table, any }) => `local t = ${table()}; return setmetatable(t, ${any()}) == t`,
  tonumber: ({ any, text, pick }) =>
    `return tonumber(${any()}), tonumber(${text()}, ${pick(['2', '10', '16', '36', '"16"'])})`,
  tostring: ({ any }) => `return tostring(${any()}), tostring(${any()})`,
  type: ({ any }) => `return type(${any()}), type(${any()})`,
  unpack: ({ list, place }) => `return unpack(${list()}, ${place()}, ${place()})`,
  xpcall: ({ any, callable }) => `return xpcall(${callable()}, ${callable()}, ${any()})`,
  'coroutine.create': ({ callable, any }) =>
    `local c = coroutine.create(${callable()}); return coroutine.resume(c, ${any()}, ${any()})`,
  'coroutine.resume': ({ any }) =>
    `local c = coroutine.create(function(...) local a = coroutine.yield(...); return a, ${any()} end)
     coroutine.resume(c, ${any()}); return coroutine.resume(c, ${any()})`,
  'coroutine.status': ({ callable, any }) =>
    `local c = coroutine.create(${callable()}); coroutine.resume(c, ${any()}); return coroutine.status(c)`,
  'coroutine.wrap': ({ any }) =>
    `local f = coroutine.wrap(function(...) coroutine.yield(...); return ${any()} end)
     return f(${any()}, ${any()}), f(${any()})`,
  'coroutine.yield': ({ any }) =>
    `return coroutine.wrap(function() return coroutine.yield(${any()}, ${any()}) end)()`,
  // Later versions take a second argument.
  'math.atan': ({ number, any }) => `return math.atan(${number()}), (pcall(math.atan, ${any()}))`,
  'math.random': ({ count }) =>
    `return math.random(${count()}, ${count()}), math.random(3), math.random()`,
  'math.randomseed': ({ number }) => `math.randomseed(${number()}); return math.random() < 1`,
  'string.char': ({ place }) => `return string.char(${place()}, ${place()})`,
  'string.find': ({ text, place, any }) =>
    `return string.find(${text()}, ${text()}, ${place()}, ${any()})`,
  'string.format': writeFormat,
  'string.gmatch': ({ text, pick }) =>
    `local t = {}; for a in string.gmatch(${text()}, ${pick(['"%w"', '"%d"', '"()"', '"."'])}) do t[a] = a end return t`,
  'string.gsub': ({ text, place, callable, table, below, pick }) => {
    const by = [() => text(), () => callable(), () => table()][below(3)] ?? text;
    return `return string.gsub(${text()}, ${pick(['"%w"', '"%d+"', '"1"', '""'])}, ${by()}, ${place()})`;
  },
  'string.match': ({ text, place, pick }) =>
    `return string.match(${text()}, ${pick(['"%d+"', '"(%w)()"', '"^1"', '"1$"'])}, ${place()})`,
  'table.concat': ({ list, text, place, below }) =>
    below(2) === 0
      ? `return table.concat(${list()}, ${text()})`
      : `return table.concat(${list()}, ${text()}, ${place()}, ${place()})`,
  'table.insert': ({ list, any, place, below }) =>
    below(2) === 0
      ? `local t = ${list()}; table.insert(t, ${any()}); return t, #t`
      : `local t = ${list()}; table.insert(t, ${place()}, ${any()}); return t`,
  'table.pack': ({ any }) => `return table.pack(${any()}, ${any()}), table.pack()`,
  'table.remove': ({ list, place, below }) =>
    below(2) === 0
      ? `local t = ${list()}; return table.remove(t), t, #t`
      : `local t = ${list()}; local r = table.remove(t, ${place()}); return r, t`,
  'table.sort': ({ sortable, below }) =>
    `local t = ${sortable()}; table.sort(t${below(2) === 0 ? ', function(a, b) return a > b end' : ''}); return t`,
  'table.unpack': ({ list, place }) => `return table.unpack(${list()}, ${place()}, ${place()})`,
};

function writeFormat({ any, count, text, pick }: Draw): string {
  const whole = pick(['"%d"', '"%5d|"', '"%x"', '"%c"', '"%i"', '"%03d"', '"%u"']);
  const real = pick(['"%g"', '"%.2f"', '"%e"', '"%5.1f"', '"%a"']);
  const shown = pick(['"%s"', '"%5s|"', '"%.1s"', '"%-4s|"', '"%q"']);
  // Lua 5.2 ends a text at its first zero byte here, and C writes the sign of what is no number.
  return `local s = ${any()}; if s == "a\\0b" or s ~= s then s = "ab" end
    return string.format(${whole}, ${count()}), string.format(${real}, ${text()}), string.format(${shown}, s)`;
}

/** The piece of a function by its full name; a function without one of its own is just called. */
export function libraryPiece(name: string): WritePiece {
  const own = OWN[name];
  if (own !== undefined) return own;
  if (NUMERIC.test(name)) {
    const first = name.startsWith('math.') ? 'number' : 'count';
    return (draw) => `return ${name}(${draw[first]()}, ${draw.place()}, ${draw.place()})`;
  }
  return ({ text, place, below }) =>
    `return ${name}(${[text(), place(), place()].slice(0, 1 + below(3)).join(', ')})`;
}

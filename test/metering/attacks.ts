// Scripts that are made to take as long as they can for the steps that they are charged.

const LONG = 'local s = ("a"):rep(4e6) ';
const MANY = 'local t = {} for i = 1, 6900 do t[i] = i % 120 end local unpack = table.unpack ';
const PAIR = 'local u, v = ("a"):rep(8e6), ("a"):rep(8e6 - 1) .. "a" ';

function forever(body: string): string {
  return `local i = 0 while true do i = i + 1 ${body} end`;
}

/** By name; each runs until its budget is used up. */
export const ATTACKS: Readonly<Record<string, string>> = {
  'plain work': `local t = {} ${forever('t[i % 100 + 1] = (t[i % 100 + 1] or 0) + i')}`,
  'plain loop': `local x = 0 ${forever('x = x + i')}`,
  'find, half': `${LONG} local p = ("a"):rep(1e5) .. "b" .. ("a"):rep(1e5) ${forever('local x = s:find(p, 1, true)')}`,
  'find, short': `${LONG} local p = ("a"):rep(150) .. "b" ${forever('local x = s:find(p, 1, true)')}`,
  StringContains: `${LONG} local p = ("a"):rep(1e5) .. "b" ${forever('local x = StringContains(s, p)')}`,
  'StringContains without case': `${LONG} ${forever('local x = StringContains(s, "AB", true)')}`,
  StringExplode: `local s = ("a,"):rep(5e4) ${forever('local x = StringExplode(s, ",")')}`,
  'tonumber hexadecimal': `local s = "0x" .. ("f"):rep(8e6) ${forever('local x = tonumber(s)')}`,
  'tonumber hexadecimal, short': `local s = "0x" .. ("f"):rep(1e5) ${forever('local x = tonumber(s)')}`,
  'tonumber digits': `local s = ("1"):rep(1e5) ${forever('local x = tonumber(s)')}`,
  'tonumber spaces': `local s = (" "):rep(1e5) ${forever('local x = tonumber(s)')}`,
  'tonumber quadratic': `local s = ("1"):rep(1e5) .. "x" ${forever('local x = tonumber(s)')}`,
  'tonumber base': `local s = ("1"):rep(1e5) ${forever('local x = tonumber(s, 36)')}`,
  'tonumber 32': `local s = ("1"):rep(31) ${forever('local x = tonumber(s)')}`,
  's + 1': `local s = ("1"):rep(1e4) ${forever('local x = s + 1')}`,
  'math.max of texts': `local s = ("1"):rep(1e4) ${forever('local x = math.max(s, s)')}`,
  'u < v': `${PAIR} ${forever('local x = u < v')}`,
  'u == v': `${PAIR} ${forever('local x = u == v')}`,
  'u == v, 60': `local u, v = ("a"):rep(60), ("a"):rep(59) .. "a" ${forever('local x = u == v')}`,
  rawequal: `${PAIR} ${forever('local x = rawequal(u, v)')}`,
  'sort of texts': `local t = {} for i = 1, 40 do t[i] = ("a"):rep(1e6) .. i end ${forever('table.sort(t, nil)')}`,
  'text as key': `${PAIR} local t = {} t[u] = 1 ${forever('local x = t[v]')}`,
  'text keys of one length': `local t, k = {}, {} for i = 1, 1000 do k[i] = ("a"):rep(17000) .. (i + 1000) t[k[i]] = 1 end ${forever('local x = t[k[i % 1000 + 1]]')}`,
  'memo of texts': `${PAIR} local n = 0 ${forever('n = n + StringIndexOf(i % 2 == 0 and u or v, "a")')}`,
  rep: forever('local x = ("ab"):rep(10)'),
  'rep of nothing': forever('local x = (""):rep(1/0)'),
  'utf8.char': `${MANY} ${forever('local x = utf8.char(unpack(t))')}`,
  'utf8.char wide': `local t = {} for i = 1, 6900 do t[i] = 70000 + i end ${forever('local x = utf8.char(table.unpack(t))')}`,
  'string.char': `${MANY} ${forever('local x = string.char(unpack(t))')}`,
  byte: `local s = ("a"):rep(7000) ${forever('local x = s:byte(1, 7000)')}`,
  select: `${MANY} local function f(...) ${forever('local x = select(2, ...)')} end f(unpack(t))`,
  'values passed on': `${MANY} local function g() end local function f(...) ${forever('g(...)')} end f(unpack(t))`,
  'values in a table': `${MANY} local function f(...) ${forever('local x = { ... }')} end f(unpack(t))`,
  'math.max of many': `${MANY} local function f(...) ${forever('local x = math.max(...)')} end f(unpack(t))`,
  'pcall of many': `${MANY} local function h(...) return ... end local function f(...) ${forever('pcall(h, ...)')} end f(unpack(t))`,
  unpack: `${MANY} ${forever('local x = unpack(t)')}`,
  'next over cleared keys': `local t = {} for i = 1, 2e4 do t["k" .. i] = i end for i = 1, 2e4 do t["k" .. i] = nil end ${forever('local x = next(t)')}`,
  'pairs over cleared keys': `local t = {} for i = 1, 2e4 do t["k" .. i] = i end for i = 1, 2e4 do t["k" .. i] = nil end ${forever('for k in pairs(t) do end')}`,
  'gsub of nothing': `local s = ("a"):rep(1e4) ${forever('local x = s:gsub("", "")')}`,
  'gsub with a set': `local s = ("a"):rep(1e4) local p = "[" .. ("b"):rep(1e4) .. "]" ${forever('local x = s:gsub(p, "")')}`,
  gmatch: `local s = ("a"):rep(1e4) ${forever('for x in s:gmatch("()") do end')}`,
  tostring: forever('local x = tostring(1e-300 * i)'),
  'tostring, usual': forever('local x = tostring(i / 7)'),
  'number .. text': forever('local x = (i / 7) .. ""'),
  'format %q': `local s = ("\\n"):rep(1e3) ${forever('local x = ("%q"):format(s)')}`,
  'format %f': forever('local x = ("%.99f"):format(1e300)'),
  concat: `local t = {} for i = 1, 1000 do t[i] = i / 7 end ${forever('local x = table.concat(t)')}`,
  concatenation: `local s = ("a"):rep(1000) ${forever('local x = s .. i')}`,
  'insert in front': `local t = {} for i = 1, 2e5 do t[i] = i end ${forever('table.insert(t, 1, i)')}`,
  'remove in front': `local t = {} for i = 1, 2e6 do t[i] = i end ${forever('table.remove(t, 1)')}`,
  'insert of nil': `local t = {} for i = 1, 1e5 do t[i] = i end ${forever('table.insert(t, 1, nil)')}`,
  'colliding keys': collidingKeys(),
  reverse: `local s = ("ab"):rep(5e4) ${forever('local x = s:reverse()')}`,
  lower: `local s = ("aB"):rep(5e4) .. "\\200" ${forever('local x = s:lower()')}`,
  JSON: `local s = "[" .. ("1,"):rep(1e4) .. "1]" ${forever('local x = ParseJson(s)')}`,
  CSV: `local s = ("1,"):rep(1e3) ${forever('local x = ParseCsv(s)')}`,
  query: `local s = ("a=1&"):rep(1e3) ${forever('local x = StringFromQuery(s)')}`,
  'numbers in a text': `local s = ("1,"):rep(1e3) ${forever('local x = Parse(s, ListNumberType)')}`,
  ArrayFilter: `local t = {} for i = 1, 1e4 do t[i] = i end ${forever('local x = ArrayFilter(t, 5, ArrayFilterGreaterThanType)')}`,
  ArraySort: `local t = {} for i = 1, 1e4 do t[i] = (i * 7919) % 10007 end ${forever('local x = ArraySort(t)')}`,
  ArrayUnshift: `local t = {} for i = 1, 1e4 do t[i] = i end ${forever('ArrayUnshift(t, i)')}`,
  ArrayDistinct: `local t = {} for i = 1, 1e4 do t[i] = i end ${forever('local x = ArrayDistinct(t)')}`,
  'c = c + 1': `local c = ClosePrices() ${forever('c = c + 1')}`,
  'c = c + c': `local c = ClosePrices() ${forever('c = c + c')}`,
  'c = c + c, read': `local c, h = ClosePrices(5), HighPrices(15) local n = 0 ${forever('c = c + h n = n + c[3][1].Value')}`,
  HNC: `local t = {} ${forever('t[#t + 1] = HNC(10000, i)')}`,
  'HNC, dropped': forever('local x = HNC(10000, i)'),
  'WMA of many': `local c = ClosePrices() ${forever('local x = WMA(c, i % 9000 + 2)')}`,
  'WMA of many at 15': `local c = ClosePrices(15) ${forever('local x = WMA(c, i % 9000 + 2)')}`,
  LINEARREG: `local c = ClosePrices() ${forever('local x = LINEARREG(c, i % 1900 + 2)')}`,
  'LINEARREG at 15': `local c = ClosePrices(15) ${forever('local x = LINEARREG(c, i % 1900 + 2)')}`,
  'nested SMA': `local c = ClosePrices() ${forever('local x = SMA(SMA(SMA(c, 5), 6), 7)')}`,
  'transient SMA': `local c = HNC(500, 1) ${forever('local x = SMA(c, i % 400 + 2)[1].Value')}`,
  'transient MACD': `local c = HNC(500, 1) ${forever('local x = MACD(c, 12, 26, 9).hist.Value')}`,
  Save: `local t = {} for i = 1, 1e4 do t[i] = i end ${forever('Save("k" .. i % 10, t)')}`,
  Load: `local t = {} for i = 1, 1e4 do t[i] = i end Save("k", t) ${forever('local x = Load("k")')}`,
  Log: `local s = ("\\195\\164"):rep(2000) ${forever('Log(s)')}`,
  'errors caught': forever('pcall(error, "x")'),
  'errors in coroutines': forever(
    'local c = coroutine.create(function() error("x") end) coroutine.resume(c)',
  ),
  'a dead coroutine': `local c = coroutine.create(function() end) coroutine.resume(c) ${forever('coroutine.resume(c)')}`,
  'a coroutine that yields far down': `local function f(n) if n == 0 then while true do coroutine.yield() end end f(n - 1) end local c = coroutine.wrap(function() f(100) end) ${forever('c()')}`,
  'pcall twice at each depth': 'local function f() pcall(f) pcall(f) end f()',
  'errors far down': `local function f(n) if n > 0 then local x = f(n - 1) return x end for j = 1, 100 do pcall(string.rep) end end ${forever('f(150)')}`,
  'errors from far down': `local function f(n) if n > 0 then local x = f(n - 1) return x end error("x") end ${forever('pcall(f, 180)')}`,
  'stack overflows': `local function f() f() end ${forever('pcall(f)')}`,
  'entries far apart': `local t = {} ${forever('t[i * 1000003] = i')}`,
  'entries far apart, read': `local t = {} for j = 1, 3e4 do t[j * 1000003] = j end ${forever('local x = t[(i * 7919) % 30000 * 1000003]')}`,
  'entries below the list': `local t = { 1 } ${forever('local x = t[-i]')}`,
  'globals by text': forever('_G["g" .. i] = i'),
  'all globals': forever('for k in pairs(_G) do break end'),
  'pairs over entries far apart': `local t = {} for j = 1, 2e4 do t[j / 7] = j end ${forever('for k in pairs(t) do end')}`,
  'long texts as keys': `local t, s = {}, ("a"):rep(64) ${forever('t[s .. i] = i')}`,
  'a chain of tables': `local u = {} for j = 1, 90 do u = setmetatable({}, { __index = u }) end ${forever('local x = u.y')}`,
  'find with a frontier': `local s = ("a"):rep(1e6) ${forever('local x = s:find("%f[b]")')}`,
  'find of a class': `local s = ("a"):rep(1e6) ${forever('local x = s:find("%d")')}`,
  coroutines: forever('local co = coroutine.wrap(function() coroutine.yield() end) co() co()'),
  'series as text': `local c = HNC(500, 1.5) ${forever('local x = tostring(c)')}`,
};

/** Whole numbers with one hash in the engine's unseeded hash of numbers. */
function collidingKeys(): string {
  const keys: number[] = [];
  for (let key = 1; keys.length < 4_000 && key < 40_000_000; key += 1) {
    if ((hashOf(key) & 0x3fff) === 77) keys.push(key);
  }
  const listed = keys.join(',');
  return `local k = {${listed}} ${forever(`local t = {} for j = 1, #k do t[k[j]] = j end`)}`;
}

/** Thomas Wang's mix of 32 bits, which V8 uses for whole numbers in maps. */
function hashOf(key: number): number {
  let hash = (~key + (key << 15)) | 0;
  hash ^= hash >>> 12;
  hash = (hash + (hash << 2)) | 0;
  hash ^= hash >>> 4;
  hash = Math.imul(hash, 2057);
  hash ^= hash >>> 16;
  return hash & 0x3fffffff;
}

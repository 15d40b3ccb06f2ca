// Programs as people write them: what their loops cost for each step is what others are compared
// with.

function forever(body: string): string {
  return `local i = 0 while true do i = i + 1 ${body} end`;
}

/** By name; each runs until its budget is used up. */
export const ORDINARY: Readonly<Record<string, string>> = {
  'a sum': `local x = 0 ${forever('x = x + i * 2')}`,
  'a branch': `local x = 0 ${forever('if i % 3 == 0 then x = x + 1 elseif i % 3 == 1 then x = x - 1 end')}`,
  'a list that is filled': forever('local t = {} for j = 1, 50 do t[j] = j * j end'),
  'a list that grows': forever('local t = {} for j = 1, 50 do t[#t + 1] = j end'),
  'table.insert': forever('local t = {} for j = 1, 50 do table.insert(t, j) end'),
  ipairs: `local t = {} for j = 1, 100 do t[j] = j end ${forever('local x = 0 for _, v in ipairs(t) do x = x + v end')}`,
  pairs: `local t = {} for j = 1, 100 do t["k" .. j] = j end ${forever('local x = 0 for k, v in pairs(t) do x = x + v end')}`,
  fields: `local p = { x = 1, y = 2 } ${forever('p.x = p.x + p.y')}`,
  records: forever('local p = { x = i, y = i + 1 } local q = p.x + p.y'),
  'fields by text': `local t = {} ${forever('local k = "k" .. i % 50 t[k] = (t[k] or 0) + 1')}`,
  'a function': `local function f(a, b) return a + b end ${forever('local x = f(i, 2)')}`,
  closures: forever('local n = i local f = function() n = n + 1 return n end f() f()'),
  recursion: `local function f(n) if n < 2 then return n end return f(n - 1) + f(n - 2) end ${forever('local x = f(12)')}`,
  objects: `local C = {} C.__index = C function C.new(v) return setmetatable({ v = v }, C) end function C:get() return self.v end ${forever('local x = C.new(i):get()')}`,
  concatenation: forever('local x = "a" .. i .. "b"'),
  format: forever('local x = string.format("%.2f %s", i / 3, "x")'),
  'find in a text': forever('local x = ("key=value;other=1"):find("other", 1, true)'),
  match: forever('local k, v = ("key=value"):match("(%w+)=(%w+)")'),
  split: forever('for w in ("a,b,c,d"):gmatch("[^,]+") do local x = w end'),
  sort: forever('local t = { 5, 3, 9, 1, 7, 2 } table.sort(t)'),
  'sort by a function': forever(
    'local t = { 5, 3, 9, 1 } table.sort(t, function(a, b) return a > b end)',
  ),
  mathematics: forever('local x = math.floor(math.sqrt(i)) + math.max(i, 3)'),
  'prices read': `local c = ClosePrices() ${forever('local x = c[1] + c[2]')}`,
  'an average read': `local a = SMA(ClosePrices(), 20) ${forever('local x = a[1] - a[2]')}`,
  'a pcall': `local function f(a) return a end ${forever('local ok, x = pcall(f, i)')}`,
  generators: `local co = coroutine.wrap(function() while true do coroutine.yield(1) end end) ${forever('local x = co()')}`,
  'an indicator in each passage': forever('local x = RSI(ClosePrices(), 14)[1]'),
  'a crossing': `local a, b = SMA(ClosePrices(), 9), SMA(ClosePrices(), 20) ${forever('local x = CrossOver(a, b)')}`,
  'a number as text': forever('local x = tostring(i / 8)'),
  'a joined list': forever('local x = table.concat({ "a", "b", "c", "d" }, ",")'),
  'upper case': forever('local x = ("buy at market"):upper()'),
  'a replaced word': forever('local x = ("buy at market"):gsub("market", "limit")'),
  'an error that is caught': forever('if i % 100 == 0 then pcall(error, "x") end'),
  'a command of lists': `local t = { 3, 1, 2 } ${forever('local x = ArraySum(t)')}`,
  'Log now and then': forever('if i % 1000 == 0 then Log("at " .. i) end'),
  'Save and Load': forever('local n = Load("n", 0) Save("n", n + 1)'),
};

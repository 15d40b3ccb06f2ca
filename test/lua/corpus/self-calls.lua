-- Functions that end in a call of themselves, and closures that must not notice.
local function loop(n, sum)
  if n == 0 then return sum, n end
  return loop(n - 1, sum + n)
end
print(loop(1000000, 0))
local fs = {}
local function cap(n)
  local m = n
  fs[#fs + 1] = function() m = m + 1 return m end
  if n == 0 then return 'x' end
  return cap(n - 1)
end
print(cap(5), fs[1](), fs[1](), fs[2](), fs[6]())
local function swap(a, b, c) if c == 0 then return a, b end return swap(b, a, c - 1) end
print(swap(1, 2, 7))
local function few(a, b) if a == 0 then return b end return few(a - 1) end
print(few(3, 9))
local function many(a) if a == 0 then return 'm' end return many(a - 1, print('x', a)) end
print(many(2))
local function inloop(n) for i = 1, 3 do while true do if n > 100000 then return n end return inloop(n + i) end end end
print(inloop(1))
local function inner(n) repeat local k = n if k > 10 then return k end return inner(k + 1) until false end
print(inner(0))
function glob(n) if n == 0 then return 'g' end return glob(n - 1) end
print(glob(1000))
local function ac(n, acc) acc = acc or {} acc[#acc+1] = n if n == 0 then return #acc end return ac(n - 1, acc) end
print(ac(10))
function mk(k) function g(n) if n == 0 then return k end return g(n - 1) end return g end
local a = mk(1) mk(2)
print(a(3))
local function mk2(k) local function g(n) if n == 0 then return k end return g(n - 1) end return g end
local b = mk2(1) mk2(2)
print(b(3))
local function up(n, f) if f then n = f() end if n > 5 then return n end return up(n, function() n = n + 1 return n end) end
print(up(1))
local co = coroutine.wrap(function() local function y(n) if n == 0 then return 'end' end coroutine.yield(n) return y(n - 1) end return y(3) end)
print(co(), co(), co(), co())

-- Upvalues: shared, fresh in each passage of a loop, and through several levels.
local function counter()
  local n = 0
  return function() n = n + 1 return n end, function() return n end
end
local inc, get = counter()
inc() inc()
print(get(), inc(), get())
local fs = {}
for i = 1, 3 do fs[i] = function() i = i + 10 return i end end
print(fs[1](), fs[1](), fs[2](), fs[3]())
local k = 1
local gs = {}
while k <= 3 do local j = k gs[k] = function() j = j + 1 return j end k = k + 1 end
print(gs[1](), gs[1](), gs[2](), gs[3]())
local hs = {}
for _, name in ipairs { "a", "b" } do hs[#hs + 1] = function() return name end end
print(hs[1](), hs[2]())
local function outer()
  local a = 1
  local function middle()
    local b = a
    local function inner() a = a + b return a, b end
    return inner
  end
  local f = middle()
  f()
  return f()
end
print(outer())
local a, b, c = (function(...) return ... end)(1, 2, 3)
print(a, b, c)
local function vararg(...)
  local x, y = ...
  local t = { ... }
  return #t, x, y, select("#", ...), (select(2, ...))
end
print(vararg(7, 8, 9))
print((vararg(1)))
local function pass(...) return ... end
print(pass(), (pass()), pass(nil), pass(nil, nil))
print(#{ pass(1, 2, 3), pass(4, 5) })
local r = { n = 0 }
function r:add(v) self.n = self.n + v return self end
print(r:add(1):add(2).n)

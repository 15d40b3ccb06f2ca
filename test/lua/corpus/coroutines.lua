-- Coroutines.
local function gen(n) return coroutine.wrap(function() for i = 1, n do coroutine.yield(i) end return "end" end) end
local g = gen(2)
print(g(), g(), g())
print((pcall(g)))
local co = coroutine.create(function(a, b)
  print("start", a, b)
  local c = coroutine.yield(a + b)
  print("got", c)
  local d, e = coroutine.yield(c * 2)
  print("got", d, e)
  return d + e, "fin"
end)
print(coroutine.status(co), coroutine.resume(co, 1, 2))
print(coroutine.status(co), coroutine.resume(co, 10))
print(coroutine.resume(co, 3, 4))
print(coroutine.status(co), coroutine.resume(co))
local err = coroutine.create(function() error("inside") end)
print(coroutine.resume(err))
print(coroutine.status(err))
local err2 = coroutine.create(function() local x = nil; x() end)
print(coroutine.resume(err2))
-- yields through nested calls, loops, pcall and closures
local function deep(n) if n == 0 then coroutine.yield("bottom") else deep(n - 1) end return n end
local d = coroutine.wrap(function() return deep(5) end)
print(d(), d())
local pc = coroutine.create(function()
  print(pcall(function() coroutine.yield(1) error("after") end))
  print(xpcall(function() coroutine.yield(2) error("again") end, function(m) return "H:" .. m end))
  local ok, v = pcall(function() return coroutine.yield(3) end)
  print(ok, v)
  return "x"
end)
print(coroutine.resume(pc)) print(coroutine.resume(pc)) print(coroutine.resume(pc)) print(coroutine.resume(pc, "value")) print(coroutine.resume(pc))
local shared = 0
local function bump() shared = shared + 1 return shared end
local a = coroutine.wrap(function() while true do coroutine.yield(bump()) end end)
print(a(), bump(), a(), bump(), shared)
local function permgen(t, n)
  n = n or #t
  if n <= 1 then coroutine.yield(t) else
    for i = 1, n do t[n], t[i] = t[i], t[n] permgen(t, n - 1) t[n], t[i] = t[i], t[n] end
  end
end
for p in coroutine.wrap(function() permgen { 1, 2, 3 } end) do print(table.concat(p, " ")) end
print(coroutine.isyieldable and "new" or "new")
print(pcall(coroutine.yield, 1) == false)
print(coroutine.resume(coroutine.create(function() return coroutine.status(coroutine.running()) end)))
local outer
outer = coroutine.create(function() print(coroutine.status(outer)) local inner = coroutine.create(function() print(coroutine.status(outer)) end) coroutine.resume(inner) end)
coroutine.resume(outer)
print(coroutine.resume(coroutine.running()))
local obj = { v = 1 }
function obj:each() for i = 1, 3 do coroutine.yield(self.v * i) end end
local parts = {}
for x in coroutine.wrap(function() obj:each() end) do parts[#parts + 1] = x end
print(table.concat(parts, ","))
local vco = coroutine.wrap(function(...) local n = select("#", ...) while true do n = select("#", coroutine.yield(n)) end end)
print(vco(1, 2, 3), vco(), vco(nil, nil))
local sum = 0
local producer = coroutine.create(function() for i = 1, 1000 do coroutine.yield(i) end end)
while true do local ok, v = coroutine.resume(producer) if not v then break end sum = sum + v end
print(sum)
print(select("#", coroutine.resume(coroutine.create(function() end))))
local gotoco = coroutine.wrap(function() local i = 1 ::top:: coroutine.yield(i) i = i + 1 if i < 4 then goto top end end)
print(gotoco(), gotoco(), gotoco())
local tcall = setmetatable({}, { __call = function(_, x) return coroutine.yield(x) end })
print(coroutine.resume(coroutine.create(function() return tcall(9) end)))

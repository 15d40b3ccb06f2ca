-- All metamethods of Lua 5.2.
local V = {}
V.__index = V
local function vec(x, y) return setmetatable({ x = x, y = y }, V) end
V.__add = function(a, b) return vec(a.x + b.x, a.y + b.y) end
V.__sub = function(a, b) return vec(a.x - b.x, a.y - b.y) end
V.__mul = function(a, b)
  if type(a) == "number" then return vec(a * b.x, a * b.y) end
  if type(b) == "number" then return vec(a.x * b, a.y * b) end
  return a.x * b.x + a.y * b.y
end
V.__div = function(a, b) return vec(a.x / b, a.y / b) end
V.__mod = function(a, b) return "mod" end
V.__pow = function(a, b) return "pow" end
V.__unm = function(a) return vec(-a.x, -a.y) end
V.__concat = function(a, b) return tostring(a) .. "|" .. tostring(b) end
V.__len = function() return 2 end
V.__eq = function(a, b) return a.x == b.x and a.y == b.y end
V.__lt = function(a, b) return a.x < b.x end
V.__le = function(a, b) return a.x <= b.x end
V.__tostring = function(a) return "(" .. a.x .. "," .. a.y .. ")" end
V.__call = function(self, k, ...) return k, self.x, ... end
function V:norm() return self.x * self.x + self.y * self.y end
local a, b = vec(1, 2), vec(3, 4)
print(tostring(a + b), tostring(a - b), a * b, tostring(2 * a), tostring(a * 2), tostring(b / 2))
print(a % b, a ^ b, 1 % a, a ^ 2, tostring(-a), a .. b, a .. "s", 1 .. a, #a)
print(a == b, a == vec(1, 2), a ~= vec(1, 2), a < b, a <= b, a > b, a >= b, a(5, 6))
print(a:norm(), rawequal(a, vec(1, 2)), rawlen(a), rawget(a, "norm"))
local log = {}
local p = setmetatable({}, {
  __index = function(t, k) log[#log + 1] = "get " .. tostring(k) return k end,
  __newindex = function(t, k, v) log[#log + 1] = "set " .. tostring(k) rawset(t, k, v) end,
})
print(p.foo, p[1]) p.foo = 3 p.foo = 4 p[1] = 5
print(p.foo, p[1], table.concat(log, ";"))
local base = { greet = function(self) return "hi " .. self.name end }
local derived = setmetatable({}, { __index = base })
local object = setmetatable({ name = "x" }, { __index = derived })
print(object:greet())
local store = {}
local q = setmetatable({}, { __newindex = store })
q.a = 1
print(rawget(q, "a"), store.a)
print(getmetatable(setmetatable({}, { __metatable = "locked" })))
print(pcall(function() setmetatable(setmetatable({}, { __metatable = 1 }), {}) end))
for k, v in pairs(setmetatable({}, { __pairs = function() return function(_, k) if not k then return 1, 2 end end, nil, nil end })) do print(k, v) end
for i, v in ipairs(setmetatable({}, { __ipairs = function(t) return function(_, i) if i < 2 then return i + 1, "v" end end, t, 0 end })) do print(i, v) end
local lt = setmetatable({}, { __lt = function(a, b) return a == "first" end })
print(pcall(function() return {} < {} end))
print(pcall(function() return lt <= 1 end), pcall(function() return 1 < lt end))
local cyc = {} setmetatable(cyc, cyc) cyc.__index = cyc
print(pcall(function() return cyc.x end))
print(pcall(function() return a + nil end))
print(tostring(setmetatable({}, { __tostring = function() return "T" end })))
local calls = setmetatable({}, { __call = function(self, ...) return select("#", ...), ... end })
print(calls(), calls(nil), calls(1, 2))
print(pcall(calls, 9))

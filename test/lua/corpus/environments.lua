-- `_ENV` is a variable like any other: assigned, passed, hidden and shared by functions.
X = 20
local show, set, G = print, setmetatable, _G
_ENV = setmetatable({}, { __index = _G })
X = X + 10
print(X, _G.X)
local function before() return X end
local outer = _ENV
do
  local _ENV = { X = 'inner', show = show }
  show(X)
end
_ENV = { X = 'second', show = show, pcall = pcall }
show(X, before(), outer.X, G.X)
local function swap(to) _ENV, X = to, 'to the old one' end
local old = _ENV
swap({ X = 'third', show = show, old = old, pcall = pcall })
show(X, before(), old.X)
function define() return X end
show(define ~= nil, G.define, define())
_ENV.X = 'by name'
show(X)
show(pcall(function() _ENV = nil return X end))
_ENV = G
print(X, define, show ~= nil)
local function given(_ENV) Y = X return Y end
print(given({ X = 7 }), Y)
for _, _ENV in ipairs({ { X = 'a' }, { X = 'b' } }) do show(X) end
(function() _ENV = set({}, { __index = G, __newindex = function(t, k, v) show('new', k, v) end }) end)()
Z = 5
print(Z, X)

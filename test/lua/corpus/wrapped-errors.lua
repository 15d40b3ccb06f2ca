-- An error that leaves a wrapped coroutine gets the position of the call that resumed it in front.
local function fail() error('boom') end
local f = coroutine.wrap(function() fail() end)
print(pcall(function()
  f()
end))
print(pcall(function()
  f()
end))
local outer = coroutine.wrap(function()
  local inner = coroutine.wrap(function()
    coroutine.yield(1)
    local x = nil + 1
  end)
  inner()
  inner()
end)
print(pcall(function() outer() end))
local t = {}
local g = coroutine.wrap(function() error(t) end)
print(pcall(function() g() end) == false, select(2, pcall(coroutine.wrap(function() error(t) end))) == t)
print(pcall(function() coroutine.wrap(function() error(7, 0) end)() end))

-- Loops, goto, nested break, multiple assignment, short circuits.
for i = 10, 1, -3 do io = i print(i) end
for i = 1, 0 do print("never") end
for x = 0, 1, 0.25 do print(x) end
for x = 1, 3 do local y = x x = x * 10 print(x, y) end
for i = "1", "3" do print(i) end
print(pcall(function() for i = 1, {} do end end))
print(pcall(function() for i = "a", 2 do end end))
print(pcall(function() for i = 1, 2, "x" do end end))
local i = 0
repeat local done = i >= 3 i = i + 1 until done
print(i)
while true do i = i - 1 if i < 0 then break end end
print(i)
for a = 1, 3 do
  for b = 1, 3 do
    if b == 2 then goto next end
    if a == 3 then goto out end
    print(a, b)
    ::next::
  end
end
::out::
do
  local n = 0
  ::again::
  n = n + 1
  if n < 3 then goto again end
  print("n", n)
end
do
  local k = 0
  ::top::
  local fresh = k
  k = k + 1
  if k == 2 then goto skip end
  print("k", k, fresh)
  ::skip::
  if k < 4 then goto top end
end
local t = {}
local j = 1
j, t[j] = j + 1, 20
print(j, t[1], t[2])
local a, b, c = 1, 2
print(a, b, c)
a, b = b, a
print(a, b)
local function f() return 1, 2, 3 end
local x, y, z, w = f()
print(x, y, z, w)
x, y, z, w = 0, f()
print(x, y, z, w)
x, y, z = f(), 10
print(x, y, z)
print((f()), f(), f())
print(nil and 1, false and 1, nil or false, false or nil, 1 and 2, 0 and "zero", "" or 3)
print(not nil, not 0, nil == false, 1 == 1.0, "1" == 1)
print(1 < 2, "a" < "b", "Z" < "a", "" < "a", "a" < "ab")
local s = ""
for n = 1, 5 do if n % 2 == 0 then s = s .. n elseif n == 3 then s = s .. "three" else s = s .. "-" end end
print(s)
print(2 ^ 3 ^ 2, -2 ^ 2, not 1 == 2, 1 .. 2 .. 3, 7 % 3, -7 % 3, 7 % -3, 5.5 % 2, 1 / 0, -1 / 0, 0 / 0 ~= 0 / 0)
print(10 / 2, 3 / 2, 1e3, 1e100, 123456789012345, 0x10, 1e14, 1e15, -1e14, 2 ^ 63, 0.1 + 0.2, 100 * 1.1)
print("10" + 5, "3" * "4", 10 .. "", "0x10" + 0, " 5 " + 1, -"2")
print(#"abc", #{ 1, 2, 3 }, #{ n = 1 }, #{ 1, 2, nil }, #{ nil })
goto done
do print("skipped") end
::done::
print(math.max(1, 5, 3), math.min(2, 0), math.floor(-1.5), math.ceil(1.2), math.abs(-3), math.huge, -math.huge)

-- Jumps of every direction, nested and crossing.
do
  local n, log = 0, {}
  goto middle
  ::back::
  log[#log + 1] = "back" .. n
  ::middle::
  n = n + 1
  log[#log + 1] = "middle" .. n
  if n < 3 then goto back end
  print(table.concat(log, " "))
end
do
  local log = {}
  local i = 0
  ::first::
  i = i + 1
  if i == 2 then goto second end
  if i > 4 then goto last end
  log[#log + 1] = "a" .. i
  goto first
  ::second::
  log[#log + 1] = "b" .. i
  if i < 4 then goto first end
  ::last::
  print(table.concat(log, " "), i)
end
for i = 1, 3 do
  local j = 0
  while true do
    j = j + 1
    if j == 2 then goto next_j end
    if j > 3 then break end
    if i == 2 then goto next_i end
    io = i .. ":" .. j
    print(io)
    ::next_j::
  end
  ::next_i::
end
do
  local fs = {}
  local i = 1
  ::again::
  local fresh = i * 10
  fs[i] = function() fresh = fresh + 1 return fresh end
  i = i + 1
  if i <= 3 then goto again end
  print(fs[1](), fs[1](), fs[2](), fs[3]())
end
local function search(list, wanted)
  local at
  for i, row in ipairs(list) do
    for j, value in ipairs(row) do
      if value == wanted then
        at = i .. "," .. j
        goto found
      end
    end
  end
  do return "none" end
  ::found::
  return at
end
print(search({ { 1, 2 }, { 3, 4 } }, 3), search({ { 1 } }, 9))
do
  goto one
  ::two:: print("two") goto three
  ::one:: print("one") goto two
  ::three:: print("three")
end
do
  local k = 0
  goto check
  ::body::
  k = k + 1
  do
    local inner = k
    if inner == 2 then goto check end
    print("inner", inner)
  end
  ::check::
  if k < 4 then goto body end
  print("end", k)
end
repeat
  local x = 1
  if x then goto out end
  print("never")
  ::out::
until true
print("done")

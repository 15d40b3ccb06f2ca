-- A list of booleans and nested counted loops.
local count = 0
for round = 1, 10 do
  local flags = {}
  for i = 1, 8192 do flags[i] = true end
  for i = 2, 8192 do
    if flags[i] then
      for k = i + i, 8192, i do flags[k] = false end
      count = count + 1
    end
  end
end
return count

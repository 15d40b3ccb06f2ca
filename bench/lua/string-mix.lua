-- Built keys, sorting, formatting and patterns.
local total = 0
for bar = 1, 300 do
  local counts, names = {}, {}
  for i = 1, 100 do
    local key = "level" .. (i * 37 + bar) % 20
    if not counts[key] then
      counts[key] = 0
      names[#names + 1] = key
    end
    counts[key] = counts[key] + i
  end
  table.sort(names)
  local lines = {}
  for i, name in ipairs(names) do lines[i] = string.format("%s=%d", name, counts[name]) end
  local text = table.concat(lines, ";")
  for name, count in text:gmatch("(%a+%d+)=(%d+)") do total = total + #name + tonumber(count) end
  total = total + select(2, text:gsub("level", "l"))
end
return total

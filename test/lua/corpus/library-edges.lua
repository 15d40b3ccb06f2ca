-- Corners of the library where an implementation in another language goes astray.
print(tonumber('+7', 8), tonumber('  +1Z  ', 36), tonumber('-ff', 16), tonumber('+-1', 10), tonumber('+', 10))
local a = { [0] = 'x' }
print(table.remove(a), a[0], #a)
local b = { 'p', 'q' }
print(table.remove(b, nil), table.remove(b, 2), table.remove(b), table.remove(b), #b)
for _, position in ipairs({ 4, 0, -1 }) do
  print(pcall(function() table.remove({ 1, 2 }, position) end))
end
print(pcall(function() table.remove({}, 2) end))
print(string.rep('', 1 / 0), string.rep('', 1 / 0, ''), string.rep('x', 0 / 0), string.rep('x', -1 / 0))

local function show(...) print((string.format(...))) end
show('%.2a|%a|%#a|%.0a|%#.0a|%20.3a|%A|%.20a', 1.999999, 0x1fffffffffffff, 1, 1.5, 1.5, 3.14, 0x1fffffffffffff, 0.1)
show('%.2a|%.1a|%.0a|%a|%.3a|%a', 5e-324, 1.96875, 1.96875, 5e-324, 5e-324, 2.2250738585072e-308)
show('%010a|%-12a|%+a|%.1a|%.1a|%.1a', 1, 1, 1, 1.03125, 1.09375, 1.15625)
show('%a|%A|%a|%10a|%010a|%+a', 1 / 0, -1 / 0, -0.0, 1 / 0, 1 / 0, 0)
show('%#o|%#x|%#.3x|%#.0f|%+#014.0f|%#e|%#.0e|%#g|%#o', 8, 255, 1, 3, 7, 1, 1, 1, 0)
show('%.0d|%#.0o|%.0x|%5.0d|%.0u|%+.0d', 0, 0, 0, 0, 0, 0)
show('%05s|%-05s|%05c|%+s|% d|%+ d|%0-5d|%-05d|%05.1d|%+u|%+x|', 'a', 'b', 65, 'c', 1, 1, 2, 3, 4, 5, 6)
show('%x|%X|%o|%u', 2 ^ 63, 0xfffffffffffff800, 2 ^ 63, 2 ^ 63)
show('%05d|%05d|% 05d|%05x|%#010x|%#08X|%-#8x|%05.1f|%05f|%06.1e', -3, 3, 3, 255, 255, 255, 255, -2.5, 1 / 0, -1.5)
show('%i|%5.3i|%-+5i|%d|%x', 3.9, 4, 5, -2 ^ 63, -0.5)
local function refused(...)
  local ok, message = pcall(function(...) return string.format(...) end, ...)
  print(ok, message)
end
refused('%x', -1)
refused('%o', -1.5)
refused('%d', 2 ^ 63)
refused('%x', 2 ^ 64)
refused('%d', 0 / 0)
refused('%x', 1 / 0)
refused('%000005d', 1)
refused('%0000005d', 1)
refused('%123d', 1)
refused('%.123d', 1)
print(string.gsub("aaa", "a", "b", -1), string.gsub("aaa", "a", "b", 0))
for _, n in ipairs({ -3, -1 / 0, 3, -3.5, 1 / 0 }) do print(math.modf(n)) end

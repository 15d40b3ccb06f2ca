-- Which of two items for one key wins in a constructor, and in which order items are evaluated.
local function say(v, ...)
  io_log[#io_log + 1] = tostring(v)
  return v, ...
end
io_log = {}
local function told(t, n)
  local s = {}
  for i = 0, n or 4 do s[#s + 1] = tostring(t[i]) end
  print(table.concat(s, ' '), '|', table.concat(io_log, ' '), '|', t.x, t.y)
  io_log = {}
end

told({ 'abc', [1] = 'z' })
told({ [1] = 'z', 'abc' })
told({ [2] = 'z', 'abc' })
told({ 'a', nil, [1] = 'z', [2] = 'y' })
told({ nil, [1] = 'z', 'b' })
told({ [1] = 'z', [2] = 'y', [3] = 'x', 'a', nil })
told({ [3] = 'c', 'a', 'b', [4] = 'd' })
told({ [0] = 0, [1.5] = 1, [-1] = 2, 'a', x = 1 })
told({ say('a'), x = say('x'), say('b'), y = say('y') })
told({ say('a'), say('b'), x = say('x'), y = say('y') })
told({ x = say('x'), y = say('y'), say('a'), say('b') })
told({ [say(1)] = say('k'), say('a'), [say(2)] = say('l'), say('b', 'c', 'd') })
told({ say('a'), [say(3)] = say('k'), x = say('x'), y = say('y', 1, 2) })
told({ x = 1, 'a', x = 2, y = say(3), say('b', 'c') })
told({ (say('a', 'b')), x = (say('x', 1)), ((say('c', 'd'))) })
local v = 1
local function raise() v = v + 1 return v end
told({ v, x = raise(), v, y = raise(), v })
told({ x = raise(), v, y = v })
told({ v, x = raise() })
told({ raise(), x = v, y = raise() })
local function pass(...) return { ..., n = select('#', ...), ... } end
told(pass('p', 'q', nil))
told({ ({ say(1), x = say(2) })[1], x = ({ x = say(3), say(4) }).x })
print(pcall(function() return { 1, [nil] = 2 } end))
print(pcall(function() return { say('before'), [0 / 0] = say('value'), say('after') } end))
print(table.concat(io_log, ' '))
io_log = {}

-- Listed values are stored fifty at a time.
local t = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25,
  26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50,
  [1] = 'late', [51] = 'early', 51, 52, [52] = 'early' }
print(t[1], t[50], t[51], t[52], #t)
local u = { [50] = 'early', 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
  22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46,
  47, 48, 49, [2] = 'early', 50, [3] = 'late' }
print(u[2], u[3], u[50], #u)

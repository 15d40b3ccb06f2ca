-- Ours alone: what later versions added, and `!=`.
print(7 // 2, -7 // 2, 7 // -2, 7.5 // 2, 1 // 0, -1 // 0)
print(5 & 3, 5 | 3, 5 ~ 3, ~0, ~5, 1 << 4, 256 >> 4, 1 << 62, 1 << 63, 1 << 64, -1 >> 60, 2 ^ 40 & 0xFF | 1)
print(3 != 4, 3 ~= 4, "3" | 0, 2 ^ 53 | 0, 1 << -1, 1 >> -1)
print(pcall(function() return 1.5 & 1 end))
print(pcall(function() return {} & 1 end))
print(pcall(function() return "x" | 1 end))
local limit <const> = 10
print(limit)
do
  local log = {}
  local function closable(name)
    return setmetatable({}, { __close = function(_, e) print("close", name, e) end })
  end
  do
    local a <close> = closable("a")
    local b <close> = closable("b")
    print("body")
  end
  local function f()
    local c <close> = closable("c")
    return "result"
  end
  print(f())
  print(pcall(function()
    local d <close> = closable("d")
    error("failed", 0)
  end))
  for i = 1, 2 do
    local e <close> = closable("e" .. i)
    if i == 1 then goto continue end
    print("second")
    ::continue::
  end
  local n <close> = nil
  print(pcall(function() local x <close> = 5 end))
end
print("\u{48}\u{20AC}", utf8.char(72, 8364), utf8.len("h€"), #utf8.char(0x7FFFFFFF))
for p, c in utf8.codes("a€") do print(p, c) end
print(utf8.codepoint("a€", 1, -1), utf8.offset("a€b", 3), utf8.len("\xff"))
print(bit32.band(0xF0, 0x3C), bit32.bor(1, 2), bit32.bxor(5, 1), bit32.bnot(0), bit32.lshift(1, 31), bit32.rshift(-1, 28), bit32.arshift(-8, 1), bit32.extract(0xABCD, 4, 8), bit32.replace(0, 7, 4, 3), bit32.lrotate(0x80000001, 1), bit32.btest(1, 2))
print(math.tointeger(3), math.tointeger(3.5), math.fmod(-7, 3), math.modf(-3.7), math.frexp(8), math.ldexp(0.5, 4))
local meta = setmetatable({}, { __idiv = function() return "idiv" end, __band = function() return "band" end, __shl = function() return "shl" end, __bnot = function() return "bnot" end })
print(meta // 1, 1 & meta, meta << 1, ~meta)

-- Keys that read as the next place of a list, where the compiler does not know their kind.
local function put(t, k, v) t[k] = v end
local function any(...) return ... end
local texts = { "1", "01", "1.0", "1e0", "0x1", " 1", "1 ", "+1", "-0", "0", "", "true" }

local function show(t, k)
  local kinds = {}
  for key in pairs(t) do kinds[#kinds + 1] = type(key) end
  print(type(k), tostring(k), tostring(t[k]), tostring(t[1]), #t, table.concat(kinds, ","))
end

for i = 1, #texts do
  local t = {}
  put(t, texts[i], i)
  show(t, texts[i])
end
for _, k in ipairs({ true, false, 1, 1.5, 0, -1, 2 ^ 53, -2 ^ 60, 1 / 0, -1 / 0 }) do
  local t = {}
  t[k] = "v"
  show(t, k)
end

-- A list is not made longer by a text, and both keys stand beside each other.
local list = { "p", "q" }
put(list, "3", "r")
print(#list, list[3], list["3"])
put(list, 3, "number")
put(list, "3", "text")
print(#list, list[3], list["3"])
local function at(t, k) return t[k] end
print(at(list, "1"), at(list, "01"), at(list, true), at(list, 1))

-- Through other ways of losing a key's kind.
local words = {}
for word in ("1,2,3"):gmatch("%d") do words[word] = true end
print(#words, words["1"], words[1])
local shown = tostring
local seen = {}
seen[shown(1)] = "one"
print(seen["1"], seen[1], type(next(seen)))
local copy = {}
for k, v in pairs({ ["1"] = 10, ["2"] = 20, [1] = "n" }) do copy[k] = v end
print(copy["1"], copy["2"], copy[1], copy[2], #copy)
local swapped = {}
swapped[any("2")], swapped[any(1)] = "t", "n"
print(swapped["2"], swapped[2], swapped[1], #swapped)

-- What is no key stays none.
print(pcall(put, {}, nil, 1))
print(pcall(put, {}, 0 / 0, 1))

-- A table that reads as a number by its metamethods is a key like any other.
local key = setmetatable({}, { __sub = function() return 0 end, __eq = function() return true end })
local t = {}
put(t, key, "own")
print(t[key], t[1], #t)

-- The iterator of ipairs, called as a function.
local step, subject = ipairs({ "a", "b" })
print(step(subject, 0), step(subject, "1"))
print((pcall(step, subject, true)), (pcall(step, subject)), (pcall(step, 1, 0)))

print(select("#", nil, nil), select("#more", 1, 2, 3), select("2", "a", "b"))
print((string.format("%q", "\r\n\0001\1\127x\0z")))

-- Texts that are known to be keys still go through metatables.
local log = {}
local proxy = setmetatable({}, {
  __index = function(_, k) return k .. "!" end,
  __newindex = function(_, k, v) log[#log + 1] = k .. "=" .. tostring(v) end,
})
local name = "a" .. "b"
print(proxy[name], proxy["1" .. ""], proxy[tostring(1)])
proxy[name] = 1
proxy["1" .. ""] = 2
print(table.concat(log, ","), rawget(proxy, name), next(proxy))

-- Without a host that has series a number has no elements.
print((pcall(function() local n = 5 return n[1] end)), (pcall(at, 5, 1)), (pcall(at, 5, "1")))

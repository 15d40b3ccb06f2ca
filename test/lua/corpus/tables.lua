-- Tables and the table library.
local t = { 10, 20, 30, x = 1, ["y"] = 2, [5] = 50, [1.5] = "f", [true] = "b" }
print(#t, t[1], t[3], t[4], t[5], t.x, t.y, t[1.5], t[true], t["z"])
table.insert(t, 40) print(#t >= 4, t[4])
table.insert(t, 1, 5) print(t[1], t[2])
print(table.remove(t, 1), t[1], table.remove({}), table.remove({ 1, 2, 3 }))
local order = {}
for i, v in ipairs({ 1, 2, nil, 4 }) do order[#order + 1] = v end
print(#order)
local keys = {}
for k in pairs({ a = 1, b = 2, c = 3, 1, 2 }) do keys[#keys + 1] = tostring(k) end
table.sort(keys) print(table.concat(keys, " "))
local d = { a = 1, b = 2, c = 3 }
for k in pairs(d) do d[k] = nil end
print(next(d), next({}), next({ 5 }), type(next), rawlen({ 1, 2 }), rawequal(d, d))
local s = { 5, 2, 8, 1, 9, 3 }
table.sort(s) print(table.concat(s, ","))
table.sort(s, function(a, b) return a > b end) print(table.concat(s, ","))
local words = { "banana", "apple", "cherry" } table.sort(words) print(table.concat(words, ","))
print(pcall(table.sort, { 1, "x", 2 }))
print(table.unpack({ 1, 2, 3 }), table.unpack({ 1, 2, 3 }, 2), table.unpack({ 1, 2 }, 1, 3))
local p = table.pack(1, nil, 3) print(p.n, p[1], p[2], p[3])
print(select("#", table.unpack({}, 1, 3)), select(-1, 1, 2, 3), select(2, "a", "b", "c"))
local q = {} for i = 1, 100 do q[i] = i * i end
for i = 1, 50 do table.remove(q, 1) end
print(#q, q[1], q[50])
local r = {} for i = 10, 1, -1 do r[i] = i end print(#r, r[1], r[10])
r[#r] = nil r[#r] = nil print(#r)
r[#r + 1] = "n" print(#r, r[9])
local m = {} m[1] = 1 m[2] = 2 m[4] = 4 m[3] = 3 print(#m)
local nested = { { 1, 2 }, { 3, { 4 } } } print(nested[2][2][1], #nested)
local e = { f = function() return 1 end, ["a b"] = 1, [1] = "one", [2] = "two" } print(e.f(), e["a b"], #e)
local names = { ["__proto__"] = 1, constructor = 2, toString = 3, hasOwnProperty = 4, valueOf = 5, length = 6 }
print(names.__proto__, names.constructor, names.toString, names.hasOwnProperty, names.valueOf, names.length)
local plain = {} print(plain.__proto__, plain.constructor, plain.toString, plain["__proto__"], plain["length"])
plain.__proto__ = "p" plain["constructor"] = "c" print(plain.__proto__, plain["__proto__"], plain.constructor)
local key = "__pro" .. "to__" local dyn = {} dyn[key] = 7 print(dyn[key], dyn.__proto__, rawget(dyn, key))
local n = 0 for k, v in pairs(names) do n = n + v end print(n)
local z = {} z[-1] = "m" z[0] = "z" z[2 ^ 53] = "big" z["1"] = "s" z[1] = "n" print(z[-1], z[0], z[2 ^ 53], z["1"], z[1], #z)
local zero = {} zero[0] = "pos" print(zero[-0], zero[0 * -1])
local u = { 1, 2, 3, nil } print(#u) u[#u + 1] = 4 print(#u, u[4])
local big = {} for i = 1, 1000 do big["k" .. i] = i end
local sum = 0 for _, v in pairs(big) do sum = sum + v end print(sum)
for i = 1, 1000 do if i % 2 == 0 then big["k" .. i] = nil end end
sum = 0 for _, v in pairs(big) do sum = sum + v end print(sum)
for i = 1, 1000 do big["k" .. i] = i end
sum = 0 for _, v in pairs(big) do sum = sum + v end print(sum)
print(pcall(table.insert, { 1 }, 5, 2), pcall(table.insert, {}, 1, 2, 3), pcall(function() table.concat({ {} }) end))
local function iter(tab) local k, v = next(tab) local c = 0 while k do c = c + 1 k, v = next(tab, k) end return c end
print(iter({ 1, 2, 3, a = 1, b = 2 }), iter({}))
local grow = {}
local function push(v) grow[#grow + 1] = v return v * 10 end
grow[#grow + 1] = push(1)
grow[#grow + 1] = push(2) + push(3)
print(table.concat(grow, " "), #grow)
local watched = setmetatable({}, { __newindex = function(t, k, v) rawset(t, k, v * 2) end, __len = function() return 7 end })
watched[#watched + 1] = 4
print(watched[8], rawlen(watched))
print(type(unpack), select("#", unpack({ 1, 2 })))
local before = tostring(1)
function tostring(v) return "mine" end
print(before, tostring(2), #tostring(3))

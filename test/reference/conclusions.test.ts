// For each thing that the compiler concludes from a script's text a script in which a wrong
// conclusion shows. Each of these differed when the rule that its name says was left out.

import { test } from 'node:test';
import { assertSameScript } from './script-differential.ts';

const BEGINNING = `n = (n or 0) + 1
local s, x = ClosePrices(), Input("p", 3)
local t, u = SMA(s, x), ClosePrices(5) - OpenPrices(5)
local box, list = BBANDS(s, 5, 2, 2), { s, t }
local m = 3 if n % 3 == 1 then m = s end
local function two() return 1, s end
`;

const SCRIPTS: Readonly<Record<string, string>> = {
  'a global that is given two functions stands for neither': `function gf(v) return v end
See(gf(1) < 2, gf(3) + 1)
gf = function() return s end
See(gf(1) < 200, gf(1)[2])
gf = 4`,
  'a global that is given two values has none for ever': `gk = 3
See(SMA(s, gk))
gk = 5
See(SMA(s, gk))`,
  'a global that a branch sets may be nil': `if n > 3 then gq = s end
See(n and gq or 7)`,
  'a function whose end is reached gives nothing': `local function q(v) if v then return s end end
See(q(n > 4) == nil, n and q(n > 4) or 7)`,
  'a function that is handed over may be given anything': `local function q(v) return v > 2, v == t end
See(q(3)) local e = { q } See(e[1](t)) See((pcall(q, s)))`,
  'a field by a number may be none': `local k = n % 5 + 1
See(n and box[k] or 7)`,
  'a field of another name is none': `See(n and box.nope or 7, box.nope == nil)
See((pcall(function() return box.nope + 1 end)))`,
  'a field behind the last is none': `See(n and box[4] or 7, box[4] == nil)
See((pcall(function() return box[4] < s end)))`,
  'a number or a series gives either': `See((m + 1) < 2, (m * 2) == 6, (m + m) > t)`,
  'a command gives either of a number or a series': `See(Sub(m, 1) < 2, Abs(m) > t, Abs(m) == 3)`,
  'a call may bring several operands': `See(Sub(two()) < 2, Sub(two()) == t)`,
  'a loop counts on when its variable is given a value': `for i = 1, 3 do See(i) i = i + 1 See(i) end`,
  'each passage of a loop has a variable of its own': `local fns = {}
for i = 1, 3 do fns[i] = function() return i end end
See(fns[1](), fns[2](), coroutine.wrap(fns[3])())`,
  'functions share a variable that one of them sets': `local c = 1
local f = function() c = c + 1 return c end
See(f(), c, f(), c, coroutine.wrap(f)())`,
  'a call of itself leaves captured parameters alone': `local function r(k, fns)
fns[k] = function() return k end
if k <= 1 then return fns[3]() end return r(k - 1, fns) end See(r(3, {}))`,
  'a call of itself without an argument passes nil': `local function r(k, v)
if k <= 0 then return v end return r(k - 1) end See(r(2, 5), r(0, 5))`,
  'a call of itself passes all that a call gives': `local function r(k, v, w)
if k <= 0 then return v, w end return r(k - 1, two()) end See(r(2, 5))`,
  'parameters are also what a call in the last place gives': `local function q(a, b)
return (b + 1) < 200, b == t, b == s end See(q(two()))
local a, b = two() See((b + 1) < 200, b == t)`,
  'a function gives as many values as the one that it calls': `local function q() return two() end
See(q())`,
  'names of a loop over a list may be anything': `for i, v in ipairs(list) do
See(v > 2, v == t, v + 1) end`,
  'what ends a loop is looked at as well': `local function q(v) return v > t end
See(q(300)) local w = 0 repeat w = w + 1 until w > 2 or q(s) See(w)`,
  'a counter is a number': `for i = -1, 1 do See(i and 1 or 2, not i)
if i then See("yes") end See((pcall(function() return #i end))) end`,
  'zero below zero is another argument': `for k = 1, 2 do
local z = k == 1 and 0 or -0 See(1 / Mul(s, z), 1 / Mul(x, z)) end`,
  'zero below zero makes another column': `local z = 0 See(1 / (u * z), 1 / (s * z))
z = -0 See(1 / (u * z), 1 / (s * z), 1 / (s * 0), 1 / (s * (-0)))`,
  'indicators of series with different bars have no column': `See(SMA(s + u, 3), EMA(s - ClosePrices(5), 2), RSI(u + t, 3), SMA(u * s, 2)[2])`,
  'series with different bars have elements of their own': `local v = s
for i = 1, 20 do v = v + ClosePrices(3) * i end See(v, v[2], #v)`,
};

for (const [name, script] of Object.entries(SCRIPTS)) {
  void test(name, () => {
    assertSameScript(BEGINNING + script);
  });
}

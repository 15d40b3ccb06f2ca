// The same strategies in Pine and in Lua: of each minute, and on bars of a quarter of an hour; with
// indicators alone, and with orders.

export type PineProgram = { readonly name: string; readonly pine: string; readonly lua: string };

const HEAD = (title: string): string => `//@version=6\nstrategy("${title}")\n`;

export const PINE_PROGRAMS: readonly PineProgram[] = [
  {
    name: 'three-indicators',
    pine: `${HEAD('three')}
rsi = ta.rsi(close, 14)
[m, s, hist] = ta.macd(close, 12, 26, 9)
[middle, upper, lower] = ta.bb(close, 20, 2)
var int count = 0
if rsi < 30 and hist > 0 and close < lower
    count += 1
if rsi > 70 and hist < 0 and close > upper
    count += 1000
if count < 0
    strategy.entry("L", strategy.long)
`,
    lua: `
local close = ClosePrices()
local rsi = RSI(close, 14)
local hist = MACD(close, 12, 26, 9).hist
local bands = BBANDS(close, 20, 2, 2)
count = count or 0
if rsi < 30 and hist > 0 and close < bands.lower then count = count + 1 end
if rsi > 70 and hist < 0 and close > bands.upper then count = count + 1000 end
if count < 0 then DoLong() end
`,
  },
  {
    name: 'sma-cross',
    pine: `${HEAD('cross')}
fast = ta.sma(close, 50)
slow = ta.sma(close, 200)
if ta.crossover(fast, slow)
    strategy.entry("L", strategy.long, qty = 1000)
if ta.crossunder(fast, slow)
    strategy.close("L")
`,
    lua: `
local close = ClosePrices()
local fast = SMA(close, 50)
local slow = SMA(close, 200)
if CrossOver(fast, slow) then
  PlaceBuyOrder(CurrentPrice().ask, 1000, { type = MarketOrderType })
end
if CrossUnder(fast, slow) then
  local held = GetPositionAmount()
  if held > 0 then PlaceSellOrder(CurrentPrice().bid, held, { type = MarketOrderType }) end
end
`,
  },
  {
    name: 'own-arithmetic',
    pine: `${HEAD('own')}
var float average = close
average += (close - average) * 0.05
spread = high - low
wide = spread > spread[1] and spread > spread[2]
up = close > close[1] and close[1] > close[2]
var int count = 0
if wide and up and close > average
    count += 1
if count < 0
    strategy.entry("L", strategy.long)
`,
    lua: `
local close, high, low = ClosePrices(), HighPrices(), LowPrices()
local last = ArrayGet(close, 1)
average = average or last
average = average + (last - average) * 0.05
local s0, s1, s2 = high[1] - low[1], high[2] - low[2], high[3] - low[3]
local wide = s0 > s1 and s0 > s2
local up = close[1] > close[2] and close[2] > close[3]
count = count or 0
if wide and up and last > average then count = count + 1 end
if count < 0 then DoLong() end
`,
  },
];

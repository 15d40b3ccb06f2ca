-- RSI, MACD and Bollinger bands, and what is held in a global.
local close = ClosePrices()
local rsi = RSI(close, Input("RSI length", 14))
local macd = MACD(close, Input("Fast", 12), Input("Slow", 26), Input("Signal", 9))
local bands = BBANDS(close, Input("Bands length", 20), 2, 2)

local isRising = macd.hist > macd.hist[2]
local isCheap = rsi < 40 and close < bands.middle
local isDear = rsi > 60 and close > bands.middle

if not holds and isRising and (isCheap or close < bands.lower) then
  holds = true
  DoLong()
elseif holds and not isRising and (isDear or close > bands.upper) then
  holds = false
  DoShort()
end

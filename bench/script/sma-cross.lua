-- Two moving averages that cross.
local fast = SMA(ClosePrices(), Input("Fast", 10))
local slow = SMA(ClosePrices(), Input("Slow", 30))

if fast > slow and fast[2] <= slow[2] then
  DoLong()
elseif fast < slow and fast[2] >= slow[2] then
  DoShort()
end

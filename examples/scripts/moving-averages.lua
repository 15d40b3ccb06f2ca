-- Two moving averages: long while the fast one is above the slow one, out when it falls below.
-- The shortest script that trades; the first start of the service stores it for its user.
-- Inputs: both lengths, the interval.

local interval = InputInterval('Interval', 15)
local fast = Input('Fast', 20, 'Candles in the fast average')
local slow = Input('Slow', 50, 'Candles in the slow average')

local close = ClosePrices(interval)
local near, far = SMA(close, fast), SMA(close, slow)

Plot(0, 'fast', near, Gold)
Plot(0, 'slow', far, SkyBlue)

if CrossOver(near, far) then
    DoLong('crossed above')
elseif CrossUnder(near, far) then
    DoShort('crossed below')
end

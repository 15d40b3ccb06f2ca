-- A custom command: how many standard deviations the price is away from its average.
-- It offers CC_ZScore; see zscore-reversion.lua.
-- Parameters: the series, and how many values to look at.
-- Answers: a number; 0 while there are too few values.

DefineCommand('ZScore', 'Distance from the average in standard deviations')

local source = DefineParameter(ListNumberType, 'source', 'The series', true, ClosePrices())
local length = DefineParameter(NumberType, 'length', 'Values to look at', false, 50)

local average = ArrayGet(SMA(source, length), 1)
local deviation = ArrayGet(STDDEV(source, length, 1), 1)
local value = ArrayGet(source, 1)

local score = 0
if deviation > 0 then
    score = (value - average) / deviation
end

DefineOutput(NumberType, score, 'Distance in standard deviations')

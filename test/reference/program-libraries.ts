// The custom commands that random scripts call.

export const PROGRAM_LIBRARIES = [
  {
    name: 'Gap',
    source: `DefineCommand('Gap', 'Distance from the average')
local p = DefineParameter(NumberType, 'period', '', false, 3)
DefineOutput(ListNumberType, ClosePrices() - SMA(ClosePrices(), p))`,
  },
  {
    name: 'Last',
    source: `DefineCommand('Last', 'What it was given before')
local value = DefineParameter(DynamicType, 'value', '', true)
local before = last or value
last = value
DefineOutput(DynamicType, before)`,
  },
  {
    name: 'Count',
    source: `DefineCommand('Count', 'How often it was called')
count = (count or 0) + 1
DefineOutput(NumberType, count)`,
  },
  {
    name: 'Sum',
    source: `DefineCommand('Sum', 'A series that grows with each call')
local by = DefineParameter(ListNumberType, 'by', '', false, ClosePrices())
sum = (sum or HighPrices(5)) + by
for _ = 1, 2 do calls = CC_Count() end
DefineOutput(ListNumberType, sum * calls)`,
  },
  {
    name: 'Band',
    source: `DefineCommand('Band', 'Two series')
local s = DefineParameter(ListNumberType, 'series', '', true)
local by = DefineParameter(NumberType, 'by', '', false, 1)
first = first or s.Value
DefineOutputIndex(1, ListNumberType, 'top', '')
DefineOutputIndex(2, ListNumberType, 'mid', '')
DefineOutput(ListDynamicType, { s + by * CC_Count(), CC_Last(s - first) })`,
  },
];

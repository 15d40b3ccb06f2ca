// Sources that use each form of the language, written for these tests.

export const STRATEGY_SOURCE = `//@version=6
// A crossing of two averages.
strategy("Crossing", overlay = true, pyramiding = 0,
     default_qty_type = strategy.fixed, default_qty_value = 1)

import someone/Library/2 as lib
import someone/Other/1

//@variable The length of the slow average.
int slow = input.int(20, "Slow", minval = 2,
  tooltip = 'Bars of the "slow" average')
simple float factor = 1.5
const string TITLE = "A" + 'B'
float[] closes = array.new<float>(0)
var array<float> highs = array.new_float()
var map<string, int> byDay = map.new<string, int>()
varip int ticks = 0
color shade = close > open ? #00FF00 : #FF000080

[middle, upper, lower] = ta.bb(close, 20, 2)

average(float source, simple int length = 10) =>
    var float last = na
    sum = 0.0
    for i = 0 to length - 1
        sum += source[i]
    last := sum / length
    last

method push2(array<float> this, float value) =>
    this.push(value)
    this.size()

half(x) => y = x / 2, y

type Level
    float price
    int bar = 0
    chart.point at = na
    varip int touched = 0

enum Side
    up = "Upwards"
    down

export twice(float x) => x * 2

kind = switch
    close > open => Side.up
    close < open =>
        Side.down
    => na

size = switch TITLE
    "AB" => 1
    => 2

if ta.crossover(close, average(close, 5)) and not na(close[1]) or barstate.isfirst
    strategy.entry("Long", strategy.long)
else if ta.crossunder(close, average(close, 5))
    strategy.close("Long")
else
    ticks += 1

for [index, value] in highs
    if value > close
        continue
    if index > 10
        break

for value in array.from(1, 2)
    highs.push2(value)

while array.size(highs) > 10
    array.shift(highs)

found = for i = 10 to 0 by -2
    i * 2

Level level = Level.new(close, bar = bar_index)
level.price := high
level.bar += 1
x = if bar_index > 5
    a = 1, a + 1
else
    3
long = close > open and
     close > close[1]
     and volume > 0
other = close
  + open
  - (close
        + high)
plot(-x % 3, "Line", color = color.new(color.red, 50))
[a, b] = [1, 2]
[close, open]
`;

export const INDICATOR_SOURCE = `//@version=5
indicator('Levels', max_lines_count=50)
f(series float x, int n) =>
\tx[n] // a tab
bool up = close > f(close, 1)
line l = line.new(bar_index[1], low, bar_index, high, extend=extend.right)
method shift(line this) =>
    this.set_x1(bar_index)
    this.set_y1(.5e-3 + 1. + 2.5)
l.shift()
(up ? high : low) > 5 ? 1 : 2
label.new(bar_index, high, "a\\"b\\n\\\\" + str.tostring(close < open ? close : 1))
type Outer
    array<Inner> inner
type Inner
    float value
matrix<float> m = matrix.new<float>(2, 2, 0.0)
y = m.get(0, 0)
if up
    // only a comment

    z = 1
    if z > 0
        line.delete(l)
int[] indexes = array.from(1, 2)
float total = 0.
total := total + (close -
 open)
`;

export const PINE_SOURCES = [STRATEGY_SOURCE, INDICATOR_SOURCE] as const;

local close = ClosePrices(60)
local bands = BBANDS(close, 20, 2, 2)
local hour = CurrentHour()

PlotBands(
    Plot(0, 'upper', bands.upper, '#D040E0'),
    Plot(0, 'lower', bands.lower, '#D040E0'),
    '#E040F033')
PlotVerticalLine(0, 'here', Red, 1793620800)
PlotVerticalZone(0, 'there', Blue(20), 1793577600, 1793588400)
if hour == 12 then MarkCandle(0) MarkCandle(5) end
PlotShape(0, ShapeTriangleUp, Teal, 10, false, 'up')

local macd = MACD(close, 12, 26, 9)
PlotHistogram(Plot(1, 'hist', macd.hist, '#FF00AA'), '#7800FF', true)
PlotHistogram(Plot(1, 'hollow', macd.hist, '#B43C14'), '#B43C14')
Plot(1, 'signal', macd.signal, LineOptions(Orange, Step))

local rsi = RSI(close, 14)
PlotDoubleColor(Plot(2, 'rsi', rsi, Gray), 50, '#AAFF00', '#F0FFF0')
PlotHorizontalZone(2, 'middle', Blue(10), 40, 60)
PlotCircle(Plot(2, 'slow', SMA(rsi, 5), '#AA5A00'), '#FFE6AA')
PlotShapes(Plot(2, 'fast', SMA(rsi, 3), '#3C5AFF'), ShapeDiamond, '#BEDCFF')

PlotBars(Plot(3, 'hour', hour, '#00AAFF'), 0, '#AAEBFF')
PlotSignalBar(3, Green)

PlotStackedArea({Plot(4, 'low', 10, '#00FFC8'), Plot(4, 'high', 5, '#8060FF')})
SetStackedAreaOpacity(4, 85)

PlotPivot(6, 6)
PlotPrice(5, InputMarket('Other', 'SIM_ETH_USDT'), 60, Candlestick, '#0050FF', false, '#FF5000', true, '#8C00DC', true)
ChartSetOptions(5, 'Beside', 110)
PlotVolume(6, '#C8FF00', '#FF00C8', true, false)
ChartAddAxisLabel(0, RightAxis, 'Entry', close, '#640096', White)
Plot(6, 'other axis', hour, LineOptions('#006E14', Step, Solid, 2, 4, LeftAxis))

// Meanings of the functions of the language, one a line, in words of this service. Setters, getters
// and fields of trades have theirs by rule (`describe-builtins.ts`).

export const LANGUAGE_MEANINGS = `
indicator: Declares an indicator: it computes and plots, and does not trade.
strategy: Declares a strategy and its terms: capital, size, pyramiding, commission, slippage, margin.
library: Declares a library, whose exported functions other scripts import.
input: An input of the kind that its value has: a number, a text, a yes or no, a color, a price.
input.int: An input that is a whole number, with bounds and a step, or one of several.
input.float: An input that is a number, with bounds and a step, or one of several.
input.bool: An input that is yes or no.
input.string: An input that is a text, or one of several.
input.text_area: An input that is a text of several lines.
input.timeframe: An input that is a timeframe, such as 60 or D.
input.session: An input that is a session, such as 0930-1600.
input.symbol: An input that is a market.
input.color: An input that is a color.
input.price: An input that is a price.
input.time: An input that is an instant, in milliseconds.
input.source: An input that is one of the prices of a bar: close, hl2 and so on.
input.enum: An input that is a member of an enum of the script.
request.security: A value on bars of another length, or of another market of the same exchange.
request.security_lower_tf: The values of the shorter bars inside this one, as an array.
request.dividends: Dividends of a company.
request.earnings: Earnings of a company.
request.splits: Splits of a share.
request.financial: Figures of a company's statements.
request.economic: Figures of an economy.
request.quandl: A data set of a former provider.
request.seed: Data that a user of the original platform keeps.
request.footprint: Volume at each price inside a bar.
request.currency_rate: The rate between two currencies: 1 for the same, na for any others.
na: True where the value is not available.
nz: The value, or its replacement (zero by default) where it is na.
fixnan: The value, or the last one that was available where it is na.
int: The whole part of a number.
float: A number as a float; gives na a type.
bool: True for a number that is not zero; gives na a type.
string: Gives na the type of a text.
color: Gives na the type of a color.
line: Gives na the type of a line.
label: Gives na the type of a label.
box: Gives na the type of a box.
table: Gives na the type of a table.
linefill: Gives na the type of a fill.
max_bars_back: Says how far back a value is read; the past is retained without it.
timestamp: The instant of a date, in milliseconds, in a time zone.
math.abs: The number without its sign.
math.acos: The angle whose cosine it is, in radians.
math.asin: The angle whose sine it is, in radians.
math.atan: The angle whose tangent it is, in radians.
math.cos: The cosine of an angle in radians.
math.sin: The sine of an angle in radians.
math.tan: The tangent of an angle in radians.
math.ceil: The least whole number that is not below it.
math.floor: The greatest whole number that is not above it.
math.round: The nearest whole number, halves up; or to so many decimals.
math.round_to_mintick: The nearest price that the market has.
math.exp: e to the power of the number.
math.log: The natural logarithm.
math.log10: The logarithm to the base of ten.
math.pow: The base to the power of the exponent.
math.sqrt: The square root.
math.sign: 1, 0 or -1 by the sign of the number.
math.max: The greatest of the numbers.
math.min: The least of the numbers.
math.avg: The average of the numbers.
math.sum: The sum of the last values.
math.todegrees: Radians as degrees.
math.toradians: Degrees as radians.
math.random: A number by chance between two bounds; the seed of the run decides it.
color.new: A color with a transparency, 0 to 100.
color.rgb: A color of its red, green and blue, 0 to 255, and a transparency.
color.from_gradient: A color between two, by where a value is between two others.
color.r: The red of a color, 0 to 255.
color.g: The green of a color, 0 to 255.
color.b: The blue of a color, 0 to 255.
color.t: The transparency of a color, 0 to 100.
str.tostring: A value as text, by a pattern or one of the formats.
str.format: A text with values in the places of {0}, {1} and so on.
str.format_time: An instant as text, by a pattern and in a time zone.
str.length: Characters of the text.
str.contains: True where the text has the other in it.
str.match: What of the text matches a pattern first; an empty text where nothing does.
str.pos: Where the other text stands, from 0; na where it does not.
str.substring: The text from one place up to another.
str.replace: The text with one occurrence of another replaced.
str.replace_all: The text with each occurrence of another replaced.
str.startswith: True where the text begins so.
str.endswith: True where the text ends so.
str.lower: The text in small letters.
str.upper: The text in capital letters.
str.trim: The text without spaces at its ends.
str.repeat: The text so many times, with another between.
str.split: The parts of the text between separators, as an array.
str.tonumber: The number that the text says; na where it is none.
chart.point.new: A point of the chart by its time, its bar and its price.
chart.point.from_index: A point of the chart by its bar and its price.
chart.point.from_time: A point of the chart by its time and its price.
chart.point.now: A point of the chart at this bar.
chart.point.copy: A copy of a point.
plot: A line of the chart through the value of each bar, or columns, an area, circles, crosses.
hline: A level across the chart.
fill: The space between two plots or two levels, in a color.
plotshape: A shape at each bar whose value is true.
plotchar: A letter at each bar whose value is true.
plotarrow: An arrow at each bar: up above zero, down below.
plotcandle: Candles of four values.
plotbar: Bars of four values.
bgcolor: A color behind the bar.
barcolor: The color of the bar's candle.
alert: Sends a message: a line of the log, and of a running bot also a notification.
alertcondition: Sends its message on each bar on which the condition is true.
log.info: A line of the log.
log.warning: A warning in the log.
log.error: A mistake in the log; the run goes on.
runtime.error: Ends the run with this message.
time: When the bar of a timeframe began; na outside of the session.
time_close: When the bar of a timeframe ends; na outside of the session.
year: The year of an instant, in a time zone.
month: The month of an instant, from 1.
weekofyear: The week of an instant's year.
dayofmonth: The day of an instant's month.
dayofweek: The day of an instant's week: 1 is Sunday.
hour: The hour of an instant.
minute: The minute of an instant.
second: The second of an instant.
timeframe.in_seconds: Seconds of a timeframe's bar.
timeframe.from_seconds: The timeframe that has so many seconds.
timeframe.change: True on the first bar of a new bar of the timeframe.
syminfo.prefix: What stands before the colon of a symbol.
syminfo.ticker: What stands behind the colon of a symbol.
ticker.standard: The symbol with usual candles.
ticker.heikinashi: The symbol with Heikin Ashi candles, for request.security.
ticker.renko: The symbol with Renko bricks.
ticker.linebreak: The symbol with line breaks.
ticker.kagi: The symbol with Kagi lines.
ticker.pointfigure: The symbol with points and figures.
ticker.new: A symbol of an exchange and a market.
ticker.modify: The symbol; sessions and adjustments are read over.
ticker.inherit: The symbol with the terms of another.
strategy.entry: Opens a position, or turns it round; up to the pyramiding of the declaration.
strategy.order: An order that adds to the position or reduces it, whatever the pyramiding.
strategy.exit: Leaves an entry at a profit, a loss or a trailing stop; it waits for its entry.
strategy.close: Closes what an entry opened, at market.
strategy.close_all: Closes the whole position, at market.
strategy.cancel: Cancels the waiting orders of an id.
strategy.cancel_all: Cancels all waiting orders.
strategy.risk.allow_entry_in: Allows entries in one direction only; the other ones close.
strategy.risk.max_cons_loss_days: Ends trading after so many days in a row with a loss.
strategy.risk.max_drawdown: Ends trading after a fall of the equity, looked at when a bar closed.
strategy.risk.max_intraday_loss: Ends trading for the day after a loss, looked at when a bar closed.
strategy.risk.max_intraday_filled_orders: Ends trading for the day after so many fills.
strategy.risk.max_position_size: Reduces entries beyond this size.
strategy.default_entry_qty: The size of an entry that has none of its own, at a price.
strategy.convert_to_account: An amount in the currency of the account; of another one than the market's the run ends, since there are no rates here.
strategy.convert_to_symbol: An amount in the currency of the market; of another one than the account's the run ends, since there are no rates here.
`;

export const AVERAGE_MEANINGS = `
ta.sma: The simple average of the last values.
ta.ema: The exponential average: newer values weigh more. It begins with the simple one.
ta.rma: The exponential average that the RSI and the ATR use, with a weight of 1 by the length.
ta.wma: The average with weights that grow by one from the oldest value to the newest.
ta.hma: The Hull average, which follows quickly and stays smooth.
ta.swma: The symmetric average of four values, with weights 1, 2, 2 and 1.
ta.alma: The Arnaud Legoux average, with weights of a bell curve.
ta.vwma: The average of the last values, each with the weight of its bar's volume.
ta.linreg: The end of the straight line that is nearest to the last values.
ta.stdev: The standard deviation of the last values.
ta.variance: The variance of the last values.
ta.dev: The mean distance of the last values from their average.
ta.median: The middle one of the last values.
ta.mode: The most frequent one of the last values; of several the least.
ta.percentrank: Percent of the last values that are not above this one.
ta.percentile_linear_interpolation: The percentile of the last values, between two where it lies so.
ta.percentile_nearest_rank: The percentile of the last values, as one of them.
ta.correlation: How two values go together over the last bars, -1 to 1.
ta.cog: The centre of gravity of the last values.
ta.cum: The sum of all values since the first bar.
ta.highest: The greatest of the last values, of the high by default.
ta.lowest: The least of the last values, of the low by default.
ta.highestbars: Bars back to the greatest of the last values, zero or below.
ta.lowestbars: Bars back to the least of the last values, zero or below.
ta.max: The greatest value since the first bar.
ta.min: The least value since the first bar.
ta.range: The greatest of the last values without the least.
ta.change: The difference to the value of some bars ago; of a bool: that it is another.
ta.mom: The difference to the value of so many bars ago.
ta.roc: The change since so many bars ago, in percent.
ta.rising: True where it is above each of the last values.
ta.falling: True where it is below each of the last values.
ta.cross: True on the bar on which two values cross.
ta.crossover: True on the bar on which the first value rises over the second.
ta.crossunder: True on the bar on which the first value falls under the second.
ta.barssince: Bars since the condition was last true.
ta.valuewhen: The value when the condition was last true, or so many times before.
ta.pivothigh: The value that so many bars on either side stay below; known so many bars later.
ta.pivotlow: The value that so many bars on either side stay above; known so many bars later.
ta.rsi: The relative strength index, 0 to 100.
ta.macd: The MACD: the difference of two averages, its average, and the difference to that.
ta.stoch: Where the value is within the range of the last bars, 0 to 100.
ta.bb: Bollinger bands: the middle, the upper and the lower one.
ta.bbw: The width of Bollinger bands.
ta.kc: Keltner channels: the middle, the upper and the lower one.
ta.kcw: The width of Keltner channels.
ta.tr: The true range: the range of the bar with the close before it.
ta.atr: The average true range.
ta.dmi: The directional movement: plus, minus and the average index.
ta.cci: The commodity channel index.
ta.cmo: The Chande momentum oscillator, -100 to 100.
ta.mfi: The money flow index, 0 to 100.
ta.tsi: The true strength index, -1 to 1.
ta.wpr: Williams' percent range, -100 to 0.
ta.supertrend: The SuperTrend line, and its direction: -1 while it rises.
ta.sar: The parabolic stop and reverse.
ta.vwap: The average price of the volume since the anchor, the day by default; also with bands.
ta.rci: The rank correlation index, -100 to 100.
ta.pivot_point_levels: Pivot levels of the period before, as an array.
`;

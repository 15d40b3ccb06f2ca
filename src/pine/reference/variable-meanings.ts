// Meanings of the variables of the language, one a line, and of its constants by their space.

export const VARIABLE_MEANINGS = `
open: The first price of the bar.
high: The highest price of the bar.
low: The lowest price of the bar.
close: The last price of the bar.
volume: What was traded in the bar, in the base currency.
hl2: The middle of high and low.
hlc3: The average of high, low and close.
ohlc4: The average of open, high, low and close.
hlcc4: The average of high, low and twice the close.
bar_index: Number of the bar, from 0.
last_bar_index: Number of this bar: no later one is known when it closes.
last_bar_time: When this bar began: no later one is known when it closes.
time: When the bar began, in milliseconds.
time_close: When the bar closed, in milliseconds.
timenow: The close of the bar.
time_tradingday: The beginning of the bar's day.
na: Not available.
barstate.isfirst: True on the first bar.
barstate.islast: True on the last bar.
barstate.isconfirmed: Always true: a script runs once, when the bar has closed.
barstate.isnew: Always true: a script runs once for each bar.
barstate.ishistory: True in backtests and on the bars before a bot began.
barstate.isrealtime: True while a bot runs.
barstate.islastconfirmedhistory: True on the last bar of a backtest.
session.ismarket: Always true: these markets do not close.
session.isfirstbar: True on the first bar of the day.
session.isfirstbar_regular: True on the first bar of the day.
session.islastbar: True on the last bar of the day.
session.islastbar_regular: True on the last bar of the day.
session.ispremarket: Always false: these markets do not close.
session.ispostmarket: Always false: these markets do not close.
ask: The lowest price that is asked.
bid: The highest price that is bid.
year: The year of the bar.
month: The month of the bar.
weekofyear: The week of the bar's year.
dayofmonth: The day of the bar's month.
dayofweek: The day of the bar's week: 1 is Sunday.
hour: The hour of the bar, UTC.
minute: The minute of the bar.
second: The second of the bar.
syminfo.ticker: The market, without its exchange.
syminfo.tickerid: The market with its exchange.
syminfo.main_tickerid: The market of the chart with its exchange.
syminfo.prefix: The exchange.
syminfo.root: The market, without its exchange.
syminfo.description: The market.
syminfo.basecurrency: The currency that is bought.
syminfo.currency: The currency that is paid with.
syminfo.type: The kind of market.
syminfo.timezone: The time zone of the market: UTC.
syminfo.session: The hours of the market: all.
syminfo.volumetype: What volume counts: the base currency.
syminfo.mintick: The least change of the price.
syminfo.minmove: Ticks of the least change: 1.
syminfo.pricescale: Least changes in a unit of the price.
syminfo.pointvalue: Worth of one point of a contract.
syminfo.mincontract: The least change of an amount.
syminfo.country: Country of the market.
syminfo.industry: Industry of a company.
syminfo.sector: Sector of a company.
syminfo.current_contract: The contract behind a continuous one.
syminfo.isin: Number of a security.
timeframe.period: The timeframe of the chart, as text.
timeframe.main_period: The timeframe of the chart, as text.
timeframe.multiplier: The number of the timeframe: 15 of 15 minutes.
timeframe.isseconds: True where a bar has seconds.
timeframe.isminutes: True where a bar has minutes.
timeframe.isintraday: True where a bar is shorter than a day.
timeframe.isdaily: True where a bar has days.
timeframe.isweekly: True where a bar has weeks.
timeframe.ismonthly: True where a bar has months.
timeframe.isdwm: True where a bar has days, weeks or months.
timeframe.isticks: True where a bar has ticks.
chart.fg_color: A color that stands out from the chart.
chart.bg_color: The color of the chart.
chart.is_standard: Always true: charts have usual candles.
chart.left_visible_bar_time: When this bar began: nobody looks while a run is computed.
chart.right_visible_bar_time: When this bar began: nobody looks while a run is computed.
strategy.account_currency: The currency of the account: that of the market.
strategy.position_size: Size of the position: below zero when short.
strategy.position_avg_price: Average price of the position.
strategy.position_entry_name: The id of the entry that opened the position.
strategy.equity: Capital with all profit, also the open one.
strategy.netprofit: Profit of closed trades.
strategy.openprofit: Profit of open trades.
strategy.initial_capital: What the run began with.
strategy.grossprofit: The sum of trades with a profit.
strategy.grossloss: The sum of trades with a loss.
strategy.wintrades: Closed trades with a profit.
strategy.losstrades: Closed trades with a loss.
strategy.eventrades: Closed trades without profit or loss.
strategy.max_contracts_held_all: The greatest position so far.
strategy.max_contracts_held_long: The greatest long position so far.
strategy.max_contracts_held_short: The greatest short position so far.
strategy.netprofit_percent: Profit of closed trades, percent of the capital.
strategy.openprofit_percent: Profit of open trades, percent of the equity.
strategy.grossprofit_percent: The sum of trades with a profit, percent of the capital.
strategy.grossloss_percent: The sum of trades with a loss, percent of the capital.
strategy.max_drawdown: The deepest fall of the equity.
strategy.max_drawdown_percent: The deepest fall of the equity, percent.
strategy.max_runup: The greatest rise of the equity.
strategy.max_runup_percent: The greatest rise of the equity, percent.
strategy.avg_trade: Average profit of a trade.
strategy.avg_trade_percent: Average profit of a trade, percent.
strategy.avg_winning_trade: Average of trades with a profit.
strategy.avg_winning_trade_percent: Average of trades with a profit, percent.
strategy.avg_losing_trade: Average of trades with a loss.
strategy.avg_losing_trade_percent: Average of trades with a loss, percent.
strategy.margin_liquidation_price: The price at which a margin call comes.
strategy.opentrades: Open trades.
strategy.opentrades.capital_held: What open trades are worth at the prices of their entries; na without margin.
strategy.closedtrades: Closed trades.
line.all: All lines that are drawn.
label.all: All labels that are drawn.
box.all: All boxes that are drawn.
linefill.all: All fills that are drawn.
polyline.all: All polylines that are drawn.
table.all: All tables that are drawn.
ta.tr: The true range of the bar.
ta.vwap: The average price of the day's volume.
ta.obv: On-balance volume.
ta.accdist: Accumulation and distribution.
ta.pvt: The price and volume trend.
ta.nvi: The negative volume index.
ta.pvi: The positive volume index.
ta.iii: The intraday intensity index.
ta.wad: Williams' accumulation and distribution.
ta.wvad: Williams' variable accumulation and distribution.
math.pi: The ratio of a circle's circumference to its diameter.
math.e: The base of natural logarithms.
math.phi: The golden ratio.
math.rphi: The golden ratio's conjugate.
`;

/** Of constants, and of facts that come in families, by what their names begin with. */
export const SPACE_MEANINGS: readonly (readonly [begins: string, meaning: string])[] = [
  ['chart.is_', 'Always false: charts have usual candles.'],
  ['syminfo.target_price_', 'Prices that analysts expect.'],
  ['syminfo.recommendations_', 'Counts of what analysts recommend.'],
  ['syminfo.', 'A figure of a company or a contract.'],
  ['dividends.future_', 'A dividend to come.'],
  ['earnings.future_', 'Earnings to come.'],
  ['color.', 'A color.'],
  ['strategy.direction.', 'Directions of strategy.risk.allow_entry_in.'],
  ['strategy.commission.', 'What commission_value of the declaration counts.'],
  ['strategy.oca.', 'What becomes of the other orders of a group when one fills.'],
  ['strategy.', 'A direction of an order, or what the size of the declaration counts.'],
  ['line.', 'The look of a line.'],
  ['label.', 'The look of a label.'],
  ['extend.', 'Ends at which a line or a box goes on.'],
  ['xloc.', 'What the place along the chart counts: bars or time.'],
  ['yloc.', 'Where a label stands: at its price, above or below the bar.'],
  ['size.', 'The size of a text or a shape.'],
  ['text.', 'How a text stands in its place, and its look.'],
  ['font.', 'The letters of a text.'],
  ['position.', 'Where a table stands on the chart.'],
  ['plot.', 'The look of a plot.'],
  ['hline.', 'The look of a level.'],
  ['shape.', 'The shape of plotshape.'],
  ['location.', 'Where a shape stands.'],
  ['format.', 'The format of a number.'],
  ['order.', 'The order of a sort.'],
  ['alert.', 'How often an alert is sent: once when the bar has closed, or for each call.'],
  ['scale.', 'The axis of a script; read over here.'],
  ['barmerge.', 'Of request.security: whether bars without a new value are na, or look ahead.'],
  ['session.', 'Hours of a session.'],
  ['currency.', 'A currency.'],
  ['settlement_as_close.', 'How a contract settles; read over here.'],
  ['dividends.', 'A field of dividends.'],
  ['earnings.', 'A field of earnings.'],
  ['splits.', 'A field of splits.'],
  ['adjustment.', 'How prices are adjusted; read over here.'],
  ['backadjustment.', 'How contracts are joined; read over here.'],
  ['dayofweek.', 'A day of the week.'],
  ['display.', 'Where a plot shows its value; none: it is not shown.'],
];

export const GROUP_NAMES: Readonly<Record<string, string>> = {
  '': 'Language',
  input: 'Inputs',
  strategy: 'Strategies',
  ta: 'Technical analysis',
  math: 'Mathematics',
  str: 'Texts',
  array: 'Arrays',
  map: 'Maps',
  matrix: 'Matrices',
  request: 'Other bars and markets',
  ticker: 'Symbols',
  color: 'Colors',
  line: 'Lines',
  label: 'Labels',
  box: 'Boxes',
  linefill: 'Fills',
  polyline: 'Polylines',
  table: 'Tables',
  chart: 'The chart',
  time: 'Time',
  log: 'Log',
};

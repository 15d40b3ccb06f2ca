// Names of versions 2 to 4 and what version 5 calls them, by TradingView's migration guides (to
// version 3, 4 and 5).

/** Functions that version 5 has in a namespace. */
const IN_NAMESPACES: Readonly<Record<string, string>> = {
  ta:
    'accdist alma atr barssince bb bbw cci change cmo cog correlation cross crossover ' +
    'crossunder cum dev dmi ema falling highest highestbars hma iii kc kcw linreg lowest ' +
    'lowestbars macd median mfi mode mom nvi obv percentile_linear_interpolation ' +
    'percentile_nearest_rank percentrank pivothigh pivotlow pvi pvt range rising rma roc ' +
    'rsi sar sma stdev stoch supertrend swma tr tsi valuewhen variance vwap vwma wad wma ' +
    'wpr wvad',
  math:
    'abs acos asin atan avg ceil cos exp floor log log10 max min pow random round ' +
    'round_to_mintick sign sin sqrt sum tan todegrees toradians',
  str: 'tostring tonumber',
  request: 'financial quandl security splits dividends earnings',
  ticker: 'heikinashi kagi linebreak pointfigure renko',
};

const OTHER_FUNCTIONS: Readonly<Record<string, string>> = {
  study: 'indicator',
  heikenashi: 'ticker.heikinashi',
  tickerid: 'ticker.new',
  color: 'color.new',
};

/** What functions of earlier versions are called. */
export const FUNCTIONS: ReadonlyMap<string, string> = new Map([
  ...Object.entries(IN_NAMESPACES).flatMap(([space, names]) =>
    names.split(' ').map((name) => [name, `${space}.${name}`] as const),
  ),
  ...Object.entries(OTHER_FUNCTIONS),
]);

const OF_BAR: Readonly<Record<string, string>> = {
  tickerid: 'syminfo.tickerid',
  ticker: 'syminfo.ticker',
  period: 'timeframe.period',
  interval: 'timeframe.multiplier',
  isintraday: 'timeframe.isintraday',
  isdaily: 'timeframe.isdaily',
  isweekly: 'timeframe.isweekly',
  ismonthly: 'timeframe.ismonthly',
  isdwm: 'timeframe.isdwm',
  n: 'bar_index',
  line: 'plot.style_line',
  stepline: 'plot.style_stepline',
  histogram: 'plot.style_histogram',
  cross: 'plot.style_cross',
  area: 'plot.style_area',
  columns: 'plot.style_columns',
  circles: 'plot.style_circles',
  linebr: 'plot.style_linebr',
  areabr: 'plot.style_areabr',
  solid: 'hline.style_solid',
  dotted: 'hline.style_dotted',
  dashed: 'hline.style_dashed',
};

const NAMED: Readonly<Record<string, string>> = {
  color:
    'aqua black blue fuchsia gray green lime maroon navy olive orange purple red silver ' +
    'teal white yellow',
  dayofweek: 'sunday monday tuesday wednesday thursday friday saturday',
  ta: 'accdist iii nvi obv pvi pvt tr vwap wad wvad',
};

/** What variables of earlier versions are called; those of version 4 stand in `ta` alone. */
export const VARIABLES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(OF_BAR),
  ...Object.entries(NAMED).flatMap(([space, names]) =>
    names.split(' ').map((name) => [name, `${space}.${name}`] as const),
  ),
]);

/** Parameters of the old order with their new names, of calls whose order or names have changed. */
export const PARAMETERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    indicator: 'title shorttitle overlay format precision scale max_bars_back',
    'strategy.entry': 'id direction qty limit stop oca_name oca_type comment when alert_message',
    'strategy.order': 'id direction qty limit stop oca_name oca_type comment when alert_message',
    'strategy.exit':
      'id from_entry qty qty_percent profit limit loss stop trail_price trail_points ' +
      'trail_offset oca_name comment when alert_message',
    'strategy.close': 'id when comment qty qty_percent alert_message',
    'strategy.close_all': 'when comment alert_message',
    plot:
      'series title color linewidth style trackprice transp histbase offset join editable ' +
      'show_last',
    plotshape:
      'series title style location color transp offset text textcolor editable size show_last',
    plotchar:
      'series title char location color transp offset text textcolor editable size show_last',
    plotarrow:
      'series title colorup colordown transp offset minheight maxheight editable show_last',
    bgcolor: 'color transp offset editable show_last title',
    fill: '- - color transp title editable show_last',
  }),
);

/** Of version 3, which had no `format`. */
export const PARAMETERS_OF_3: ReadonlyMap<string, string> = new Map(
  Object.entries({
    indicator: 'title shorttitle overlay precision scale max_bars_back',
    strategy:
      'title shorttitle overlay precision scale pyramiding calc_on_order_fills ' +
      'calc_on_every_tick max_bars_back backtest_fill_limits_assumption default_qty_type ' +
      'default_qty_value initial_capital currency slippage commission_type ' +
      'commission_value',
  }),
);

const RENAMED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  indicator: { resolution: 'timeframe', resolution_gaps: 'timeframe_gaps' },
  'request.security': { resolution: 'timeframe' },
  time: { resolution: 'timeframe' },
  time_close: { resolution: 'timeframe' },
  'strategy.entry': { long: 'direction' },
  'strategy.order': { long: 'direction' },
  nz: { x: 'source', y: 'replacement' },
  fixnan: { x: 'source' },
  'str.tostring': { x: 'value', y: 'format' },
  'ta.cross': { x: 'source1', y: 'source2' },
  'ta.crossover': { x: 'source1', y: 'source2' },
  'ta.crossunder': { x: 'source1', y: 'source2' },
  'ta.correlation': { source_a: 'source1', source_b: 'source2' },
  'ta.tr': { handleNa: 'handle_na' },
  'ta.cum': { x: 'source' },
  'ta.rsi': { x: 'source', y: 'length' },
  'math.cos': { x: 'angle' },
  'math.sin': { x: 'angle' },
  'math.tan': { x: 'angle' },
  'str.tonumber': { x: 'string' },
};

/** The new name of a parameter. */
export function parameterName(called: string, name: string): string {
  const own = RENAMED[called]?.[name];
  if (own !== undefined) return own;
  if (called.startsWith('math.') && name === 'x') return 'number';
  return called.startsWith('ta.') && name === 'x' ? 'source' : name;
}

const LABEL_STYLE = /^style_label(up|down|left|right|center)$/;

/** The new name of a constant behind a dot. */
export function memberName(space: string, name: string): string {
  if (space === 'label') return name.replace(LABEL_STYLE, 'style_label_$1');
  return name;
}

/** Words of version 5 that could be names before. */
export const NEW_WORDS: ReadonlySet<string> = new Set(['export', 'import', 'switch', 'while']);

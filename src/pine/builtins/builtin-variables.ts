// Variables and constants that the language offers.

import type { BuiltinVariable } from '#pine/compile/pine-compiler.ts';
import type { PineType } from '#pine/compile/pine-type.ts';

const FIELDS: Readonly<Record<string, readonly [type: PineType, code: string]>> = {
  open: ['float', 'N.open'],
  high: ['float', 'N.high'],
  low: ['float', 'N.low'],
  close: ['float', 'N.close'],
  volume: ['float', 'N.volume'],
  hl2: ['float', '((N.high + N.low) / 2)'],
  hlc3: ['float', '((N.high + N.low + N.close) / 3)'],
  ohlc4: ['float', '((N.open + N.high + N.low + N.close) / 4)'],
  hlcc4: ['float', '((N.high + N.low + N.close + N.close) / 4)'],
  bar_index: ['int', 'N.bar'],
  last_bar_index: ['int', 'N.bar'],
  last_bar_time: ['int', 'N.timeMs'],
  time: ['int', 'N.timeMs'],
  time_close: ['int', 'N.closeMs'],
  timenow: ['int', 'N.closeMs'],
  time_tradingday: ['int', '(Math.floor(N.timeMs / 86400000) * 86400000)'],
  'barstate.isfirst': ['bool', 'N.isFirst'],
  'barstate.islast': ['bool', 'N.isLast'],
  'barstate.isconfirmed': ['bool', 'true'],
  'barstate.isnew': ['bool', 'true'],
  'barstate.ishistory': ['bool', '!N.isLive'],
  'barstate.isrealtime': ['bool', 'N.isLive'],
  'barstate.islastconfirmedhistory': ['bool', 'N.isLast'],
  'session.ismarket': ['bool', 'true'],
  'session.isfirstbar': ['bool', 'R.isSessionEdge(0)'],
  'session.isfirstbar_regular': ['bool', 'R.isSessionEdge(0)'],
  'session.islastbar': ['bool', 'R.isSessionEdge(1)'],
  'session.islastbar_regular': ['bool', 'R.isSessionEdge(1)'],
  ask: ['float', 'NaN'],
  bid: ['float', 'NaN'],
  'session.ispremarket': ['bool', 'false'],
  'session.ispostmarket': ['bool', 'false'],
};

const CALLED: Readonly<Record<string, string>> = {
  year: 'year',
  month: 'month',
  weekofyear: 'weekofyear',
  dayofmonth: 'dayofmonth',
  dayofweek: 'dayofweek',
  hour: 'hour',
  minute: 'minute',
  second: 'second',
};

type NoFact = readonly [type: PineType, code: string];

/** What no market here has, under each of the names. */
function listed(prefix: string, type: PineType, names: string): Readonly<Record<string, NoFact>> {
  return Object.fromEntries(names.split(' ').map((name) => [`${prefix}_${name}`, [type, 'NaN']]));
}

const FACTS: Readonly<Record<string, readonly [type: PineType, code: string]>> = {
  'syminfo.ticker': ['string', 'N.facts.ticker'],
  'syminfo.tickerid': ['string', '(N.facts.prefix + ":" + N.facts.ticker)'],
  'syminfo.main_tickerid': ['string', '(N.facts.prefix + ":" + N.facts.ticker)'],
  'syminfo.prefix': ['string', 'N.facts.prefix'],
  'syminfo.root': ['string', 'N.facts.ticker'],
  'syminfo.country': ['string', '""'],
  'syminfo.industry': ['string', '""'],
  'syminfo.sector': ['string', '""'],
  'syminfo.current_contract': ['string', '""'],
  'syminfo.isin': ['string', '""'],
  'syminfo.employees': ['int', 'NaN'],
  'syminfo.shareholders': ['int', 'NaN'],
  'syminfo.shares_outstanding_float': ['float', 'NaN'],
  'syminfo.shares_outstanding_total': ['float', 'NaN'],
  'syminfo.expiration_date': ['int', 'NaN'],
  ...listed('syminfo.target_price', 'float', 'average high low median'),
  ...listed('syminfo.target_price', 'int', 'date estimates'),
  ...listed('syminfo.recommendations', 'int', 'buy buy_strong hold sell sell_strong total date'),
  'dividends.future_amount': ['float', 'NaN'],
  'dividends.future_ex_date': ['int', 'NaN'],
  'dividends.future_pay_date': ['int', 'NaN'],
  'earnings.future_eps': ['float', 'NaN'],
  'earnings.future_revenue': ['float', 'NaN'],
  'earnings.future_time': ['int', 'NaN'],
  'earnings.future_period_end_time': ['int', 'NaN'],
  'syminfo.description': ['string', 'N.facts.ticker'],
  'syminfo.basecurrency': ['string', 'N.facts.baseCurrency'],
  'syminfo.currency': ['string', 'N.facts.quoteCurrency'],
  'syminfo.type': ['string', 'N.facts.type'],
  'syminfo.timezone': ['string', '"Etc/UTC"'],
  'syminfo.session': ['string', '"24x7"'],
  'syminfo.volumetype': ['string', '"base"'],
  'syminfo.mintick': ['float', 'N.facts.minTick'],
  'syminfo.minmove': ['int', '1'],
  'syminfo.pricescale': ['int', 'Math.round(1 / N.facts.minTick)'],
  'syminfo.pointvalue': ['float', 'N.facts.pointValue'],
  'syminfo.mincontract': ['float', 'N.facts.amountStep'],
  'timeframe.period': ['string', 'R.timeframeOf(N.facts.intervalMinutes * 60)'],
  'timeframe.main_period': ['string', 'R.timeframeOf(N.facts.intervalMinutes * 60)'],
  'timeframe.multiplier': ['int', 'R.multiplier(N.facts.intervalMinutes)'],
  'timeframe.isseconds': ['bool', 'false'],
  'timeframe.isminutes': ['bool', '(N.facts.intervalMinutes < 1440)'],
  'timeframe.isintraday': ['bool', '(N.facts.intervalMinutes < 1440)'],
  'timeframe.isdaily': [
    'bool',
    '(N.facts.intervalMinutes >= 1440 && N.facts.intervalMinutes < 10080)',
  ],
  'timeframe.isweekly': [
    'bool',
    '(N.facts.intervalMinutes >= 10080 && N.facts.intervalMinutes < 43200)',
  ],
  'timeframe.ismonthly': ['bool', '(N.facts.intervalMinutes >= 43200)'],
  'timeframe.isdwm': ['bool', '(N.facts.intervalMinutes >= 1440)'],
  'timeframe.isticks': ['bool', 'false'],
  'chart.fg_color': ['color', '"#010101"'],
  'chart.bg_color': ['color', '"#FEFEFE"'],
  'chart.is_standard': ['bool', 'true'],
  'chart.is_heikinashi': ['bool', 'false'],
  'chart.is_renko': ['bool', 'false'],
  'chart.is_kagi': ['bool', 'false'],
  'chart.is_linebreak': ['bool', 'false'],
  'chart.is_pnf': ['bool', 'false'],
  'chart.is_range': ['bool', 'false'],
  'chart.left_visible_bar_time': ['int', 'N.timeMs'],
  'chart.right_visible_bar_time': ['int', 'N.timeMs'],
  'strategy.account_currency': ['string', 'N.facts.quoteCurrency'],
};

const COUNTS: ReadonlySet<string> = new Set('wintrades losstrades eventrades'.split(' '));
const FIGURES =
  'position_size position_avg_price equity netprofit openprofit initial_capital grossprofit ' +
  'grossloss wintrades losstrades eventrades max_contracts_held_all max_contracts_held_long ' +
  'max_contracts_held_short netprofit_percent openprofit_percent grossprofit_percent ' +
  'grossloss_percent max_drawdown max_drawdown_percent max_runup max_runup_percent avg_trade ' +
  'avg_trade_percent avg_winning_trade avg_winning_trade_percent avg_losing_trade ' +
  'avg_losing_trade_percent margin_liquidation_price';

const COLORS: Readonly<Record<string, string>> = {
  aqua: '#00BCD4',
  black: '#363A45',
  blue: '#2962FF',
  fuchsia: '#E040FB',
  gray: '#787B86',
  green: '#4CAF50',
  lime: '#00E676',
  maroon: '#880E4F',
  navy: '#311B92',
  olive: '#808000',
  orange: '#FF9800',
  purple: '#9C27B0',
  red: '#F23645',
  silver: '#B2B5BE',
  teal: '#089981',
  white: '#FFFFFF',
  yellow: '#FDD835',
};

/** Constants whose value is the last part of their name. */
const WORDS: Readonly<Record<string, string>> = {
  strategy: 'long short fixed cash percent_of_equity',
  'strategy.direction': 'long short all',
  'strategy.commission': 'percent cash_per_contract cash_per_order',
  'strategy.oca': 'none cancel reduce',
  line: 'style_solid style_dashed style_dotted style_arrow_left style_arrow_right style_arrow_both',
  label:
    'style_none style_xcross style_cross style_triangleup style_triangledown style_flag ' +
    'style_circle style_arrowup style_arrowdown style_label_up style_label_down ' +
    'style_label_left style_label_right style_label_lower_left style_label_lower_right ' +
    'style_label_upper_left style_label_upper_right style_label_center style_square ' +
    'style_diamond style_text_outline',
  extend: 'none left right both',
  xloc: 'bar_index bar_time',
  yloc: 'price abovebar belowbar',
  size: 'auto tiny small normal large huge',
  text:
    'align_left align_center align_right align_top align_bottom wrap_auto wrap_none format_bold ' +
    'format_italic format_none',
  font: 'family_default family_monospace',
  position:
    'top_left top_center top_right middle_left middle_center middle_right bottom_left ' +
    'bottom_center bottom_right',
  plot:
    'style_line style_linebr style_stepline style_steplinebr style_stepline_diamond ' +
    'style_histogram style_cross style_area style_areabr style_columns style_circles ' +
    'linestyle_solid linestyle_dashed linestyle_dotted',
  hline: 'style_solid style_dashed style_dotted',
  shape:
    'xcross cross triangleup triangledown flag circle arrowup arrowdown labelup labeldown ' +
    'square diamond',
  location: 'abovebar belowbar top bottom absolute',
  format: 'inherit price volume percent mintick',
  order: 'ascending descending',
  alert: 'freq_all freq_once_per_bar freq_once_per_bar_close',
  scale: 'left right none',
  barmerge: 'gaps_on gaps_off lookahead_on lookahead_off',
  session: 'regular extended',
  currency:
    'NONE USD EUR GBP JPY AUD CAD CHF USDT BTC ETH AED ARS BDT BHD BRL CLP CNY COP CZK DKK EGP ' +
    'HKD HUF IDR ILS INR ISK KES KRW KWD LKR MAD MXN MYR NGN NOK NZD PEN PHP PKR PLN QAR RON RSD ' +
    'RUB SAR SEK SGD THB TND TRY TWD VES VND ZAR',
  settlement_as_close: 'inherit on off',
  dividends: 'gross net',
  earnings: 'actual estimate standardized',
  splits: 'denominator numerator',
  adjustment: 'none splits dividends',
  backadjustment: 'inherit on off',
};

/** Places where a plot shows its value; they are added and taken away. */
const DISPLAYS = 'pane data_window price_scale status_line pine_screener'.split(' ');
const WEEKDAYS = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');

/** Called anew on each bar, with a state of its own. */
const STATEFUL: Readonly<Record<string, string>> = {
  'ta.tr': 'ta.tr',
  'ta.vwap': 'vwap of hlc3',
  'ta.obv': 'obv',
  'ta.accdist': 'accdist',
  'ta.pvt': 'pvt',
  'ta.nvi': 'nvi',
  'ta.pvi': 'pvi',
  'ta.iii': 'iii',
  'ta.wad': 'wad',
  'ta.wvad': 'wvad',
};

function makeVariables(): Map<string, BuiltinVariable> {
  const found = new Map<string, BuiltinVariable>();
  for (const [name, [type, code]] of Object.entries(FIELDS))
    found.set(name, { type, rank: 3, code });
  for (const [name, called] of Object.entries(CALLED))
    found.set(name, { type: 'int', rank: 3, code: `R.builtins.${called}(N.timeMs)` });
  for (const [name, [type, code]] of Object.entries(FACTS))
    found.set(name, { type, rank: 2, code });
  for (const name of FIGURES.split(' ')) {
    const type = COUNTS.has(name) ? 'int' : 'float';
    found.set(`strategy.${name}`, { type, rank: 3, code: `N.host.broker.figures().${name}` });
  }
  found.set('strategy.opentrades', { type: 'int', rank: 3, code: 'N.host.broker.open().length' });
  found.set('strategy.opentrades.capital_held', {
    type: 'float',
    rank: 3,
    code: 'N.host.broker.figures().capital_held',
  });
  found.set('strategy.closedtrades', {
    type: 'int',
    rank: 3,
    code: 'N.host.broker.closed().length',
  });
  found.set('strategy.position_entry_name', {
    type: 'string',
    rank: 3,
    code: 'N.host.broker.entryName()',
  });
  for (const kind of ['line', 'label', 'box', 'linefill', 'polyline', 'table'])
    found.set(`${kind}.all`, { type: `array<${kind}>`, rank: 3, code: `R.allDrawn("${kind}")` });
  for (const [name, called] of Object.entries(STATEFUL))
    found.set(name, { type: 'float', rank: 3, code: '', called });
  addConstants(found);
  return found;
}

function addConstants(found: Map<string, BuiltinVariable>): void {
  const add = (name: string, type: PineType, value: string | number): void => {
    found.set(name, { type, rank: 0, code: JSON.stringify(value), constant: value });
  };
  found.set('na', { type: 'na', rank: 0, code: 'NaN' });
  for (const [name, value] of Object.entries(COLORS)) add(`color.${name}`, 'color', value);
  for (const [space, words] of Object.entries(WORDS))
    for (const word of words.split(' ')) add(`${space}.${word}`, 'string', word);
  for (const [at, day] of WEEKDAYS.entries()) add(`dayofweek.${day}`, 'int', at + 1);
  for (const [at, name] of DISPLAYS.entries()) add(`display.${name}`, 'int', 2 ** at);
  add('display.none', 'int', 0);
  add('display.all', 'int', 2 ** DISPLAYS.length - 1);
  add('math.pi', 'float', Math.PI);
  add('math.e', 'float', Math.E);
  add('math.phi', 'float', (1 + Math.sqrt(5)) / 2);
  add('math.rphi', 'float', (Math.sqrt(5) - 1) / 2);
}

export const VARIABLES: ReadonlyMap<string, BuiltinVariable> = makeVariables();

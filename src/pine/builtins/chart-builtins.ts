// Plots, alerts, logs and time.

import { chargeSteps } from '#lua/runtime/meter.ts';
import { hostNow, now, PineFault } from '#pine/runtime/pine-now.ts';
import { PLOTS } from '#pine/builtins/plot-builtins.ts';
import { shownValue, TEXTS } from '#pine/builtins/text-builtins.ts';
import { offsetMs } from '#pine/builtins/zone-offset.ts';
import { before } from '#pine/builtins/window.ts';
import type { Running } from '#pine/builtins/window.ts';

const SHOWN =
  'int offset?, bool editable?, int show_last?, any display?, string format?, int precision?, bool force_overlay?';

export const CHART_SIGNATURES = `
plot(float series, string title?, color color?, int linewidth?, string style?, bool trackprice?, float histbase?, int offset?, bool join?, bool editable?, int show_last?, any display?, string format?, int precision?, bool force_overlay?, string linestyle?) => plot
hline(float price, string title?, color color?, string linestyle?, int linewidth?, bool editable?, any display?) => hline
fill(plot plot1, plot plot2, color color?, string title?, bool editable?, int show_last?, bool fillgaps?, any display?) => void
fill(hline hline1, hline hline2, color color?, string title?, bool editable?, bool fillgaps?, any display?) => void
fill(plot plot1, plot plot2, float top_value, float bottom_value, color top_color, color bottom_color, string title?, any display?, bool fillgaps?, bool editable?) => void
plotshape(any series, string title?, string style?, string location?, color color?, int offset?, string text?, color textcolor?, bool editable?, string size?, int show_last?, any display?, string format?, int precision?, bool force_overlay?) => void
plotchar(any series, string title?, string char?, string location?, color color?, int offset?, string text?, color textcolor?, bool editable?, string size?, int show_last?, any display?, string format?, int precision?, bool force_overlay?) => void
plotarrow(float series, string title?, color colorup?, color colordown?, int offset?, int minheight?, int maxheight?, bool editable?, int show_last?, any display?, string format?, int precision?, bool force_overlay?) => void
plotcandle(float open, float high, float low, float close, string title?, color color?, color wickcolor?, bool editable?, int show_last?, color bordercolor?, any display?, string format?, int precision?, bool force_overlay?) => void
plotbar(float open, float high, float low, float close, string title?, color color?, bool editable?, int show_last?, any display?, string format?, int precision?, bool force_overlay?) => void
bgcolor(color color, ${SHOWN}, string title?) => void
barcolor(color color, ${SHOWN}, string title?) => void
*alert(string message, string freq?) => void
alertcondition(bool condition, string title?, string message?) => void
log.info(string formatString, ...any arg0) => void
log.warning(string formatString, ...any arg0) => void
log.error(string formatString, ...any arg0) => void
runtime.error(string message) => void
time(string timeframe, int bars_back, int timeframe_bars_back?) => series int
time(string timeframe, string session?, int bars_back, int timeframe_bars_back?) => series int
time(string timeframe, string session?, string timezone?, int bars_back?, int timeframe_bars_back?) => series int
time_close(string timeframe, int bars_back, int timeframe_bars_back?) => series int
time_close(string timeframe, string session?, int bars_back, int timeframe_bars_back?) => series int
time_close(string timeframe, string session?, string timezone?, int bars_back?, int timeframe_bars_back?) => series int
year(int time, string timezone?) => series int
month(int time, string timezone?) => series int
weekofyear(int time, string timezone?) => series int
dayofmonth(int time, string timezone?) => series int
dayofweek(int time, string timezone?) => series int
hour(int time, string timezone?) => series int
minute(int time, string timezone?) => series int
second(int time, string timezone?) => series int
timeframe.in_seconds(string timeframe?) => int
timeframe.from_seconds(int seconds) => string
*timeframe.change(string timeframe) => series bool
ticker.standard(string symbol?) => string
syminfo.prefix(string symbol) => string
syminfo.ticker(string symbol) => string
ticker.heikinashi(string symbol) => string
ticker.renko(string symbol, any style?, any param?, bool request_wicks?, any source?) => string
ticker.linebreak(string symbol, int number_of_lines) => string
ticker.kagi(string symbol, any param, any reversal?) => string
ticker.pointfigure(string symbol, any source?, any style?, any param?, any reversal?) => string
ticker.new(string prefix, string ticker, string session?, any adjustment?, any backadjustment?, any settlement_as_close?) => string
ticker.modify(string tickerid, string session?, any adjustment?, any backadjustment?, any settlement_as_close?) => string
ticker.inherit(string from_tickerid, string symbol) => string
request.dividends(string ticker, string field?, any gaps?, any lookahead?, bool ignore_invalid_symbol?, string currency?) => series float
request.earnings(string ticker, string field?, any gaps?, any lookahead?, bool ignore_invalid_symbol?, string currency?) => series float
request.splits(string ticker, string field?, any gaps?, any lookahead?, bool ignore_invalid_symbol?) => series float
request.financial(string symbol, string financial_id, string period, any gaps?, bool ignore_invalid_symbol?, string currency?) => series float
request.economic(string country_code, string field, any gaps?, bool ignore_invalid_symbol?) => series float
request.quandl(string ticker, any gaps?, int index?, bool ignore_invalid_symbol?) => series float
request.seed(string source, string symbol, T expression, bool ignore_invalid_symbol?, int calc_bars_count?) => series float
request.footprint(int ticks_per_row, float va_percent?, float imbalance_percent?) => series footprint
footprint.buy_volume(footprint id) => series float
footprint.sell_volume(footprint id) => series float
footprint.delta(footprint id) => series float
footprint.total_volume(footprint id) => series float
footprint.poc(footprint id) => series volume_row
footprint.vah(footprint id) => series volume_row
footprint.val(footprint id) => series volume_row
footprint.rows(footprint id) => series array<volume_row>
footprint.get_row_by_price(footprint id, float price) => series volume_row
volume_row.up_price(volume_row id) => series float
volume_row.down_price(volume_row id) => series float
volume_row.buy_volume(volume_row id) => series float
volume_row.sell_volume(volume_row id) => series float
volume_row.delta(volume_row id) => series float
volume_row.total_volume(volume_row id) => series float
volume_row.has_buy_imbalance(volume_row id) => series bool
volume_row.has_sell_imbalance(volume_row id) => series bool
request.currency_rate(string from, string to, bool ignore_invalid_currency?) => series float
`;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const UNITS: Readonly<Record<string, number>> = {
  S: 1,
  '': 60,
  D: 86_400,
  W: 604_800,
  M: 2_628_003,
};

/**
 * Seconds of a timeframe; those of the chart where it is empty. Throws `PineFault` for an unknown
 * one.
 */
export function secondsOf(timeframe: string | null | undefined): number {
  if (timeframe === null || timeframe === undefined || timeframe === '')
    return now.facts.intervalMinutes * 60;
  const [, count = '', unit = ''] = /^(\d*)([SDWM]?)$/.exec(timeframe) ?? [];
  if (count === '' && unit === '') throw new PineFault(`timeframe "${timeframe}" is not known`);
  return (count === '' ? 1 : Number(count)) * (UNITS[unit] ?? 60);
}

/** As a chart names it. */
export function timeframeOf(seconds: number): string {
  if (seconds < 60) return `${Math.trunc(seconds)}S`;
  if (seconds < 86_400) return String(Math.trunc(seconds / 60));
  if (seconds < 604_800) return `${Math.trunc(seconds / 86_400)}D`;
  return seconds < 2_628_003
    ? `${Math.trunc(seconds / 604_800)}W`
    : `${Math.trunc(seconds / 2_628_003)}M`;
}

/** When the bar of the timeframe began in which this instant lies. */
function barStart(timeMs: number, timeframe: string): number {
  const [, count = '1', unit = ''] = /^(\d*)([SDWM]?)$/.exec(timeframe) ?? [];
  if (unit === 'M') {
    const at = new Date(timeMs);
    return Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1);
  }
  // Weeks begin on Mondays; the first of January 1970 was a Thursday.
  const origin = unit === 'W' ? -3 * DAY_MS : 0;
  const size = (Number(count === '' ? 1 : count) || 1) * (UNITS[unit] ?? 60) * 1000;
  return Math.floor((timeMs - origin) / size) * size + origin;
}

const SESSION = /^(\d{2})(\d{2})-(\d{2})(\d{2})(?::([1-7]+))?$/;

/** Whether the instant lies in one of the sessions: `0930-1600:23456`, by commas. */
function isInSession(timeMs: number, sessions: string): boolean {
  return sessions.split(',').some((each) => {
    const found = SESSION.exec(each.trim());
    if (found === null) return each.trim() === '24x7';
    const [, h1, m1, h2, m2, days = '1234567'] = found;
    const [from, to] = [Number(h1) * 60 + Number(m1), Number(h2) * 60 + Number(m2)];
    const minute = Math.floor(timeMs / MINUTE_MS) % 1440;
    const weekday = new Date(timeMs).getUTCDay() + 1;
    if (from < to) return minute >= from && minute < to && days.includes(String(weekday));
    if (minute >= from) return days.includes(String(weekday));
    // A session over midnight belongs to the day on which it began.
    return minute < to && days.includes(String(weekday === 1 ? 7 : weekday - 1));
  });
}

/** What follows the timeframe: a session, a time zone, and two counts of bars back. */
function timeArguments(given: readonly unknown[]) {
  const texts = given.filter((each) => typeof each === 'string');
  const [back = 0, longBack = 0] = given.filter((each) => typeof each === 'number');
  const [session = '', zone = ''] = texts;
  return { session, zone, back: Math.trunc(back), longBack: Math.trunc(longBack) };
}

const BAR_STEPS = 48;

function timeOf(timeframe: string, ...given: unknown[]): number {
  const { session, zone, back, longBack } = timeArguments(given);
  const atMs = now.timeMs - back * now.facts.intervalMinutes * MINUTE_MS;
  let start = timeframe === '' ? atMs : barStart(atMs, timeframe);
  chargeSteps(BAR_STEPS * Math.max(0, longBack));
  for (let bars = longBack; bars > 0; bars -= 1) start = barStart(start - 1, timeframe);
  if (session === '') return start;
  return isInSession(atMs + offsetMs(zone, atMs), session) ? start : NaN;
}

/** The end of the bar that begins then. */
function endOf(startMs: number, timeframe: string): number {
  const [, count = '1', unit = ''] = /^(\d*)([SDWM]?)$/.exec(timeframe) ?? [];
  if (unit !== 'M' || Number.isNaN(startMs)) return startMs + secondsOf(timeframe) * 1000;
  const at = new Date(startMs);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + Number(count === '' ? 1 : count), 1);
}

function dateOf(time: number, zone?: string | null): Date {
  return new Date(time + offsetMs(zone ?? '', time));
}

function weekOfYear(time: number): number {
  const day = Math.floor(time / DAY_MS);
  const thursday = day - ((day + 3) % 7) + 3;
  const first = Math.floor(Date.UTC(new Date(thursday * DAY_MS).getUTCFullYear(), 0, 1) / DAY_MS);
  return Math.floor((thursday - first) / 7) + 1;
}

function changed(state: Running, timeframe: string): boolean {
  const last = before(state);
  state.value = barStart(now.timeMs, timeframe);
  return !Number.isNaN(last) && last !== state.value;
}

function write(severity: 'info' | 'warning' | 'error') {
  return (pattern: string | null, ...values: unknown[]): void => {
    const text =
      values.length === 0
        ? shownValue(pattern)
        : shownValue(TEXTS['str.format'](pattern, ...values));
    hostNow().log(severity, text);
  };
}

/** Once in a bar from each place of the script, unless it wants all. */
function sendAlert(state: Running, message: string | null, frequency?: string | null): void {
  const isFirst = state.bar !== now.bar;
  state.bar = now.bar;
  if (isFirst || frequency === 'freq_all') hostNow().alert(message ?? '');
}

function absent(): number {
  return NaN;
}

function nothing(): void {
  // Shown on the chart only.
}

/** There are no footprints here: each is `na`, and so is all that is read from one. */
const FOOTPRINTS: Readonly<Record<string, () => unknown>> = {
  'request.footprint': () => null,
  ...each(
    () => NaN,
    'footprint.buy_volume footprint.sell_volume footprint.delta footprint.total_volume ' +
      'volume_row.up_price volume_row.down_price volume_row.buy_volume volume_row.sell_volume ' +
      'volume_row.delta volume_row.total_volume',
  ),
  ...each(
    () => null,
    'footprint.poc footprint.vah footprint.val footprint.rows footprint.get_row_by_price',
  ),
  ...each(() => false, 'volume_row.has_buy_imbalance volume_row.has_sell_imbalance'),
};

function each(call: () => unknown, names: string): Readonly<Record<string, () => unknown>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, call]));
}

export const CHARTS = {
  ...PLOTS,
  plotcandle: nothing,
  plotbar: nothing,
  barcolor: nothing,
  alert: sendAlert,
  alertcondition: (condition: boolean | null, title?: string | null, message?: string | null) => {
    if (condition === true) hostNow().condition(message ?? title ?? '');
  },
  'log.info': write('info'),
  'log.warning': write('warning'),
  'log.error': write('error'),
  'runtime.error': (message: string | null) => {
    throw new PineFault(message ?? 'runtime.error');
  },
  time: timeOf,
  time_close: (timeframe: string, ...given: unknown[]) =>
    endOf(timeOf(timeframe, ...given), timeframe),
  year: (time: number, zone?: string | null) => dateOf(time, zone).getUTCFullYear(),
  month: (time: number, zone?: string | null) => dateOf(time, zone).getUTCMonth() + 1,
  weekofyear: (time: number, zone?: string | null) => weekOfYear(dateOf(time, zone).getTime()),
  dayofmonth: (time: number, zone?: string | null) => dateOf(time, zone).getUTCDate(),
  dayofweek: (time: number, zone?: string | null) => dateOf(time, zone).getUTCDay() + 1,
  hour: (time: number, zone?: string | null) => dateOf(time, zone).getUTCHours(),
  minute: (time: number, zone?: string | null) => dateOf(time, zone).getUTCMinutes(),
  second: (time: number, zone?: string | null) => dateOf(time, zone).getUTCSeconds(),
  'timeframe.in_seconds': secondsOf,
  'timeframe.from_seconds': timeframeOf,
  'timeframe.change': changed,
  'syminfo.prefix': (symbol: string) => symbol.split(':')[symbol.includes(':') ? 0 : 1] ?? '',
  'syminfo.ticker': (symbol: string) => symbol.split(':').at(-1) ?? '',
  'ticker.standard': (symbol?: string | null) =>
    (symbol ?? now.facts.ticker).replace(/^[a-z]+\|/, ''),
  'ticker.heikinashi': (symbol: string) => `heikinashi|${symbol}`,
  'ticker.renko': (symbol: string) => `renko|${symbol}`,
  'ticker.linebreak': (symbol: string) => `linebreak|${symbol}`,
  'ticker.kagi': (symbol: string) => `kagi|${symbol}`,
  'ticker.pointfigure': (symbol: string) => `pointfigure|${symbol}`,
  'ticker.new': (prefix: string, ticker: string) =>
    prefix === '' ? ticker : `${prefix}:${ticker}`,
  'ticker.modify': (symbol: string) => symbol,
  'ticker.inherit': (_from: string, symbol: string) => symbol,
  'request.dividends': absent,
  'request.earnings': absent,
  'request.splits': absent,
  'request.financial': absent,
  ...FOOTPRINTS,
  'request.economic': absent,
  'request.quandl': absent,
  'request.seed': absent,
  'request.currency_rate': (from: string, to: string) => (from === to ? 1 : NaN),
};

// `strategy.*`.

import type { Running } from '#pine/builtins/window.ts';
import type { Broker, RiskKind, Trade } from '#pine/runtime/broker.ts';
import { insistOnRate } from '#pine/runtime/insist-on-rate.ts';
import { hostNow, now } from '#pine/runtime/pine-now.ts';

const ORDER =
  'string id, string direction, float qty?, float limit?, float stop?, string oca_name?, ' +
  'string oca_type?, string comment?, string alert_message?, bool disable_alert?, bool when?';

const TRADE_NUMBERS: Readonly<Record<string, keyof Trade | null>> = {
  entry_bar_index: 'entryBar',
  entry_time: 'entryTime',
  entry_price: 'entryPrice',
  size: null,
  profit: 'profit',
  profit_percent: null,
  commission: 'commission',
  max_runup: 'maxRunup',
  max_drawdown: 'maxDrawdown',
  max_runup_percent: null,
  max_drawdown_percent: null,
};
const CLOSED_NUMBERS: Readonly<Record<string, keyof Trade>> = {
  exit_bar_index: 'exitBar',
  exit_time: 'exitTime',
  exit_price: 'exitPrice',
};
const OPEN_TEXTS: Readonly<Record<string, keyof Trade>> = {
  entry_id: 'entryId',
  entry_comment: 'entryComment',
};
const CLOSED_TEXTS: Readonly<Record<string, keyof Trade>> = {
  exit_id: 'exitId',
  exit_comment: 'exitComment',
};

const INTS: ReadonlySet<string> = new Set(
  'entry_bar_index entry_time exit_bar_index exit_time'.split(' '),
);

function tradeSignatures(): string {
  const lines: string[] = [];
  const add = (list: string, names: readonly string[], type: string | null): void => {
    for (const name of names)
      lines.push(
        `strategy.${list}.${name}(int trade_num) => series ${type ?? (INTS.has(name) ? 'int' : 'float')}`,
      );
  };
  add('opentrades', Object.keys(TRADE_NUMBERS), null);
  add('opentrades', Object.keys(OPEN_TEXTS), 'string');
  add('closedtrades', [...Object.keys(TRADE_NUMBERS), ...Object.keys(CLOSED_NUMBERS)], null);
  add('closedtrades', [...Object.keys(OPEN_TEXTS), ...Object.keys(CLOSED_TEXTS)], 'string');
  return lines.join('\n');
}

export const STRATEGY_SIGNATURES = `
strategy.entry(${ORDER}) => void
strategy.order(${ORDER}) => void
strategy.exit(string id, string from_entry?, float qty?, float qty_percent?, float profit?, float limit?, float loss?, float stop?, float trail_price?, float trail_points?, float trail_offset?, string oca_name?, string comment?, string comment_profit?, string comment_loss?, string comment_trailing?, string alert_message?, string alert_profit?, string alert_loss?, string alert_trailing?, bool disable_alert?, bool when?) => void
*strategy.close(string id, string comment?, float qty?, float qty_percent?, string alert_message?, bool immediately?, bool disable_alert?, bool when?) => void
strategy.close_all(string comment?, string alert_message?, bool immediately?, bool disable_alert?, bool when?) => void
strategy.cancel(string id, bool when?) => void
strategy.cancel_all(bool when?) => void
strategy.risk.allow_entry_in(string value) => void
strategy.risk.max_cons_loss_days(int count, string alert_message?) => void
strategy.risk.max_drawdown(float value, string type, string alert_message?) => void
strategy.risk.max_intraday_loss(float value, string type, string alert_message?) => void
strategy.risk.max_intraday_filled_orders(int count, string alert_message?) => void
strategy.risk.max_position_size(float contracts) => void
strategy.default_entry_qty(float fill_price) => series float
strategy.convert_to_account(float value) => series float
strategy.convert_to_symbol(float value) => series float
${tradeSignatures()}
`;

function broker(): Broker {
  return hostNow().broker;
}

type Optional<T> = T | null | undefined;

/** Empty where it is silenced, or says nothing. */
function alertOf(message: unknown, isSilent: unknown): string {
  return typeof message === 'string' && isSilent !== true ? message : '';
}

function ordering(isPlain: boolean) {
  return (
    id: Optional<string>,
    direction: Optional<string>,
    amount = NaN,
    limit = NaN,
    stop = NaN,
    ocaName?: Optional<string>,
    ocaType?: Optional<string>,
    comment?: Optional<string>,
    ...rest: unknown[]
  ): void => {
    if (rest[2] === false) return;
    const [message, isSilent] = rest;
    broker().enter({
      id: id ?? '',
      direction: direction === 'short' ? 'short' : 'long',
      amount,
      limit,
      stop,
      ocaName: ocaName ?? '',
      ocaType: ocaType ?? 'none',
      comment: comment ?? '',
      alert: alertOf(message, isSilent),
      isPlain,
    });
  };
}

function exit(
  id: Optional<string>,
  fromEntry?: Optional<string>,
  amount = NaN,
  percent = NaN,
  profit = NaN,
  limit = NaN,
  loss = NaN,
  stop = NaN,
  trailPrice = NaN,
  trailPoints = NaN,
  trailOffset = NaN,
  ...rest: unknown[]
): void {
  if (rest[10] === false) return;
  const text = (at: number): string => (typeof rest[at] === 'string' ? rest[at] : '');
  const own = (comment: number, alert: number) => ({
    comment: text(comment),
    alert: alertOf(rest[alert], rest[9]),
  });
  broker().exit({
    id: id ?? '',
    fromEntry: fromEntry ?? '',
    amount,
    percent,
    profit,
    loss,
    limit,
    stop,
    trailPrice,
    trailPoints,
    trailOffset,
    ...(text(0) === '' ? {} : { ocaName: text(0) }),
    comment: text(1),
    texts: {
      alert: alertOf(rest[5], rest[9]),
      ofProfit: own(2, 6),
      ofLoss: own(3, 7),
      ofTrail: own(4, 8),
    },
  });
}

/** A second run of one statement on a bar changes its order; other statements have their own. */
function close(
  state: Running,
  id: Optional<string>,
  comment?: Optional<string>,
  amount = NaN,
  percent = NaN,
  message?: unknown,
  isImmediate?: Optional<boolean>,
  ...rest: unknown[]
): void {
  if (rest[1] === false) return;
  const changes = state.bar === now.bar && isImmediate !== true ? (state.value ?? 0) : 0;
  const closing = broker().close({
    id: id ?? '',
    amount,
    percent,
    comment: comment ?? '',
    alert: alertOf(message, rest[0]),
    isImmediate: isImmediate === true,
    changes,
  });
  // What fills on this tick is not there to be changed.
  if (closing === 0 || isImmediate === true) return;
  state.bar = now.bar;
  state.value = closing;
}

function closeAll(
  comment?: Optional<string>,
  message?: unknown,
  isImmediate?: Optional<boolean>,
  ...rest: unknown[]
): void {
  if (rest[1] === false) return;
  broker().close({
    id: null,
    amount: NaN,
    percent: NaN,
    comment: comment ?? '',
    alert: alertOf(message, rest[0]),
    isImmediate: isImmediate === true,
  });
}

function numberOf(trade: Trade | undefined, name: string, field: keyof Trade | null): number {
  if (trade === undefined) return NaN;
  const { direction, size, profit, entryPrice } = trade;
  if (name === 'size') return direction === 'long' ? size : -size;
  const share = 100 / (entryPrice * size * now.facts.pointValue);
  if (name === 'profit_percent') return profit * share;
  if (name === 'max_runup_percent') return trade.maxRunup * share;
  if (name === 'max_drawdown_percent') return trade.maxDrawdown * share;
  return field === null ? NaN : Number(trade[field]);
}

/** Limits without a type of their value. */
const COUNTED: ReadonlySet<RiskKind> = new Set(['lossDays', 'dayFills', 'positionSize']);

function limit(kind: RiskKind) {
  return (value: number, ...rest: Optional<string>[]): void => {
    const [type, message] = COUNTED.has(kind) ? [null, rest[0]] : rest;
    const isPercent = type === 'percent_of_equity';
    if (type === 'cash') insistOnRate('the limit of a loss');
    broker().limit(kind, { value, isPercent, alert: message ?? '' });
  };
}

/** An amount of one of the two currencies in the other: the same, or the run ends. */
function converted(value: number): number {
  insistOnRate('an amount that is converted');
  return value;
}

type Implementations = Record<string, (...values: never[]) => unknown>;

function trades(): Implementations {
  const found: Implementations = {};
  const at = (list: 'opentrades' | 'closedtrades', index: number): Trade | undefined =>
    (list === 'opentrades' ? broker().open() : broker().closed())[Math.trunc(index)];
  for (const list of ['opentrades', 'closedtrades'] as const) {
    const numbers = list === 'opentrades' ? TRADE_NUMBERS : { ...TRADE_NUMBERS, ...CLOSED_NUMBERS };
    for (const [name, field] of Object.entries(numbers))
      found[`strategy.${list}.${name}`] = (index: number) => numberOf(at(list, index), name, field);
    const texts = list === 'opentrades' ? OPEN_TEXTS : { ...OPEN_TEXTS, ...CLOSED_TEXTS };
    for (const [name, field] of Object.entries(texts))
      found[`strategy.${list}.${name}`] = (index: number) => at(list, index)?.[field] ?? null;
  }
  return found;
}

export const STRATEGIES: Implementations = {
  'strategy.entry': ordering(false),
  'strategy.order': ordering(true),
  'strategy.exit': exit,
  'strategy.close': close,
  'strategy.close_all': closeAll,
  'strategy.cancel': (id: Optional<string>, when?: boolean) => {
    if (when !== false) broker().cancel(id ?? '');
  },
  'strategy.cancel_all': (when?: boolean) => {
    if (when !== false) broker().cancel(null);
  },
  'strategy.risk.allow_entry_in': (value: Optional<string>) => {
    broker().allow(value === 'long' || value === 'short' ? value : 'all');
  },
  'strategy.risk.max_cons_loss_days': limit('lossDays'),
  'strategy.risk.max_drawdown': limit('drawdown'),
  'strategy.risk.max_intraday_loss': limit('dayLoss'),
  'strategy.risk.max_intraday_filled_orders': limit('dayFills'),
  'strategy.risk.max_position_size': limit('positionSize'),
  'strategy.default_entry_qty': (price: number) => broker().defaultSize(price),
  'strategy.convert_to_account': converted,
  'strategy.convert_to_symbol': converted,
  ...trades(),
};

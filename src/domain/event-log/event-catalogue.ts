// Catalogue of event types, a row each: the shape of their data, the object that they are about,
// and the words by which rules choose them. Types, wire shapes, readers of rows, rules, documents
// and what the console reads again follow from it.

/** Data of types with one shape is written and read by one codec at each edge. */
export type EventShape =
  | 'access'
  | 'backtest'
  | 'balance'
  | 'bot'
  | 'channel'
  | 'credentials'
  | 'exchange'
  | 'fill'
  | 'lab'
  | 'line'
  | 'notice'
  | 'order'
  | 'position'
  | 'signal'
  | 'stream'
  | 'unheard'
  | 'webhook';

/** In the order in which people choose from them. */
export const EVENT_GROUPS = [
  'Bots',
  'Orders',
  'Positions and balances',
  'Backtests and labs',
  'Connections',
] as const;

type EventRow = {
  readonly shape: EventShape;
  /** What `objectId` names. */
  readonly subject: string;
  readonly group: (typeof EVENT_GROUPS)[number];
  /** As a choice within its group. */
  readonly words: string;
  /** Needs somebody to look, whatever its data says. */
  readonly isProblem?: true;
};

const ORDER = { shape: 'order', subject: 'order', group: 'Orders' } as const;
const POSITION = {
  shape: 'position',
  subject: 'position',
  group: 'Positions and balances',
} as const;
const BOT = { shape: 'bot', subject: 'bot', group: 'Bots' } as const;
const BACKTEST = { shape: 'backtest', subject: 'backtest', group: 'Backtests and labs' } as const;
const LAB = { shape: 'lab', subject: 'lab', group: 'Backtests and labs' } as const;
const CONNECTION = { group: 'Connections' } as const;
const EXCHANGE = { ...CONNECTION, shape: 'exchange', subject: 'exchange' } as const;
/** Of ways in and out that outlive the key or session that made them: perhaps not the owner's. */
const ACCESS = { ...CONNECTION, shape: 'access', isProblem: true } as const;

export const EVENT_CATALOGUE = {
  // One for each state of an order: it is in the state that its newest such event names.
  'order.placed': { ...ORDER, words: 'Placed' },
  'order.opened': { ...ORDER, words: 'Open at the exchange' },
  'order.filled': { ...ORDER, words: 'Filled' },
  'order.cancelled': { ...ORDER, words: 'Cancelled' },
  'order.rejected': { ...ORDER, words: 'Refused by the exchange', isProblem: true },
  'order.expired': { ...ORDER, words: 'Expired' },
  'order.unplaced': { ...ORDER, words: 'Not placed', isProblem: true },
  'order.unknown': { ...ORDER, words: 'In doubt', isProblem: true },
  'order.lost': { ...ORDER, words: 'Lost', isProblem: true },
  'fill.created': { ...ORDER, shape: 'fill', words: 'Fill' },
  'position.opened': { ...POSITION, words: 'Position opened' },
  'position.changed': { ...POSITION, words: 'Position changed' },
  'position.closed': { ...POSITION, words: 'Position closed' },
  'balance.changed': {
    ...POSITION,
    shape: 'balance',
    subject: 'account',
    words: 'Balance changed',
  },
  'bot.started': { ...BOT, words: 'Started' },
  'bot.stopped': { ...BOT, words: 'Stopped' },
  'bot.updated': { ...BOT, words: 'Changed' },
  'bot.logged': { ...BOT, shape: 'line', words: 'Line of the log' },
  'bot.notified': { ...BOT, shape: 'notice', words: 'Message of a script' },
  'signal.received': { ...BOT, shape: 'signal', words: 'Signal received' },
  'signal.unheard': {
    ...BOT,
    shape: 'unheard',
    subject: 'bot, or the token',
    words: 'Signal without a receiver',
  },
  'backtest.progressed': { ...BACKTEST, words: 'Backtest progress' },
  'backtest.finished': { ...BACKTEST, words: 'Backtest finished' },
  'backtest.failed': { ...BACKTEST, words: 'Backtest failed', isProblem: true },
  'lab.progressed': { ...LAB, words: 'Lab progress' },
  'lab.completed': { ...LAB, words: 'Lab completed' },
  'lab.cancelled': { ...LAB, words: 'Lab cancelled' },
  'lab.failed': { ...LAB, words: 'Lab failed', isProblem: true },
  'account.invalid_credentials': {
    ...CONNECTION,
    shape: 'credentials',
    subject: 'account',
    words: 'Key of an exchange refused',
    isProblem: true,
  },
  'exchange.degraded': { ...EXCHANGE, words: 'Exchange responds badly', isProblem: true },
  'exchange.restored': { ...EXCHANGE, words: 'Exchange responds again' },
  'hook.created': { ...ACCESS, subject: 'hook', words: 'Hook made' },
  'webhook.created': { ...ACCESS, subject: 'webhook', words: 'Webhook made' },
  'channel.created': { ...ACCESS, subject: 'channel', words: 'Channel made' },
  'webhook.disabled': {
    ...CONNECTION,
    shape: 'webhook',
    subject: 'webhook',
    words: 'Webhook disabled',
    isProblem: true,
  },
  'channel.disabled': {
    ...CONNECTION,
    shape: 'channel',
    subject: 'channel',
    words: 'Channel disabled',
    isProblem: true,
  },
  'stream.cut': {
    ...CONNECTION,
    shape: 'stream',
    subject: 'key',
    words: 'Stream cut off',
    isProblem: true,
  },
} as const satisfies { readonly [type: string]: EventRow };

export type EventType = keyof typeof EVENT_CATALOGUE;

/** In the order of the catalogue. */
export const EVENT_TYPES = Object.keys(EVENT_CATALOGUE) as readonly EventType[];

/** Types whose data has the shape. */
export type EventTypeOf<Shape extends EventShape> = {
  [Type in EventType]: (typeof EVENT_CATALOGUE)[Type]['shape'] extends Shape ? Type : never;
}[EventType];

export const ACCESS_EVENT_TYPES = EVENT_TYPES.filter(
  (type): type is EventTypeOf<'access'> => EVENT_CATALOGUE[type].shape === 'access',
);

/** Type guard for texts from outside, such as rows of a newer release. */
export function isKnownEventType(type: string): type is EventType {
  return Object.hasOwn(EVENT_CATALOGUE, type);
}

/** Types that need somebody to look, whatever their data says. */
export const PROBLEM_TYPES: ReadonlySet<EventType> = new Set(
  EVENT_TYPES.filter((type) => 'isProblem' in EVENT_CATALOGUE[type]),
);

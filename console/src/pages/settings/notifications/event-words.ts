// Types of events in words, in the groups in which a rule chooses them.

type Group = {
  readonly name: string;
  readonly types: readonly (readonly [type: string, text: string])[];
};

export const EVENT_GROUPS: readonly Group[] = [
  {
    name: 'Bots',
    types: [
      ['bot.started', 'Started'],
      ['bot.stopped', 'Stopped'],
      ['bot.updated', 'Changed'],
      ['bot.notified', 'Message of a script'],
      ['bot.logged', 'Line of the log'],
      ['signal.received', 'Signal received'],
      ['signal.unheard', 'Signal without a receiver'],
    ],
  },
  {
    name: 'Orders',
    types: [
      ['order.placed', 'Placed'],
      ['order.opened', 'Open at the exchange'],
      ['order.filled', 'Filled'],
      ['fill.created', 'Fill'],
      ['order.cancelled', 'Cancelled'],
      ['order.expired', 'Expired'],
      ['order.rejected', 'Refused by the exchange'],
      ['order.unplaced', 'Not placed'],
      ['order.unknown', 'In doubt'],
      ['order.lost', 'Lost'],
    ],
  },
  {
    name: 'Positions and balances',
    types: [
      ['position.opened', 'Position opened'],
      ['position.changed', 'Position changed'],
      ['position.closed', 'Position closed'],
      ['balance.changed', 'Balance changed'],
    ],
  },
  {
    name: 'Backtests and labs',
    types: [
      ['backtest.progressed', 'Backtest progress'],
      ['backtest.finished', 'Backtest finished'],
      ['backtest.failed', 'Backtest failed'],
      ['lab.progressed', 'Lab progress'],
      ['lab.completed', 'Lab completed'],
      ['lab.cancelled', 'Lab cancelled'],
      ['lab.failed', 'Lab failed'],
    ],
  },
  {
    name: 'Connections',
    types: [
      ['account.invalid_credentials', 'Key of an exchange refused'],
      ['exchange.degraded', 'Exchange responds badly'],
      ['exchange.restored', 'Exchange responds again'],
      ['hook.created', 'Hook made'],
      ['webhook.created', 'Webhook made'],
      ['channel.created', 'Channel made'],
      ['webhook.disabled', 'Webhook disabled'],
      ['channel.disabled', 'Channel disabled'],
      ['stream.cut', 'Stream cut off'],
    ],
  },
];

/** Types that this page has no words for keep their name. */
export function unknownTypes(types: readonly string[]): readonly string[] {
  const known = new Set(EVENT_GROUPS.flatMap((group) => group.types.map(([type]) => type)));
  return types.filter((type) => !known.has(type));
}

/** `Bots: stopped, started. Orders: lost.` */
export function typesInWords(types: readonly string[]): string {
  const chosen = new Set(types);
  const parts = EVENT_GROUPS.flatMap((group) => {
    const texts = group.types.filter(([type]) => chosen.has(type)).map(([, text]) => text);
    if (texts.length === 0) return [];
    const all = texts.length === group.types.length ? 'all' : texts.join(', ').toLowerCase();
    return [`${group.name}: ${all}`];
  });
  return [...parts, ...unknownTypes(types)].join('. ');
}

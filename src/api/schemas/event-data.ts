// The wire shapes of what events say, one for each group of types.

import { STOPPED_BY } from '#api/schemas/stopped-by.ts';
import { STOPPERS } from '#domain/risk/stopper.ts';
import Type from 'typebox';
import type {
  BacktestChange,
  BalanceChange,
  BotChange,
  BotNotice,
  ByShape,
  CutStream,
  DisabledChannel,
  DisabledWebhook,
  EventContent,
  ExchangeChange,
  FillOfOrder,
  LabChange,
  LoggedLine,
  OrderChange,
  OrderOfEvent,
  PositionChange,
  ReceivedSignal,
  UnheardSignal,
  RefusedCredentials,
  CreatedAccess,
} from '#domain/event-log/event.ts';
import { byShape, NOTICE_SERVICES } from '#domain/event-log/event.ts';
import { LAB_STATUSES } from '#domain/lab/lab-state.ts';
import { ORDER_SIDES, ORDER_STATES, ORDER_TYPES } from '#venue-port/order/order.ts';
import { amountField, field, fieldsOf, shapeOf } from '#api/schemas/field-codec.ts';
import { AMOUNT_UNIT } from '#api/schemas/market.ts';
import { ADDITION, int32, nullable, oneOf, text } from '#api/schemas/wire-values.ts';

const ORDER_FIELDS = fieldsOf<OrderOfEvent>()({
  order_id: field(text('The order.', 'ord_01jd3f8k2m5q7r9t1v3x5z7b9c'), (of) => of.orderId),
  account_id: field(
    text('Account holding the order.', 'acc_01jd3f8k2m5q7r9t1v3x5z7b9c'),
    (of) => of.accountId,
  ),
  market_tag: field(nullable(text('Market of the order.', 'SIM_BTC_USDT')), (of) => of.marketTag),
  side: field(oneOf(ORDER_SIDES, 'What it executes as.'), (of) => of.side),
  type: field(oneOf(ORDER_TYPES, 'Kind of order.'), (of) => of.type),
  price: amountField('Limit price; `0` on market orders.', '62000.5', (of) => of.price),
  amount: amountField(`Ordered amount ${AMOUNT_UNIT}.`, '0.01', (of) => of.amount),
  filled_amount: amountField(`Filled until then ${AMOUNT_UNIT}.`, '0', (of) => of.filledAmount),
  bot_id: field(
    nullable(text('Bot that placed it; null for manual orders.', 'bot_01jd3f8k2m5q7r9t')),
    (of) => of.botId,
  ),
});

const ORDER_CHANGE = shapeOf<OrderChange>()(
  'OrderEventData',
  'An order as it was when an event `order.…` happened.',
  {
    ...ORDER_FIELDS,
    status: field(oneOf(ORDER_STATES, 'The state that it got into.'), (of) => of.state),
    reason: field(
      nullable(text('Why it ended; null while it works and after a plain fill.', 'expired')),
      (of) => of.reason,
    ),
  },
);

const FILL = shapeOf<FillOfOrder>()(
  'FillEventData',
  'What was filled of an order: data of `fill.created`.',
  {
    ...ORDER_FIELDS,
    added_amount: amountField(
      `Filled since the fill before ${AMOUNT_UNIT}; may be several executions.`,
      '0.01',
      (of) => of.addedAmount,
    ),
  },
);

const BOT_CHANGE = shapeOf<BotChange>()(
  'BotEventData',
  'A bot: data of `bot.started`, `bot.stopped` and `bot.updated`.',
  {
    bot_id: field(text('The bot.', 'bot_01jd3f8k2m5q7r9t'), (of) => of.botId),
    name: field(text('Its name.', 'Averaging BTC'), (of) => of.name),
    account_id: field(
      text('Account that it trades on.', 'acc_01jd3f8k2m5q7r9t1v3x5z7b9c'),
      (of) => of.accountId,
    ),
    market_tag: field(
      nullable(text('Market that it trades.', 'SIM_BTC_USDT')),
      (of) => of.marketTag,
    ),
    reason: field(
      nullable(text('Why it stopped; null when that was by hand.', 'The script ended.')),
      (of) => of.reason,
    ),
    stopped_by: field(nullable(oneOf(STOPPERS, STOPPED_BY)), (of) => of.stoppedBy),
  },
);

const BOT_ID = text('The bot.', 'bot_01jd3f8k2m5q7r9t');

const LINE = shapeOf<LoggedLine>()(
  'BotLineEventData',
  'The newest of the lines that a bot wrote at once: data of `bot.logged`.',
  {
    bot_id: field(BOT_ID, (of) => of.botId),
    severity: field(
      text('`info`, `trade`, `warning`, `error` or `custom`.', 'info'),
      (of) => of.severity,
    ),
    message: field(text('What was written.', 'bought 0.001 at 62000.5'), (of) => of.message),
  },
);

const NOTICE = shapeOf<BotNotice>()(
  'BotNoticeEventData',
  "A text that a bot's script sends to its owner: data of `bot.notified`.",
  {
    bot_id: field(BOT_ID, (of) => of.botId),
    service: field(
      nullable(oneOf(NOTICE_SERVICES, 'Channels that it is sent to; null: those that rules name.')),
      (of) => of.service,
    ),
    title: field(nullable(text('Its title.', 'Trend')), (of) => of.title),
    message: field(text('What it says.', 'The averages have crossed.'), (of) => of.message),
  },
);

const SIGNAL = shapeOf<ReceivedSignal>()(
  'SignalEventData',
  'A signal that a running bot got: data of `signal.received`.',
  {
    bot_id: field(BOT_ID, (of) => of.botId),
    action: field(text('What it asks for.', 'open_long'), (of) => of.action),
    signal_id: field(
      nullable(text('By which its trace names it; null on old ones.', '1207')),
      (of) => of.signalId,
    ),
  },
);

const UNHEARD = shapeOf<UnheardSignal>()(
  'UnheardSignalEventData',
  'A signal that a bot got and does not listen to, or that no bot got: data of `signal.unheard`.',
  {
    bot_id: field(
      nullable(text('The bot; null: none got it.', 'bot_01jd3f8k2m5q7r9t1v3x5z7b9c')),
      (of) => of.botId,
    ),
    signal_id: field(
      nullable(text('By which its trace names it; null: no bot got it.', '1207')),
      (of) => of.signalId,
    ),
    signal_token: field(
      nullable(text("Token of a partner's signal that no bot got; null: a bot got it.", 'trend')),
      (of) => of.signalToken,
    ),
    reason: field(
      text('In words.', 'signal "trend" (buy) was not heard: this bot listens to "abc"'),
      (of) => of.reason,
    ),
    signals_count: field(
      int32(
        'How many it stands for: this one, and those since the event before of the same bot or ' +
          'token. There is one event a minute; the traces have each signal.',
        1,
        ADDITION,
      ),
      (of) => of.signalsCount,
    ),
  },
);

const ACCOUNT_ID = text('The account.', 'acc_01jd3f8k2m5q7r9t1v3x5z7b9c');

const POSITION = shapeOf<PositionChange>()(
  'PositionEventData',
  'A position that was opened, changed its amount or was closed: data of `position.…`.',
  {
    position_id: field(text('The position.', 'p1'), (of) => of.positionId),
    account_id: field(ACCOUNT_ID, (of) => of.accountId),
    market_tag: field(text('Its market.', 'SIM_BTC_USDT_PERP'), (of) => of.marketTag),
    direction: field(oneOf(['long', 'short'], 'What it gains from.'), (of) => of.direction),
  },
);

const BALANCE = shapeOf<BalanceChange>()(
  'BalanceEventData',
  'An account whose balance changed: data of `balance.changed`.',
  { account_id: field(ACCOUNT_ID, (of) => of.accountId) },
);

const BACKTEST = shapeOf<BacktestChange>()(
  'BacktestEventData',
  'A backtest and how far it is: data of `backtest.…`.',
  {
    backtest_id: field(text('The backtest.', 'bt_01jd3f8k2m5q7r9t'), (of) => of.backtestId),
    market_tag: field(text('Its market.', 'SIM_BTC_USDT'), (of) => of.marketTag),
    phase: field(text('What it did last.', 'executing'), (of) => of.phase),
    progress_percent: field(
      Type.Integer({
        format: 'int32',
        minimum: 0,
        maximum: 100,
        description: 'How far it was.',
        examples: [40],
      }),
      (of) => Math.floor(of.doneShare * 100),
    ),
    reason: field(
      nullable(text('Why it failed; null otherwise.', 'The script does not compile.')),
      (of) => of.reason,
    ),
  },
);

const COUNT = { minimum: 0, examples: [120] };

const LAB = shapeOf<LabChange>()('LabEventData', 'A lab and how far it is: data of `lab.…`.', {
  lab_id: field(text('The lab.', 'lab_01jd3f8k2m5q7r9t'), (of) => of.labId),
  name: field(text('Its name.', 'Averages of BTC'), (of) => of.name),
  status: field(oneOf(LAB_STATUSES, 'The status that it got into.'), (of) => of.status),
  completed_count: field(
    Type.Integer({ ...COUNT, format: 'int32', description: 'Combinations that were run.' }),
    (of) => of.completedCount,
  ),
  scheduled_count: field(
    Type.Integer({ ...COUNT, format: 'int32', description: 'Combinations to run in all.' }),
    (of) => of.scheduledCount,
  ),
  reason: field(
    nullable(text('Why it was cancelled; null otherwise.', 'cancelled by its owner')),
    (of) => of.reason,
  ),
});

const CREDENTIALS = shapeOf<RefusedCredentials>()(
  'CredentialsEventData',
  'An account whose exchange refuses its credentials: data of `account.invalid_credentials`.',
  {
    account_id: field(ACCOUNT_ID, (of) => of.accountId),
    exchange: field(text('The exchange.', 'SIM'), (of) => of.exchange),
    reason: field(text('What it says.', 'The key has expired.'), (of) => of.reason),
  },
);

const EXCHANGE = shapeOf<ExchangeChange>()(
  'ExchangeEventData',
  'An exchange that responds badly, or does again: data of `exchange.…`.',
  {
    exchange: field(text('The exchange.', 'sim'), (of) => of.exchange),
    health: field(
      oneOf(
        ['open', 'degraded', 'down'],
        '`open`: it responds; `degraded`: slowly, or to a part of the requests; `down`: to none.',
      ),
      (of) => of.health,
    ),
  },
);

const ACCESS = shapeOf<CreatedAccess>()(
  'AccessEventData',
  'A way in or out that was made: data of `hook.created`, `webhook.created` and `channel.created`.',
  {
    kind: field(
      text('`hook`, `webhook`, or the kind of the channel.', 'telegram'),
      (of) => of.kind,
    ),
    name: field(
      text('Its name; of a hook its signal, of a webhook its address.', 'My telephone'),
      (of) => of.name,
    ),
  },
);

const WEBHOOK = shapeOf<DisabledWebhook>()(
  'WebhookEventData',
  'A webhook that failed for long: data of `webhook.disabled`.',
  {
    webhook_id: field(text('The webhook.', 'wh_01jd3f8k2m5q7r9t'), (of) => of.webhookId),
    url: field(text('Its address.', 'https://example.com/tidemill'), (of) => of.url),
    reason: field(text('Why it was disabled.', 'It failed for three days.'), (of) => of.reason),
  },
);

const CHANNEL = shapeOf<DisabledChannel>()(
  'ChannelEventData',
  'A channel of notifications that failed for long, or is gone: data of `channel.disabled`.',
  {
    channel_id: field(text('The channel.', 'nch_01jd3f8k2m5q7r9t'), (of) => of.channelId),
    kind: field(text('`telegram`, `discord`, `slack` or `email`.', 'telegram'), (of) => of.kind),
    name: field(text('Its name.', 'My telephone'), (of) => of.name),
    reason: field(text('Why it was disabled.', 'The bot was blocked.'), (of) => of.reason),
  },
);

const STREAM = shapeOf<CutStream>()(
  'StreamEventData',
  'A stream whose reader took nothing and so did not hear why it ended: data of `stream.cut`.',
  {
    key_id: field(
      text('The key, or session, that opened it.', 'key_01jd3f8k2m5q7r9t'),
      (of) => of.keyId,
    ),
    path: field(text('Its address.', '/v1/events'), (of) => of.path),
    reason: field(
      text('Why it was cut off.', 'Its reader took nothing for 10 seconds.'),
      (of) => of.reason,
    ),
  },
);

export const EVENT_DATA_SCHEMA = Type.Union(
  [
    ORDER_CHANGE.schema,
    FILL.schema,
    POSITION.schema,
    BALANCE.schema,
    BOT_CHANGE.schema,
    LINE.schema,
    NOTICE.schema,
    SIGNAL.schema,
    UNHEARD.schema,
    BACKTEST.schema,
    LAB.schema,
    CREDENTIALS.schema,
    EXCHANGE.schema,
    ACCESS.schema,
    WEBHOOK.schema,
    CHANNEL.schema,
    STREAM.schema,
  ],
  { description: 'What happened, by the type of the event.' },
);

const TO_WIRE = {
  access: ACCESS.toWire,
  backtest: BACKTEST.toWire,
  balance: BALANCE.toWire,
  bot: BOT_CHANGE.toWire,
  channel: CHANNEL.toWire,
  credentials: CREDENTIALS.toWire,
  exchange: EXCHANGE.toWire,
  fill: FILL.toWire,
  lab: LAB.toWire,
  line: LINE.toWire,
  notice: NOTICE.toWire,
  order: ORDER_CHANGE.toWire,
  position: POSITION.toWire,
  signal: SIGNAL.toWire,
  stream: STREAM.toWire,
  unheard: UNHEARD.toWire,
  webhook: WEBHOOK.toWire,
} satisfies ByShape<object>;

type EventData = ReturnType<(typeof TO_WIRE)[keyof typeof TO_WIRE]>;

/** Data of an event in the shape of its type. */
export function eventDataToWire(event: EventContent): EventData {
  return byShape<EventData>(TO_WIRE, event);
}

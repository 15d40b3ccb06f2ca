// A row of each list that nothing of the requests fills, in the form in which its store returns it:
// it stands for what an installation has after a while. A list is registered by its name, which is
// the method of the store, and where in its result the list is.

import { decimal } from '#lib/decimal.ts';
import { toStoredForm } from '#lib/stored-form.ts';
import type { OrderStore } from '#ports/stores/order-store.ts';
import type { EquityPoint } from '#domain/equity/sum-equity.ts';
import type { Delivery } from '#domain/webhook/webhook.ts';
import type { BotEquityPoint } from '#ports/stores/bot-equity-store.ts';
import type {
  FilledBotOrder,
  StoredBotLine,
  StoredClosedPosition,
} from '#ports/stores/bot-run-store.ts';
import { SAMPLE_BRACKET } from '#ports/stores/bot-run.fixture.ts';
import type { StrategyBot } from '#ports/stores/bot-store.ts';
import type { DataSeries } from '#ports/stores/data-series-store.ts';
import type { HookCall } from '#ports/stores/hook-store.ts';
import type { QueueState, ServiceProcess, TableSize } from '#ports/stores/installation-store.ts';
import type { StoredTariff } from '#ports/stores/partner-store.ts';
import type { BotUsage, UserTurnover } from '#ports/stores/partner-usage-store.ts';
import type { WatchedMarket } from '#ports/stores/watch-list-store.ts';
import type { SentSignal } from '#ports/stores/partner-signal-store.ts';
import type { ScriptLibrary } from '#ports/work/script-checker.ts';
import type { BacktestOrder, BacktestPosition } from '#backtesting/backtest.ts';
import type { LoggedEvent } from '#domain/event-log/event.ts';
import { sampleAccount, sampleBot, sampleOrder } from '#ports/stores/store.fixture.ts';

const AT_MS = Date.UTC(2026, 10, 20, 9, 0, 0);

type Order = Awaited<ReturnType<OrderStore['listEndedOrders']>>[number];

function order(state: Order['state']): Order {
  const placed = { marketTag: 'still_btc_usdt', venueOrderId: '7', state } as const;
  const amounts = { amount: decimal('0.02'), filledAmount: decimal('0.01') };
  const times = { placedAtMs: AT_MS, updatedAtMs: AT_MS };
  return sampleOrder('acc_own', { ...placed, ...amounts, ...times });
}

const EQUITY: EquityPoint = {
  atMs: AT_MS,
  currency: 'USDT',
  value: decimal('1000.5'),
  unpriced: ['OLD'],
};

const DELIVERY: Delivery = {
  deliveryId: 7,
  webhookId: 'wh_sample',
  userId: 'usr_first',
  sequence: 3,
  type: 'order.filled',
  objectId: 'ord_sample',
  signalId: null,
  queuedAtMs: AT_MS,
  state: 'given_up',
  attemptsCount: 2,
  nextAtMs: null,
  endedAtMs: AT_MS,
  status: 503,
  response: 'later',
  problem: 'the receiver is busy',
};

const LINE: StoredBotLine = { sequence: 4, atMs: AT_MS, severity: 'info', message: 'a line' };
const CALL: HookCall = {
  atMs: AT_MS,
  address: '203.0.113.7',
  action: 'buy',
  outcome: 'taken',
  detail: 'It was taken.',
};
const TARIFF: StoredTariff = {
  fromMs: Date.UTC(2026, 0, 1),
  tariff: '{"currency":"EUR","items":[]}',
};
const SERIES: DataSeries = {
  name: 'sentiment',
  createdAtMs: AT_MS,
  pointsCount: 2,
  firstAtMs: AT_MS,
  lastAtMs: AT_MS + 60_000,
};
const WATCHED: WatchedMarket = { marketTag: 'still_btc_usdt', watchedAtMs: AT_MS };
const POINT: BotEquityPoint = {
  atMs: AT_MS,
  value: 1_000.5,
  realized: 3.25,
  price: 60_000,
  isLasting: true,
};
const PROCESS: ServiceProcess = {
  processId: 'prc_sample',
  role: 'api',
  host: 'one',
  osProcessId: 7,
  version: '0.0.0',
  startedAtMs: AT_MS,
  seenAtMs: AT_MS,
  residentBytes: 1_000_000,
  loopDelayMs: 1.5,
  figures: [{ name: 'a_figure', help: 'A figure.', samples: [{ labels: {}, value: 1 }] }],
  slowRequests: [
    {
      atMs: AT_MS,
      operation: 'listBots',
      durationMs: 700,
      status: 200,
      userId: null,
      requestId: 'req_sample',
    },
  ],
};
const QUEUE: QueueState = {
  queue: 'backtests',
  waitingCount: 2,
  runningCount: 1,
  oldestSeconds: 3,
};
const TABLE: TableSize = { table: 'orders', bytes: 8_192, rows: 12 };
const USAGE: BotUsage = {
  userId: 'usr_sample',
  botsCreated: 1,
  botsRan: 1,
  botMonths: 1,
  activeMonths: 1,
  ranMs: 60_000,
  backtests: 2,
};
const TURNOVER: UserTurnover = {
  userId: 'usr_sample',
  marketType: 'spot',
  currency: 'USDT',
  volume: decimal('12.5'),
  ordersFilled: 2,
};

const SIGNAL: SentSignal = {
  sequence: 5,
  token: 'trend',
  action: 'buy',
  receivedAtMs: AT_MS,
  effects: [
    {
      signalId: 'sig_sample',
      botId: 'bot_sample',
      userId: 'usr_sample',
      takenAtMs: AT_MS,
      reception: 'heard',
      orderIds: ['ord_sample'],
      messages: ['a line'],
    },
  ],
};
const EVENT: LoggedEvent = {
  sequence: 6,
  type: 'stream.cut',
  objectId: 'usr_first',
  atMs: AT_MS,
  data: { keyId: 'key_sample', path: '/v1/events/stream', reason: 'it was behind' },
};
const POSITION: BacktestPosition = {
  positionId: 'p1',
  direction: 'long',
  marketTag: 'still_btc_usdt',
  isClosed: true,
  openedAtMs: AT_MS,
  closedAtMs: AT_MS + 60_000,
  amount: decimal('0.01'),
  averagePrice: decimal('60000'),
  exitPrice: decimal('60100'),
  realizedProfit: decimal('1'),
  fees: decimal('0.1'),
  margin: decimal('600'),
  roiPercent: decimal('0.15'),
  profitCurrency: 'USDT',
};
const CLOSED: StoredClosedPosition = {
  positionId: POSITION.positionId,
  position: toStoredForm(POSITION),
  sequence: 8,
  activation: 1,
};
const FILLED: BacktestOrder = {
  orderId: 'o1',
  positionId: POSITION.positionId,
  marketTag: POSITION.marketTag,
  side: 'buy',
  type: 'limit',
  price: decimal('60000'),
  triggerPrice: null,
  amount: decimal('0.01'),
  filledAmount: decimal('0.01'),
  averagePrice: decimal('60000'),
  fees: decimal('0.05'),
  state: 'filled',
  openedAtMs: AT_MS,
  endedAtMs: AT_MS + 1,
  note: '',
  message: '',
};
const FILLED_ORDER: FilledBotOrder = {
  positionId: POSITION.positionId,
  orderId: FILLED.orderId,
  filled: toStoredForm(FILLED),
};
const LIBRARY: ScriptLibrary = {
  name: 'mine',
  source:
    "DefineCommand('Twice', 'Twice a number.')\nlocal n = DefineParameter(NumberType, 'n', 'It.', true, 1)\nDefineOutput(NumberType, n * 2, 'It.')",
};

function bracket(): StrategyBot {
  const config = { market_tag: 'still_btc_usdt', amount: '0.01', stop_price: '50000' };
  const account = sampleAccount('usr_first', { accountId: 'acc_own' });
  const changes = { activation: 1, activatedAtMs: AT_MS, isActivated: true };
  const brain = { kind: 'strategy', type: 'bracket', config } as const;
  return { ...sampleBot(account, { ...changes, bracket: SAMPLE_BRACKET }), brain };
}

/** By the name of the list. */
export const SAMPLE_ROWS: ReadonlyMap<string, object> = new Map<string, object>([
  ['listBotDeliveries', DELIVERY],
  ['listBotEquity', POINT],
  ['listBrackets', bracket()],
  ['listClosedPositions', CLOSED],
  ['listDataSeries', SERIES],
  ['listDeliveries', DELIVERY],
  ['listDeliveriesAbout', { ...DELIVERY, signalId: 'sig_sample' }],
  ['listDeniedOrders', { ...order('rejected'), venueOrderId: null }],
  ['listEndedOrders', order('cancelled')],
  ['listEquity', EQUITY],
  ['listEquityOfAccounts', [EQUITY]],
  ['listFilledOrders', FILLED_ORDER],
  ['listHookCalls', CALL],
  ['listLibraries', LIBRARY],
  ['listLines', LINE],
  ['listOrders', order('filled')],
  ['listProcesses', PROCESS],
  ['listQueues', QUEUE],
  ['listSignals', SIGNAL],
  ['listTariffs', TARIFF],
  ['listWatchedMarkets', WATCHED],
  ['listWorkingBotOrders', order('open')],
  ['readDatabase.tables', TABLE],
  ['readEvents.events', EVENT],
  ['readUsage.turnovers', TURNOVER],
  ['readUsage.users', USAGE],
]);

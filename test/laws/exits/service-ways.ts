// Ways in which each operation leaves what is held; operations that leave nothing are excused by
// the reason.

import type { Decimal } from '#lib/decimal.ts';
import { decimal, multiplyDecimal } from '#lib/decimal.ts';
import { passivePrice } from '#venue-port/market/price-digits.ts';
import type { OrderTerms } from '#venue-port/order/order-terms.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { OrderType } from '#venue-port/order/order.ts';
import { sampleCaller } from '#ports/stores/store.fixture.ts';
import { sendBotSignal } from '#services/bots/send-bot-signal.ts';
import { deleteBot, stopBot } from '#services/bots/stop-bot.ts';
import { stopBots } from '#services/bots/switch-bots.ts';
import { placeOrder } from '#services/orders/place-order.ts';
import { stopEverything } from '#services/risk/stop-everything.ts';
import type { Holding } from './service-exits.ts';

export type ServiceWay = {
  /** The operation, as openapi.json names it. */
  readonly participant: string;
  readonly cell: string;
  readonly kinds: readonly ('spot' | 'linear' | 'inverse')[];
  /** A bot that does not run hears nothing of it. */
  readonly isForRunning?: true;
  /** Returns why it was refused; null: it was not. */
  readonly leave: (holding: Holding) => Promise<string | null>;
};

const ALL = ['spot', 'linear', 'inverse'] as const;
const CLOSES = { cancelsOrders: true, closesPositions: true };

function depsOf({ harness }: Holding) {
  return { ...harness.deps, bots: harness.store, botRuns: harness.runs };
}

/** By hand, after the bot is gone. `share`: of the price now. */
function orderBy(type: OrderType, share: string | null) {
  return async (holding: Holding): Promise<string | null> => {
    const { harness, account, market, bot, amount } = holding;
    await deleteBot(depsOf(holding), bot);
    const { price } = await harness.sim.exchange.fetchPrice(market.marketTag);
    const at = share === null ? null : passivePrice(market, shareOf(price, share), 'sell');
    const isStop = type === 'stop_market';
    const terms: OrderTerms = {
      ...PLAIN_TERMS,
      isReduceOnly: market.contract !== null,
      triggerPrice: isStop ? at : null,
    };
    const placed = await placeOrder(harness.deps, {
      caller: sampleCaller(account.userId),
      accountId: account.accountId,
      marketTag: market.marketTag,
      side: 'sell',
      type,
      price: isStop ? null : at,
      amount,
      terms,
      derivationId: `leave ${bot.botId}`,
      isTakeover: false,
      completion: null,
    });
    // The price of the stop is met within the hour.
    if (isStop) harness.passMs(3_600_000);
    return placed.ok ? null : placed.rejection.detail;
  };
}

function shareOf(price: Decimal, share: string): Decimal {
  return multiplyDecimal(price, decimal(share), 'floor');
}

async function leaveBySwitch(holding: Holding): Promise<null> {
  const { harness, account } = holding;
  await stopEverything(
    { ...depsOf(holding), riskSwitch: harness.store, timer: { every: () => () => undefined } },
    {
      reach: { kind: 'user', userId: account.userId },
      reason: 'Stopped by the risk switch.',
      cancelsOrders: true,
      closesPositions: true,
      derivationId: 'law',
      withinMs: null,
    },
  );
  return null;
}

async function leaveBySignal({ harness, runner, bot }: Holding): Promise<string | null> {
  const { deps, store, inbox } = harness;
  const signal = { botId: bot.botId, name: 'go', action: 'exit_long' } as const;
  const sending = { clock: deps.clock, bots: store, inbox };
  const command = { userId: bot.userId, signal, payload: null, completion: null };
  const sent = await sendBotSignal(sending, command);
  await runner.receive();
  await runner.settled();
  await harness.passMinutes(2, [runner]);
  return sent.ok ? null : sent.rejection;
}

async function leaveBy(act: Promise<{ readonly ok: boolean }>): Promise<string | null> {
  return (await act).ok ? null : 'there is no such bot';
}

const byOrder = (cell: string, type: OrderType, share: string | null): ServiceWay => ({
  participant: 'placeAccountOrder',
  cell,
  kinds: ALL,
  leave: orderBy(type, share),
});

export const SERVICE_WAYS: readonly ServiceWay[] = [
  byOrder('at market', 'market', null),
  byOrder('at a limit that takes', 'limit', '0.98'),
  byOrder('by a stop', 'stop_market', '0.9995'),
  {
    participant: 'placeOrder',
    cell: 'at market',
    kinds: ['spot'],
    leave: orderBy('market', null),
  },
  {
    participant: 'stopBot',
    cell: 'closes positions',
    kinds: ALL,
    leave: (holding) => leaveBy(stopBot(depsOf(holding), { ...holding.bot, windDown: CLOSES })),
  },
  {
    participant: 'deleteBot',
    cell: 'closes positions',
    kinds: ALL,
    async leave(holding) {
      const deleted = await deleteBot(depsOf(holding), { ...holding.bot, windDown: CLOSES });
      return deleted.ok ? null : (deleted.rejection.detail ?? 'there is no such bot');
    },
  },
  {
    participant: 'stopBots',
    cell: 'closes positions',
    kinds: ALL,
    async leave(holding) {
      const { bot } = holding;
      const caller = sampleCaller(bot.userId);
      const request = { caller, botIds: [bot.botId], claim: null, windDown: CLOSES };
      const [stopped] = await stopBots(depsOf(holding), request);
      return stopped?.problem ?? null;
    },
  },
  { participant: 'stopEverything', cell: 'closes positions', kinds: ALL, leave: leaveBySwitch },
  {
    participant: 'sendBotSignal',
    cell: 'exits at market',
    kinds: ALL,
    isForRunning: true,
    leave: leaveBySignal,
  },
];

const CANCELS = 'it cancels what rests or computes, and leaves no position';

export const EXCUSED_OPERATIONS: Readonly<Record<string, readonly string[]>> = {
  [CANCELS]: [
    'cancelAccountOrders',
    'cancelOrder',
    'cancelLab',
    'whitelabelCancelUserOrders',
    'partnerCancelUserOrders',
    'whitelabelCancelUserOrder',
    'partnerCancelUserOrder',
    'whitelabelCancelBotOrder',
    'partnerCancelBotOrder',
    'whitelabelCancelBacktest',
    'partnerCancelBacktest',
  ],
  'the run of the bracket leaves what it holds: the cells of its strategy': [
    'cancelBracket',
    'placeBracket',
  ],
  'an administrator deletes a user, whose accounts stay at their exchanges': ['deleteUser'],
};

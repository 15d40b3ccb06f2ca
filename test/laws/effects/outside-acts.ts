// Acts of a random day that come from outside: messages at a hook, signals of a partner, and an
// order whose response is lost.

import { systemDigest } from '#adapters/system/system-ports.ts';
import { present } from '#lib/assert.ts';
import { decimal } from '#lib/decimal.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import type { Hook } from '#ports/stores/hook-store.ts';
import { sampleCaller, sampleId } from '#ports/stores/store.fixture.ts';
import { OutcomeUnknown } from '#venue-port/world/failure.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { receiveAlert } from '#services/hooks/receive-alert.ts';
import { placeOrder } from '#services/orders/place-order.ts';
import { listSignals, sendSignal } from '#services/partner-signals/send-signal.ts';
import type { Act, Day, JudgedPromise } from './day.ts';
import { begin, receive, SIGNAL_BOT, TAG } from './day.ts';

const PARTNER = 'usr_partner';
const STOPPED_SHARE = 0.3;

/** A message at `/hooks/{secret}`, for a bot that listens to its name or to another one. */
async function actOnHookCall(day: Day): Promise<JudgedPromise> {
  const { harness, runner, chance } = day;
  const isForBot = chance() < 0.6;
  const isStopped = chance() < STOPPED_SHARE;
  const bot = await harness.start(SIGNAL_BOT);
  await begin(day);
  const { deps, store, sim } = harness;
  const { userId, botId } = bot;
  const hook: Hook = {
    hookId: sampleId('hook'),
    userId,
    botId,
    signal: isForBot ? 'go' : 'trend',
    template: null,
    addresses: [],
    sellsEnterShort: false,
    repeatWindowMs: 0,
    isSigned: false,
    createdAtMs: sim.nowMs(),
    rotatedAtMs: null,
  };
  await store.insertHook(hook, systemDigest.sha256(hook.hookId), 9, null);
  const text = '{"action":"buy","id":"1"}';
  const message = { text, hash: systemDigest.sha256(text), key: null };
  const given = { hook, address: null, message };
  const called = await receiveAlert({ hooks: store, bots: store, clock: deps.clock }, given);
  if (!called.ok) throw new Error(`a running bot gets a message: ${called.rejection.detail}`);
  if (isStopped) await store.deactivateBot(userId, botId, sim.nowMs());
  else await receive(runner);
  await harness.passMinutes(2, [runner]);
  const [call] = (await store.listHookCalls(userId, hook.hookId, 1)) ?? [];
  const { outcome, detail } = present(call, 'the trace has the message');
  return {
    operation: 'POST /hooks/{secret}',
    act: `${hook.signal} to a bot${isStopped ? ' that is stopped first' : ''}`,
    promised: {
      kind: 'call',
      isHeard: isForBot && !isStopped,
      outcome,
      detail,
      log: (await harness.linesOf(bot)).map(({ message: line }) => line),
      events: harness.eventsOf(bot),
    },
  };
}

/** To a bot that listens, to one that is stopped before it reads it, or to none. */
function actOnPartnerSignal(operation: string): Act {
  return async (day) => {
    const { harness, runner, chance } = day;
    const isForBot = chance() < 0.6;
    const isStopped = chance() < STOPPED_SHARE;
    const bot = await harness.start(SIGNAL_BOT);
    harness.lend(bot, PARTNER, 'go');
    await begin(day);
    const caller = sampleCaller(PARTNER, { isPartner: true });
    const token = isForBot ? 'go' : 'trend';
    const { signals, store, sim } = harness;
    const { clock } = harness.deps;
    await sendSignal({ signals, clock }, { caller, token, action: 'buy', completion: null });
    if (isStopped) await store.deactivateBot(bot.userId, bot.botId, sim.nowMs());
    else await receive(runner);
    await harness.passMinutes(2, [runner]);
    const webhooks = { listDeliveriesAbout: async () => [] };
    const query = { caller, token, after: null, limit: 1 };
    const [shown] = (await listSignals({ signals, webhooks, clock }, query)).signals;
    const [effect] = present(shown, 'the trace has the signal').effects;
    return {
      operation,
      act: `${isForBot ? 'to a bot' : 'to nobody'}${isStopped ? ' that is stopped first' : ''}`,
      promised: {
        kind: 'partner_signal',
        isHeard: isForBot && !isStopped,
        reachesBot: isForBot,
        outcome: effect === undefined ? 'unheard' : (effect.reception ?? 'waiting'),
        orderIds: effect?.orderIds ?? [],
        messages: effect?.messages ?? [],
        ordersSince: (await harness.ordersOf(bot)).map(({ orderId }) => orderId),
        events: [...harness.eventsAbout(token), ...harness.eventsOf(bot)],
      },
    };
  };
}

/** The order arrives and its response does not, or nothing arrives. */
async function actOnLostResponse({ harness, chance }: Day): Promise<JudgedPromise> {
  const { deps, spot, store } = harness;
  const arrives = chance() < 0.5;
  const own = deps.exchanges.list().map((exchange) => losing(exchange, arrives));
  const caller = sampleCaller(spot.userId);
  const request = {
    caller,
    accountId: spot.accountId,
    marketTag: TAG,
    side: 'buy',
    type: 'limit',
    price: decimal('1000'),
    amount: decimal('0.2'),
    derivationId: `lost ${chance()}`,
    isTakeover: false,
    completion: null,
  } as const;
  const placed = await placeOrder({ ...deps, exchanges: exchangeRegistry(own) }, request);
  if (!placed.ok) throw new Error(`an order that fits is accepted: ${placed.rejection.detail}`);
  const order = await store.findOrder(spot.userId, placed.value.orderId);
  return {
    operation: 'placeOrder',
    act: `loses the response${arrives ? '' : ' and the order'}`,
    promised: {
      kind: 'order',
      said: placed.value.state,
      state: order?.state ?? null,
      reason: order?.reason ?? null,
      mustHaveReason: false,
      mustBeUnknown: true,
    },
  };
}

function losing(exchange: Exchange, arrives: boolean): Exchange {
  return {
    ...exchange,
    async placeOrder(...request) {
      if (arrives) await exchange.placeOrder(...request);
      throw new OutcomeUnknown('no response came');
    },
  };
}

export const OUTSIDE_ACTS: readonly Act[] = [
  actOnHookCall,
  actOnPartnerSignal('partnerSendSignal'),
  actOnPartnerSignal('whitelabelSendSignal'),
  actOnLostResponse,
];

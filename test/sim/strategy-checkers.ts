// Invariants of bots that run strategies, whenever an order was placed: by what the exchange has,
// not by what the bots believe.

import type { Order } from '#venue-port/order/order.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import type { VenueFill, VenueOrder } from '#venue-port/exchange/exchange.ts';
import { SIM_MARKETS } from '#adapters/sim/sim-markets.ts';
import type { OwnedBot, Owners } from './owners.ts';
import { ACCOUNTS } from './venue.ts';
import type { SimWorld } from './world.ts';

const FILLS_MAX = 100_000;

export async function checkStrategies(world: SimWorld, owners: Owners): Promise<readonly string[]> {
  const found: string[] = [];
  for (const owned of owners.bots) {
    const bot = world.bots.get(owned.botId);
    if (bot?.isActivated !== true || owned.part.brain.kind !== 'strategy') continue;
    found.push(...(await faultsOfStrategy(world, owned, bot)));
  }
  return found;
}

async function faultsOfStrategy(
  { orders, venue }: SimWorld,
  { part }: OwnedBot,
  bot: Bot,
): Promise<readonly string[]> {
  const own = new Map<string, Order>();
  for (const order of orders.values())
    if (order.botId === bot.botId && (order.placedAtMs ?? 0) >= (bot.activatedAtMs ?? 0))
      own.set(order.clientOrderId, order);
  if (own.size === 0) return [];
  const account = ACCOUNTS[part.marketType];
  const open = await venue.truth.fetchOpenOrders(account);
  const working = open.filter(({ clientOrderId }) => own.has(clientOrderId ?? ''));
  const found = /grid/.test(part.name) ? ordersOnOneLine(bot, working) : [];
  if (part.marketType === 'futures') return found;
  const { fills } = await venue.truth.fetchFills(account, [], null, FILLS_MAX);
  const filled = fills.filter(({ clientOrderId }) => own.has(clientOrderId ?? ''));
  const bought = filled.reduce((sum, fill) => sum + received(fill), 0n);
  return [...found, ...moreThanBought(bot, working, bought), ...refusedExits(bot, own)];
}

/** On each line of a grid at most one order rests. */
function ordersOnOneLine({ botId }: Bot, working: readonly VenueOrder[]): readonly string[] {
  const lines = new Map<string, VenueOrder>();
  return working.flatMap((order) => {
    const line = `${order.price}`;
    const other = lines.get(line);
    lines.set(line, order);
    if (other === undefined || order.type !== 'limit') return [];
    return [`${botId} has ${other.clientOrderId} and ${order.clientOrderId} on one line`];
  });
}

/** What is to be sold is there: on spot no sale of a strategy is refused for its funds. */
function refusedExits({ botId }: Bot, own: ReadonlyMap<string, Order>): readonly string[] {
  return [...own.values()].flatMap(({ orderId, side, state, reason }) => {
    const isRefused = side === 'sell' && state === 'rejected' && UNFUNDED.test(reason ?? '');
    return isRefused ? [`${botId} has an exit ${orderId} that was refused: ${reason}`] : [];
  });
}

const UNFUNDED = /more than is available/;

/** On spot a strategy offers no more than it has bought, less what fees took of it. */
function moreThanBought(
  { botId }: Bot,
  working: readonly VenueOrder[],
  bought: bigint,
): readonly string[] {
  const offered = working
    .filter(({ side }) => side === 'sell')
    .reduce((sum, { amount, filledAmount }) => sum + amount - filledAmount, 0n);
  return offered <= bought ? [] : [`${botId} offers ${offered} and has bought ${bought}`];
}

/** Of the base currency: what a sale brings is below zero. */
function received({ side, amount, fee, feeCurrency, marketTag }: VenueFill): bigint {
  const base = SIM_MARKETS.get(marketTag)?.market.base;
  return (side === 'buy' ? amount : -amount) - (feeCurrency === base ? fee : 0n);
}

// Shows a bot as it runs: its state when it changes, what becomes of its orders, and what it
// writes, until it is stopped.

import { setTimeout as pause } from 'node:timers/promises';
import { formatDecimal } from '#lib/decimal.ts';
import { LIMITS } from '#lib/limits.ts';
import { formatInstant } from '#lib/time.ts';
import type { BotOptions } from '#cli/bot-text.ts';
import { botToJson, lineToJson, stateOf, unknownBot } from '#cli/bot-text.ts';
import type { Host, ServiceDeps } from '#cli/host.ts';
import { plainText } from '#cli/terminal.ts';
import { COIN_PLACES, shortDecimal } from '#services/reports/shown-decimals.ts';
import type { Bot } from '#services/bots/bot-deps.ts';
import type { BotView } from '#services/bots/view-bot.ts';
import { viewBot } from '#services/bots/view-bot.ts';

const POLL_MS = 1_000;
/** What was written before is shown up to here. */
const LINES_BEFORE_MAX = 20;

type Order = BotView['orders'][number];

type WatchState = {
  state: string;
  /** Newest line that was shown. */
  sequence: number | null;
  /** Working orders by id, as they were shown. */
  readonly orders: Map<string, string>;
};

/** Shows a bot until it is stopped; each change and each line once. */
export async function watchBot(
  host: Host,
  options: BotOptions,
  deps: ServiceDeps,
  query: { readonly userId: string; readonly botId: string },
): Promise<void> {
  const shown: WatchState = { state: '', sequence: null, orders: new Map() };
  for (;;) {
    const limit = LIMITS.pageItemsMax;
    const known = [...shown.orders.keys()];
    const seen = await viewBot(deps, { ...query, known, limit });
    if (!seen.ok) throw unknownBot(options, query.botId);
    show(host, options, seen.value, shown);
    if (!seen.value.bot.isActivated) return;
    await pause(POLL_MS);
  }
}

function show(host: Host, options: BotOptions, view: BotView, shown: WatchState): void {
  const write = (kind: string, data: object, text: string): void =>
    host.terminal.write(
      options.json === true ? `${JSON.stringify({ kind, ...data })}\n` : `${plainText(text)}\n`,
    );
  const { bot, orders, lines } = view;
  const state = stateText(bot);
  if (state !== shown.state) write('bot', botToJson(bot), state);
  shown.state = state;
  for (const order of orders.toReversed()) {
    const text = orderText(order);
    if (shown.orders.get(order.orderId) !== text) write('order', orderToJson(order), text);
    if (order.isWorking) shown.orders.set(order.orderId, text);
    else shown.orders.delete(order.orderId);
  }
  const since = shown.sequence;
  const news =
    since === null
      ? lines.slice(0, LINES_BEFORE_MAX)
      : lines.filter(({ sequence }) => sequence > since);
  for (const line of news.toReversed()) {
    const { atMs, severity, message } = line;
    write('line', lineToJson(line), `${formatInstant(atMs)}  ${severity}  ${message}`);
  }
  shown.sequence = lines[0]?.sequence ?? since ?? 0;
}

function stateText(bot: Bot): string {
  const profits = [
    `realized ${shortDecimal(bot.realizedProfit, COIN_PLACES)}`,
    `open ${shortDecimal(bot.unrealizedProfit, COIN_PLACES)}`,
  ];
  const reason = bot.stopReason === null ? [] : [bot.stopReason];
  return [`${bot.name} is ${stateOf(bot)}`, ...profits, ...reason].join('; ');
}

function orderText({ orderId, side, type, price, amount, filledAmount, state }: Order): string {
  const at = type === 'market' ? '' : ` at ${shortDecimal(price, COIN_PLACES)}`;
  const filled = filledAmount === 0n ? '' : `, ${shortDecimal(filledAmount, COIN_PLACES)} filled`;
  return `order ${orderId}: ${side} ${shortDecimal(amount, COIN_PLACES)} ${type}${at}, ${state}${filled}`;
}

function orderToJson({ orderId, side, type, price, amount, filledAmount, state }: Order): object {
  return {
    order_id: orderId,
    side,
    type,
    price: formatDecimal(price),
    amount: formatDecimal(amount),
    filled_amount: formatDecimal(filledAmount),
    state,
  };
}

// Orders and their fills in words, with the decimals of their market.

import type { Decimal } from '#lib/decimal.ts';
import { formatDecimal, ZERO } from '#lib/decimal.ts';
import { groupThousands } from '#lib/group-thousands.ts';
import type { FillOfOrder, OrderChange, OrderOfEvent } from '#domain/event-log/event.ts';
import { amountCurrency } from '#domain/market/amount-currency.ts';
import type { Market } from '#venue-port/market/market.ts';
import type { Names } from '#services/notifications/names.ts';
import { accountName, botName, marketName, playMark } from '#services/notifications/names.ts';
import { fixedDecimal, shownDecimals } from '#services/reports/shown-decimals.ts';

/** Title, text and context of a notice. */
export type NoticeText = {
  readonly title: string;
  readonly text: string | null;
  readonly context: string | null;
};

/** Notice of a fill: its amount, and how much of the order is filled unless all of it is. */
export function describeFill(order: FillOfOrder, names: Names): NoticeText {
  const { addedAmount, filledAmount, amount } = order;
  const isWhole = filledAmount === amount;
  const filled = amountText(order, filledAmount, names);
  const text = isWhole ? null : `${filled} of ${amountText(order, amount, names)} are filled.`;
  return saidOf(order, names, tradedText(order, addedAmount, names), text);
}

/** Notice of the order's state, with its reason where it has one. */
export function describeOrder(order: OrderChange, names: Names): NoticeText {
  const wish = wishText(order, names);
  const said = (what: string, text = order.reason) => saidOf(order, names, what, text);
  switch (order.state) {
    case 'pending':
      return said(`Order sent: ${wish}`);
    case 'open':
      return said(`Order placed: ${wish}`);
    case 'filled':
      return said(tradedText(order, order.filledAmount, names));
    case 'cancelled':
      return said(`Order cancelled: ${wish}`, cancelText(order, names));
    case 'rejected':
      return said(`Order rejected: ${wish}`);
    case 'expired':
      return said(`Order expired: ${wish}`);
    case 'unplaced':
      return said(`Order not placed: ${wish}`, order.reason ?? 'It did not reach the exchange.');
    case 'unknown':
      return said(
        `Order in doubt: ${wish}`,
        'Nobody knows yet whether it reached the exchange. Other orders on its market wait until ' +
          'that is known.',
      );
    case 'lost':
      return said(
        `Order lost: ${wish}`,
        'The exchange had it and shows it no more. It counts as working until the exchange says ' +
          'what became of it.',
      );
  }
}

function cancelText(order: OrderChange, names: Names): string | null {
  if (order.filledAmount === ZERO) return order.reason;
  const filled = `${amountText(order, order.filledAmount, names)} were filled before.`;
  return order.reason === null ? filled : `${order.reason} ${filled}`;
}

function saidOf(order: OrderOfEvent, names: Names, title: string, text: string | null): NoticeText {
  const { accountId, botId } = order;
  const bot = botId === null ? [] : [botName(names, botId)];
  const context = [marketName(names, order.marketTag), ...bot, accountName(names, accountId)];
  return { title: title + playMark(names, accountId), text, context: context.join(', ') };
}

/** `Bought 0.0100 BTC`, with the price of an order that has one. */
function tradedText(order: OrderOfEvent, amount: Decimal, names: Names): string {
  const verb = order.side === 'buy' ? 'Bought' : 'Sold';
  const limit = order.price === ZERO ? '' : `, limit ${priceText(order, order.price, names)}`;
  return `${verb} ${amountText(order, amount, names)}${limit}`;
}

/** `buy 0.0100 BTC at 62,000.50 USDT`, or without the price at that of the market. */
function wishText(order: OrderOfEvent, names: Names): string {
  const amount = `${order.side} ${amountText(order, order.amount, names)}`;
  return order.price === ZERO ? amount : `${amount} at ${priceText(order, order.price, names)}`;
}

function amountText({ marketTag }: OrderOfEvent, amount: Decimal, names: Names): string {
  const market = marketOf(marketTag, names);
  if (market === null) return groupThousands(formatDecimal(amount));
  const number = fixedDecimal(amount, shownDecimals(market).amount);
  const currency = amountCurrency(market);
  return currency === null
    ? `${number} contracts of ${market.base}/${market.quote}`
    : `${number} ${currency}`;
}

function priceText({ marketTag }: OrderOfEvent, price: Decimal, names: Names): string {
  const market = marketOf(marketTag, names);
  if (market === null) return groupThousands(formatDecimal(price));
  return `${fixedDecimal(price, shownDecimals(market).price)} ${market.quote}`;
}

function marketOf(marketTag: string | null, names: Names): Market | null {
  return marketTag === null ? null : (names.markets.get(marketTag) ?? null);
}

// `tidemill orders show`: one order of any age, with what its fills came to.

import type { Command } from 'commander';
import { formatDecimal } from '#lib/decimal.ts';
import { formatInstant } from '#lib/time.ts';
import type { ShownOrder } from '#services/orders/show-order.ts';
import { showOrder } from '#services/orders/show-order.ts';
import { ownerOf } from '#cli/bot-text.ts';
import type { OfUser } from '#cli/choose-user.ts';
import { userOption, userWords } from '#cli/choose-user.ts';
import type { CommonOptions } from '#cli/command-base.ts';
import { baseCommand, withRiskApplication, writeResult } from '#cli/command-base.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { Host } from '#cli/host.ts';
import { orderFields } from '#cli/orders/order-fields.ts';
import { formatRecord } from '#cli/table.ts';

type Options = CommonOptions & OfUser;

/** Command `tidemill orders show`. */
export function showCommand(host: Host): Command {
  return baseCommand('show', 'show an order of any age, and what its fills came to')
    .argument('<ID>', 'the id that "tidemill orders list" shows')
    .addOption(userOption('whose order'))
    .action(async (orderId: string, options: Options) => {
      await withRiskApplication(host, options, async ({ deps }) => {
        const caller = await ownerOf(deps, options);
        const shown = await showOrder(deps, { caller, orderId });
        if (!shown.ok)
          throw new CommandFailed(
            `There is no order "${orderId}".`,
            `See which there are: tidemill orders list --ended${userWords(options)}`,
          );
        writeResult(host, options, toJson(shown.value), () =>
          formatRecord(host.terminal, recordOf(shown.value)),
        );
      });
    });
}

function toJson({ order, averagePrice, fees, filledAtMs }: ShownOrder): object {
  return {
    ...orderFields(order),
    reason: order.reason,
    bot_id: order.botId,
    placed_at: instantOf(order.placedAtMs),
    average_price: averagePrice === null ? null : formatDecimal(averagePrice),
    fees: fees.map(({ currency, amount }) => ({ currency, amount: formatDecimal(amount) })),
    filled_at: instantOf(filledAtMs),
  };
}

function recordOf({ order, averagePrice, fees, filledAtMs }: ShownOrder) {
  const paid = fees.map(({ amount, currency }) => `${formatDecimal(amount)} ${currency}`);
  return [
    ['Id', order.orderId],
    ['Account', order.accountId],
    ['Market', order.marketTag ?? 'unknown'],
    ['What', `${order.type} ${order.side}`],
    ['Price', order.type === 'market' ? 'at market' : formatDecimal(order.price)],
    ['Amount', formatDecimal(order.amount)],
    ['Filled', formatDecimal(order.filledAmount)],
    ['At', averagePrice === null ? '' : formatDecimal(averagePrice)],
    ['Fees', paid.join(', ')],
    ['Status', order.state],
    ['Because', order.reason ?? ''],
    ['Bot', order.botId ?? ''],
    ['Placed', instantOf(order.placedAtMs) ?? ''],
    ['Last fill', instantOf(filledAtMs) ?? ''],
  ] as const;
}

function instantOf(atMs: number | null): string | null {
  return atMs === null ? null : formatInstant(atMs);
}

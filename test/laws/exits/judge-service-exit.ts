// The judge of the law of exits in the service, written from its rule: after the way out the
// exchange holds nothing, or it holds what the bot shows, with a reason where its owner looks.

import type { Decimal } from '#lib/decimal.ts';
import { formatDecimal, ZERO } from '#lib/decimal.ts';
import type { Verdict } from '../law.ts';
import { broken, HELD } from '../law.ts';

export type ServiceOutcome = {
  readonly isSpot: boolean;
  /** The least that the market takes of an order. */
  readonly least: Decimal;
  /** At the exchange, beside what was there before. */
  readonly held: Decimal;
  /** By the bot; null: it is deleted. */
  readonly shown:
    | readonly { readonly amount: Decimal; readonly leftReason: string | null }[]
    | null;
  /** Errors in the log of the bot. */
  readonly lines: readonly string[];
  /** Said to whoever requested it. */
  readonly refusal: string | null;
};

export function judgeServiceExit(outcome: ServiceOutcome): Verdict {
  const { isSpot, least, held, shown, lines, refusal } = outcome;
  const total = (shown ?? []).reduce((sum, { amount }) => sum + amount, 0n);
  const words = formatDecimal(held);
  if (shown !== null && total !== held)
    return broken(`${words} is held, shown is ${formatDecimal(total as Decimal)}`);
  if (held === ZERO) return HELD;
  const said = [...lines, ...(refusal === null ? [] : [refusal])].join(' | ');
  if (!isSpot) return broken(`${words} of contracts stays: ${said}`);
  if (held >= least) return broken(`${words} can be sold, and stays: ${said}`);
  const isReasoned = shown?.some(({ leftReason }) => leftReason !== null) ?? false;
  const isSaid = lines.some((line) => line.includes('cannot be sold')) || refusal !== null;
  return isReasoned || isSaid ? HELD : broken(`${words} stays without a reason`);
}

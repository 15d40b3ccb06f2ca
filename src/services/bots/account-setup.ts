// Setup of an account at its exchange, read back before a bot of futures starts. Position mode and
// margin mode belong to the user's account, so they are never changed here; leverage is set with
// each order, but not beneath a position that has another one.

import type { Decimal } from '#lib/decimal.ts';
import { formatDecimal } from '#lib/decimal.ts';
import type { CredentialReport, VenuePosition } from '#venue-port/exchange/exchange.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { AccountAtExchange } from '#services/accounts/account-access.ts';
import { modeRefusal } from '#services/credentials/check-new-credentials.ts';
import type { Bot } from '#services/bots/bot-deps.ts';

type MarginMode = VenuePosition['marginMode'];

/** Why the bot cannot trade there, with the remedy, in words; null when it can. Throws Failure. */
export async function accountSetupRefusal(
  at: AccountAtExchange,
  { settings, marketTag }: Pick<Bot, 'settings' | 'marketTag'>,
): Promise<string | null> {
  const { account, exchange } = at;
  if (account.marketType === 'spot') return null;
  const marginMode = settings.marginMode ?? account.marginMode ?? 'cross';
  try {
    const report = await exchange.checkCredentials(account, null, marketTag);
    const refusal =
      modeRefusal(exchange.name, report) ?? reportRefusal(exchange.name, report, marginMode);
    if (refusal !== null) return refusal;
    const positions = await exchange.fetchPositions(account, marketTag === null ? [] : [marketTag]);
    const held = positions.filter((position) => position.marketTag === marketTag);
    return positionRefusal(held, marginMode, settings.leverage);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'unauthorized') throw error;
    return `The exchange refuses the credentials of account "${account.accountId}": ${error.message}`;
  }
}

function reportRefusal(
  name: string,
  { canTrade, positionMode, marginMode }: CredentialReport,
  wanted: MarginMode,
): string | null {
  if (!canTrade) return `Its key may not trade: allow it to at ${name}, or connect another key.`;
  if (positionMode === 'hedge')
    return (
      'Its account is in hedge mode, in which long and short positions stand side by side: ' +
      `change the position mode to one-way at ${name}, and start the bot again.`
    );
  if (marginMode === null || marginMode === wanted) return null;
  return (
    `Its account has ${marginMode} margin, and the bot trades with ${wanted} margin: ` +
    `change the margin mode at ${name}, or that of the bot, and start the bot again.`
  );
}

/** An order of the bot would change what these stand on. */
function positionRefusal(
  held: readonly VenuePosition[],
  wanted: MarginMode,
  leverage: Decimal | null,
): string | null {
  for (const position of held) {
    const open = `Its account has an open position in "${position.marketTag}"`;
    const remedy = 'close the position, or change the setting of the bot.';
    if (position.marginMode !== wanted)
      return `${open} with ${position.marginMode} margin, and the bot trades with ${wanted} margin: ${remedy}`;
    if (leverage !== null && position.leverage !== leverage) {
      const [theirs, ours] = [position.leverage, leverage].map(formatDecimal);
      return `${open} with leverage ${theirs}, and the bot trades with leverage ${ours}: ${remedy}`;
    }
  }
  return null;
}

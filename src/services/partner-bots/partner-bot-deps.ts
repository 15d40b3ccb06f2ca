// Dependencies of the use cases of end users' bots, and how each of them finds the bot that is
// meant.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { BotRunStore } from '#ports/stores/bot-run-store.ts';
import type { BotStore } from '#ports/stores/bot-store.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { Digest } from '#ports/world/digest.ts';
import type { FuturesTermsSource } from '#ports/exchange/futures-terms.ts';
import type { PartnerBot, PartnerBotStore } from '#ports/stores/partner-bot-store.ts';
import type { EndUser, PartnerStore } from '#ports/stores/partner-store.ts';
import type { ScriptStore } from '#ports/stores/script-store.ts';
import type { AccountStore } from '#ports/stores/account-store.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import type { DataSeriesStore } from '#ports/stores/data-series-store.ts';
import type { ExchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { reachOf } from '#services/partners/partner-deps.ts';

export type PartnerBotDeps = {
  readonly partners: Pick<PartnerStore, 'findPartner' | 'findEndUser'>;
  readonly partnerBots: PartnerBotStore;
  readonly bots: BotStore;
  readonly botRuns: Pick<
    BotRunStore,
    | 'findPositions'
    | 'listClosedPositions'
    | 'listFilledOrders'
    | 'listLines'
    | 'listWorkingBotOrders'
  >;
  readonly accounts: Pick<AccountStore, 'findAccount' | 'listAccounts'>;
  readonly scripts: Pick<ScriptStore, 'findScript' | 'listLibraries'>;
  readonly dataSeries: Pick<DataSeriesStore, 'listDataSeries'>;
  readonly exchanges: ExchangeRegistry;
  readonly futuresTerms: readonly FuturesTermsSource[];
  readonly clock: Clock;
  readonly digest: Digest;
};

/** A bot of an end user, by the names of both. */
export type NamedBot = {
  readonly caller: Principal;
  readonly userId: string;
  readonly botId: string;
};

export type BotMissing = 'user_not_found' | 'bot_not_found';

export type FoundBot = { readonly endUser: EndUser; readonly found: PartnerBot };

export type { ListedPartnerBot, PartnerBot } from '#ports/stores/partner-bot-store.ts';

/** What is foreign or deleted is treated like what never was. */
export async function findBotOf(
  deps: Pick<PartnerBotDeps, 'partners' | 'partnerBots'>,
  { caller, userId, botId }: NamedBot,
): Promise<Result<FoundBot, BotMissing>> {
  const endUser = await deps.partners.findEndUser(reachOf(caller), userId);
  if (endUser === null) return rejected('user_not_found');
  const found = await deps.partnerBots.findPartnerBot(userId, botId);
  return found === null ? rejected('bot_not_found') : accepted({ endUser, found });
}

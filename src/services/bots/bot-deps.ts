// Dependencies of the use cases of bots.

import type { Market } from '#venue-port/market/market.ts';
import type { Account } from '#ports/stores/account-store.ts';
import type { BotStore } from '#ports/stores/bot-store.ts';
import type { DataSeriesStore } from '#ports/stores/data-series-store.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { Digest } from '#ports/world/digest.ts';
import type { ScriptStore } from '#ports/stores/script-store.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import type { AccountDeps } from '#services/accounts/account-access.ts';

export type BotDeps = AccountDeps & {
  readonly bots: BotStore;
  readonly scripts: Pick<ScriptStore, 'findScript' | 'listLibraries'>;
  readonly dataSeries: Pick<DataSeriesStore, 'listDataSeries'>;
  readonly clock: Clock;
  readonly digest: Digest;
};

/** Whose bot it is, with the plan that limits it. */
export type BotOwner = Pick<Principal, 'userId' | 'plan' | 'planUntilMs'>;

/** Where a bot trades. */
export type BotPlace = { readonly market: Market; readonly account: Account };

export type { Bot, BotSettings } from '#ports/stores/bot-store.ts';

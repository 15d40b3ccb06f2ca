// Store port of the risk switch: many bots stopped at once, and whose accounts it acts on. All
// throw Failure; writes may throw OutcomeUnknown, and may be repeated.

import type { Stopper } from '#domain/risk/stopper.ts';
import type { Account } from '#ports/stores/account-store.ts';

/** Whose bots, orders and positions are meant. */
export type SwitchReach =
  | { readonly kind: 'installation' }
  | { readonly kind: 'user'; readonly userId: string }
  | { readonly kind: 'account'; readonly accountId: string }
  /** Of a partner: all of its end users, or one. */
  | { readonly kind: 'end_users'; readonly partnerId: string; readonly endUserId: string | null };

export type HaltedBracket = { readonly botId: string; readonly direction: 'long' | 'short' };

export type RiskSwitchStore = {
  /**
   * Stops every running bot in reach and notes the reason, in its record and in its log. No step of
   * these activations is committed afterwards. Returns the ids of the bots, sorted.
   */
  stopBots(
    reach: SwitchReach,
    stop: {
      readonly reason: string;
      readonly by: Stopper;
      readonly atMs: number;
      /** Their orders are cancelled for good: the next start of each begins a new run. */
      readonly startsAnew?: boolean;
      /** Brackets whose entry was sent go on: their stops protect what they hold. */
      readonly sparesBrackets?: boolean;
    },
  ): Promise<readonly string[]>;
  /** Brackets in reach that run enter nothing more, and retain their exits. Returns all of them. */
  haltBrackets(reach: SwitchReach, atMs: number): Promise<readonly HaltedBracket[]>;
  /** Accounts in reach, sorted by id. `afterId` null: from the start. */
  listAccountsInReach(
    reach: SwitchReach,
    afterId: string | null,
    limit: number,
  ): Promise<readonly Account[]>;
};

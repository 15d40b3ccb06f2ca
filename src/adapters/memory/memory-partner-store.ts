// Partners and their end users in memory.

import { isVenueAccountTaken } from '#adapters/memory/memory-credential-store.ts';
import { insistOnRecord } from '#adapters/memory/memory-idempotency-store.ts';
import type { MemoryState } from '#adapters/memory/memory-state.ts';
import { deletePartnerBot } from '#adapters/memory/memory-partner-bot-store.ts';
import { sortedValues } from '#adapters/memory/memory-state.ts';
import { assert, present } from '#lib/assert.ts';
import type {
  EndUser,
  EndUserAccount,
  EndUserReach,
  EndUserStore,
  EndUserView,
  InsertEndUserOutcome,
  PartnerStore,
} from '#ports/stores/partner-store.ts';
import type { IdempotencyStore } from '#ports/stores/idempotency-store.ts';

/** Store over this state; secrets and requests are completed by the given store. */
export function memoryPartnerStore(
  state: MemoryState,
  idempotency: Pick<IdempotencyStore, 'complete'>,
): PartnerStore {
  const { partners, tariffs } = state;
  return {
    async insertPartner(partner) {
      if (partners.has(partner.partnerId)) return false;
      partners.set(partner.partnerId, partner);
      return true;
    },
    async findPartner(partnerId) {
      return partners.get(partnerId) ?? null;
    },
    async listPartners() {
      return sortedValues(partners);
    },
    async setPartnerOffer(partnerId, { exchanges, marketTags }) {
      const partner = partners.get(partnerId);
      if (partner === undefined) return false;
      partners.set(partnerId, { ...partner, exchanges, marketTags });
      return true;
    },
    async insertTariff(partnerId, tariff) {
      const others = (tariffs.get(partnerId) ?? []).filter(
        ({ fromMs }) => fromMs !== tariff.fromMs,
      );
      const sorted = [...others, tariff].toSorted((left, right) => left.fromMs - right.fromMs);
      tariffs.set(partnerId, sorted);
    },
    async listTariffs(partnerId) {
      return tariffs.get(partnerId) ?? [];
    },
    ...endUserStore(state, idempotency),
  };
}

function endUserStore(
  state: MemoryState,
  idempotency: Pick<IdempotencyStore, 'complete'>,
): EndUserStore {
  const { accounts, bots, credentials, endUsers, keys, partnerBots, users } = state;
  const { previousCredentials } = state;
  return {
    async insertEndUser(endUser, itsAccounts, completion) {
      const outcome = outcomeOf(state, endUser, itsAccounts);
      const isWritten = outcome === 'inserted' || outcome === 'exists';
      if (isWritten && completion !== null) insistOnRecord(await idempotency.complete(completion));
      if (outcome === 'inserted') {
        const { userId, partnerId, createdAtMs } = endUser;
        const { plan, planUntilMs } = present(users.get(partnerId), 'a partner is a user');
        users.set(userId, { userId, name: userId, plan, planUntilMs, createdAtMs });
        endUsers.set(userId, { ...endUser, deletedAtMs: null });
        for (const { account, deposits, credentials: given } of itsAccounts) {
          assert(deposits === null, 'nothing in memory has wallets of its own');
          accounts.set(account.accountId, account);
          if (given !== null) credentials.set(account.accountId, given);
        }
      }
      return outcome;
    },
    async findEndUser(reach, userId) {
      return reached(state, reach, userId);
    },
    async findEndUserView(reach, userId) {
      const endUser = reached(state, reach, userId);
      return endUser === null ? null : viewOf(state, endUser);
    },
    async listEndUsers(reach, afterId, limit) {
      return sortedValues(endUsers)
        .flatMap(({ userId }) => reached(state, reach, userId) ?? [])
        .filter(({ userId }) => afterId === null || userId > afterId)
        .slice(0, limit)
        .map((endUser) => viewOf(state, endUser));
    },
    async deleteEndUser(reach, userId, atMs) {
      const endUser = reached(state, reach, userId);
      if (endUser === null) return false;
      endUsers.set(userId, { ...endUser, deletedAtMs: atMs });
      for (const bot of bots.values())
        if (bot.userId === userId) bots.set(bot.botId, { ...bot, isActivated: false });
      for (const each of partnerBots.values())
        if (each.userId === userId) deletePartnerBot(state, each, atMs);
      for (const { key } of keys.values()) if (key.endUserId === userId) keys.delete(key.keyId);
      for (const { accountId, userId: ownerId } of accounts.values())
        if (ownerId === userId) {
          credentials.delete(accountId);
          previousCredentials.delete(accountId);
        }
      return true;
    },
  };
}

function outcomeOf(
  state: MemoryState,
  endUser: EndUser,
  itsAccounts: readonly EndUserAccount[],
): InsertEndUserOutcome {
  const { endUsers } = state;
  if (endUsers.has(endUser.userId)) return 'exists';
  const isTaken = [...endUsers.values()].some(
    ({ partnerId, externalId, deletedAtMs }) =>
      deletedAtMs === null && partnerId === endUser.partnerId && externalId === endUser.externalId,
  );
  if (isTaken) return 'external_id_taken';
  const isConnected = itsAccounts.some(
    ({ credentials }) => credentials !== null && isVenueAccountTaken(state, credentials),
  );
  return isConnected ? 'venue_account_taken' : 'inserted';
}

function reached(
  { endUsers }: MemoryState,
  { partnerId, endUserId }: EndUserReach,
  userId: string,
): EndUser | null {
  const found = endUsers.get(userId);
  if (found === undefined || found.deletedAtMs !== null || found.partnerId !== partnerId)
    return null;
  if (endUserId !== null && endUserId !== userId) return null;
  const { deletedAtMs: _deletedAtMs, ...endUser } = found;
  return endUser;
}

function viewOf({ bots, partnerBots }: MemoryState, endUser: EndUser): EndUserView {
  const own = [...partnerBots.values()]
    .filter((each) => each.userId === endUser.userId && each.deletedAtMs === null)
    .flatMap(({ botId }) => bots.get(botId) ?? []);
  const instants = own.map(({ createdAtMs, activatedAtMs }) => activatedAtMs ?? createdAtMs);
  return {
    ...endUser,
    botsCount: own.length,
    runningBotsCount: own.filter(({ isActivated }) => isActivated).length,
    lastActivityAtMs: own.length === 0 ? null : Math.max(...instants),
  };
}

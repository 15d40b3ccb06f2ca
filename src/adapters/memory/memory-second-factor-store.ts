// Authenticator apps, recovery codes, passkeys and tickets of sign-ins, in memory.

import type { MemoryState } from '#adapters/memory/memory-state.ts';
import { textOfBytes } from '#adapters/memory/memory-state.ts';
import type {
  SecondFactorStore,
  Ticket,
  TicketPurpose,
} from '#ports/stores/second-factor-store.ts';

/** Store over this state. */
export function memorySecondFactorStore(state: MemoryState): SecondFactorStore {
  return { ...appStore(state), ...passkeyStore(state), ...ticketStore(state) };
}

type AppStore = Pick<
  SecondFactorStore,
  | 'findSecondFactor'
  | 'setSecondFactor'
  | 'removeSecondFactor'
  | 'setRecoveryCodes'
  | 'takeCodeStep'
  | 'takeRecoveryCode'
>;

function appStore({ secondFactors }: MemoryState): AppStore {
  return {
    async findSecondFactor(userId) {
      const stored = secondFactors.get(userId);
      if (stored === undefined) return null;
      const { sealedSecret, setAtMs, recoveryHashes } = stored;
      return { userId, sealedSecret, setAtMs, recoveryCodesLeft: recoveryHashes.size };
    },
    async setSecondFactor({ recoveryHashes, ...factor }) {
      const hashes = new Set(recoveryHashes.map(textOfBytes));
      secondFactors.set(factor.userId, { ...factor, recoveryHashes: hashes });
    },
    async removeSecondFactor(userId) {
      return secondFactors.delete(userId);
    },
    async setRecoveryCodes(userId, hashes) {
      const stored = secondFactors.get(userId);
      if (stored === undefined) return;
      secondFactors.set(userId, { ...stored, recoveryHashes: new Set(hashes.map(textOfBytes)) });
    },
    async takeCodeStep(userId, step) {
      const stored = secondFactors.get(userId);
      if (stored === undefined || stored.step >= step) return false;
      secondFactors.set(userId, { ...stored, step });
      return true;
    },
    async takeRecoveryCode(userId, hash) {
      return secondFactors.get(userId)?.recoveryHashes.delete(textOfBytes(hash)) ?? false;
    },
  };
}

type PasskeyStore = Pick<
  SecondFactorStore,
  'insertPasskey' | 'listPasskeys' | 'findPasskey' | 'notePasskeyUse' | 'removePasskey'
>;

function passkeyStore({ passkeys }: MemoryState): PasskeyStore {
  return {
    async insertPasskey(passkey, passkeysMax) {
      const all = [...passkeys.values()];
      const own = all.filter(({ userId }) => userId === passkey.userId);
      const isKnown = all.some(({ credentialId }) => credentialId === passkey.credentialId);
      if (own.length >= passkeysMax || isKnown) return false;
      passkeys.set(passkey.passkeyId, passkey);
      return true;
    },
    async listPasskeys(userId) {
      return [...passkeys.values()]
        .filter((passkey) => passkey.userId === userId)
        .toSorted((left, right) => (left.passkeyId < right.passkeyId ? -1 : 1));
    },
    async findPasskey(credentialId) {
      return [...passkeys.values()].find((of) => of.credentialId === credentialId) ?? null;
    },
    async notePasskeyUse(passkeyId, useCount, usedAtMs) {
      const passkey = passkeys.get(passkeyId);
      if (passkey === undefined) return false;
      const counts = passkey.useCount > 0 || useCount > 0;
      if (counts && passkey.useCount >= useCount) return false;
      passkeys.set(passkeyId, { ...passkey, useCount, lastUsedAtMs: usedAtMs });
      return true;
    },
    async removePasskey(userId, passkeyId) {
      return passkeys.get(passkeyId)?.userId === userId && passkeys.delete(passkeyId);
    },
  };
}

type TicketStore = Pick<SecondFactorStore, 'insertTicket' | 'findTicket' | 'takeTicket'>;

function ticketStore({ tickets }: MemoryState): TicketStore {
  function find(purpose: TicketPurpose, secretHash: Uint8Array, nowMs: number): Ticket | null {
    const ticket = tickets.get(textOfBytes(secretHash));
    if (ticket === undefined || ticket.purpose !== purpose) return null;
    return ticket.expiresAtMs > nowMs ? ticket : null;
  }

  return {
    async insertTicket(ticket, secretHash) {
      tickets.set(textOfBytes(secretHash), ticket);
    },
    async findTicket(purpose, secretHash, nowMs) {
      return find(purpose, secretHash, nowMs);
    },
    async takeTicket(purpose, secretHash, nowMs) {
      const ticket = find(purpose, secretHash, nowMs);
      if (ticket !== null) tickets.delete(textOfBytes(secretHash));
      return ticket;
    },
  };
}

// Leases of accounts in memory fulfil their port's contract.

import { suite } from 'node:test';
import { memoryAccountLeases } from '#adapters/memory/memory-account-leases.ts';
import { accountLeaseContract } from '#ports/stores/account-lease-store.contract.ts';

suite('leases of accounts in memory', () => {
  accountLeaseContract(async () => {
    let nowMs = 0;
    return {
      leases: memoryAccountLeases({ nowMs: () => nowMs }),
      passMs: async (durationMs) => void (nowMs += durationMs),
      close: async () => undefined,
    };
  });
});

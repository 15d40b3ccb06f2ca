// Rate limits in memory fulfil the contract of rate limits.

import { suite } from 'node:test';
import { memoryRateLimitStore } from '#adapters/memory/memory-rate-limit-store.ts';
import { rateLimitContract } from '#ports/stores/rate-limit.contract.ts';

suite('rate limits in memory', () => {
  rateLimitContract(async () => ({
    store: memoryRateLimitStore(),
    close: async () => undefined,
  }));
});

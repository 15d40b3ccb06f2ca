// The store in memory fulfils the store's contract.

import { suite } from 'node:test';
import { memoryStore } from '#adapters/memory/memory-store.ts';
import { storeContract } from '#ports/stores/store.contract.ts';

suite('a store in memory', () => {
  storeContract(async () => ({ store: memoryStore(), close: async () => undefined }));
});

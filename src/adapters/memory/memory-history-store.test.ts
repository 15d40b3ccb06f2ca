// History in memory fulfils the contract of its port.

import { suite } from 'node:test';
import { memoryHistoryStore } from '#adapters/memory/memory-history-store.ts';
import { historyContract } from '#ports/world/history.contract.ts';

suite('history in memory', () => {
  historyContract(async () => ({ store: memoryHistoryStore(), close: async () => undefined }));
});

// The store of notifications in memory fulfils its contract.

import { suite } from 'node:test';
import { memoryNotificationStore } from '#adapters/memory/memory-notification-store.ts';
import { memoryState } from '#adapters/memory/memory-state.ts';
import { memoryStore } from '#adapters/memory/memory-store.ts';
import { notificationStoreContract } from '#ports/stores/notification-store.contract.ts';

suite('notifications in memory', () => {
  notificationStoreContract(async () => {
    const state = memoryState();
    return {
      store: memoryStore(state),
      notifications: memoryNotificationStore(state),
      close: async () => undefined,
    };
  });
});

// Runs of bots in memory fulfil their port's contract.

import { suite } from 'node:test';
import { memoryBotInbox } from '#adapters/memory/memory-bot-inbox.ts';
import { memoryBotRunStore } from '#adapters/memory/memory-bot-run-store.ts';
import { memoryState } from '#adapters/memory/memory-state.ts';
import { memoryStore } from '#adapters/memory/memory-store.ts';
import { botRunStoreContract } from '#ports/stores/bot-run-store.contract.ts';

suite('runs of bots in memory', () => {
  botRunStoreContract(async () => {
    const state = memoryState();
    let nowMs = 0;
    return {
      store: memoryStore(state),
      runs: memoryBotRunStore(state, { nowMs: () => nowMs }),
      inbox: memoryBotInbox(state),
      passMs: async (durationMs) => void (nowMs += durationMs),
      close: async () => undefined,
    };
  });
});

// Bots and signals of end users in memory fulfil their ports' contract.

import { suite } from 'node:test';
import { memoryBotInbox } from '#adapters/memory/memory-bot-inbox.ts';
import { memoryEventLog } from '#adapters/memory/memory-event-log.ts';
import { memoryBotRunStore } from '#adapters/memory/memory-bot-run-store.ts';
import { memoryPartnerBotStore } from '#adapters/memory/memory-partner-bot-store.ts';
import { memoryBacktestStore } from '#adapters/memory/memory-backtest-store.ts';
import { memoryJobs } from '#adapters/memory/memory-jobs.ts';
import { memoryPartnerUsageStore } from '#adapters/memory/memory-partner-usage-store.ts';
import { memoryPartnerSignalStore } from '#adapters/memory/memory-partner-signal-store.ts';
import { memoryState } from '#adapters/memory/memory-state.ts';
import { memoryStore } from '#adapters/memory/memory-store.ts';
import { partnerBotStoreContract } from '#ports/stores/partner-bot-store.contract.ts';

suite('bots of end users in memory', () => {
  partnerBotStoreContract(async () => {
    const state = memoryState();
    const inbox = memoryBotInbox(state);
    const store = memoryStore(state);
    return {
      store,
      runs: memoryBotRunStore(state, { nowMs: () => 0 }),
      inbox,
      partnerBots: memoryPartnerBotStore(state, inbox),
      signals: memoryPartnerSignalStore(state, inbox),
      events: memoryEventLog(state),
      usage: memoryPartnerUsageStore(state),
      backtests: memoryBacktestStore(memoryJobs(), store, state.requestedBacktests),
      close: async () => undefined,
    };
  });
});

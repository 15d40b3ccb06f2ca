// Backtests in memory fulfil the contract of their port.

import { suite } from 'node:test';
import { memoryBacktestStore } from '#adapters/memory/memory-backtest-store.ts';
import { memoryJobs } from '#adapters/memory/memory-jobs.ts';
import { memoryStore } from '#adapters/memory/memory-store.ts';
import { backtestStoreContract } from '#ports/stores/backtest-store.contract.ts';

suite('backtests in memory', () => {
  backtestStoreContract(async () => {
    const jobs = memoryJobs();
    const store = memoryStore();
    return { jobs, store, backtests: memoryBacktestStore(jobs, store), close: async () => {} };
  });
});

// Labs in memory fulfil the contract of their port.

import { suite } from 'node:test';
import { memoryJobs } from '#adapters/memory/memory-jobs.ts';
import { memoryLabStore } from '#adapters/memory/memory-lab-store.ts';
import { memoryStore } from '#adapters/memory/memory-store.ts';
import { labStoreContract } from '#ports/stores/lab-store.contract.ts';

suite('labs in memory', () => {
  labStoreContract(async () => {
    const jobs = memoryJobs();
    const store = memoryStore();
    return { jobs, store, labs: memoryLabStore(jobs, store), close: async () => undefined };
  });
});

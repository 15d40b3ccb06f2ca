// Jobs in memory fulfil the contract of their port.

import { suite } from 'node:test';
import { memoryJobs } from '#adapters/memory/memory-jobs.ts';
import { jobsContract } from '#ports/work/jobs.contract.ts';

suite('jobs in memory', () => {
  jobsContract(async () => ({
    jobs: memoryJobs(),
    inTransaction: (work) => work(null),
    close: async () => {},
  }));
});

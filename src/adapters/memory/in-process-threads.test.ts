import { suite } from 'node:test';
import { inProcessThreads } from '#adapters/memory/in-process-threads.ts';
import { counter, statefulThreadsContract } from '#ports/work/stateful-threads.contract.ts';

suite('threads that are none', () => {
  statefulThreadsContract(() => {
    const threads = inProcessThreads(2, counter);
    return { threads, lose: async (index) => threads.lose(index) };
  });
});

// Contract of every store for the processes of the installation.

import assert from 'node:assert/strict';
import type { InstallationStore, ServiceProcess } from '#ports/stores/installation-store.ts';

const NOW_MS = 1_700_000_000_000;

function sampleProcess(processId: string, changes: Partial<ServiceProcess> = {}): ServiceProcess {
  return {
    processId,
    role: 'bots',
    host: 'machine',
    osProcessId: 4_711,
    version: '1.2.3',
    startedAtMs: NOW_MS,
    seenAtMs: NOW_MS,
    residentBytes: 123_456_789,
    loopDelayMs: 1.5,
    figures: [
      {
        name: 'tidemill_bots',
        help: 'Bots.',
        samples: [{ labels: { state: 'running' }, value: 3 }],
      },
    ],
    slowRequests: [
      {
        atMs: NOW_MS,
        operation: 'listBots',
        durationMs: 1_234.5,
        status: 200,
        userId: 'user_1',
        requestId: 'r1',
      },
    ],
    ...changes,
  };
}

type Cases = { readonly [name: string]: (store: InstallationStore) => Promise<void> };

/** Each on a store of its own. */
export const INSTALLATION_CASES: Cases = {
  'processes are listed by role, then by age, as they were seen last': async (store) => {
    await store.noteProcess(sampleProcess('proc_b', { startedAtMs: NOW_MS + 1 }), 0);
    await store.noteProcess(sampleProcess('proc_a'), 0);
    await store.noteProcess(sampleProcess('proc_c', { role: 'api', startedAtMs: NOW_MS + 2 }), 0);
    const renewed = sampleProcess('proc_a', {
      seenAtMs: NOW_MS + 5,
      residentBytes: 5,
      figures: [],
    });
    await store.noteProcess(renewed, 0);
    const listed = await store.listProcesses();
    assert.deepEqual(
      listed.map(({ processId }) => processId),
      ['proc_c', 'proc_a', 'proc_b'],
    );
    assert.deepEqual(listed[1], renewed);
    assert.deepEqual(listed[2], sampleProcess('proc_b', { startedAtMs: NOW_MS + 1 }));
  },
  'a process that ended, or was not seen for long, is none': async (store) => {
    await store.noteProcess(sampleProcess('proc_a'), 0);
    await store.noteProcess(sampleProcess('proc_b', { seenAtMs: NOW_MS - 10 }), 0);
    await store.noteProcess(sampleProcess('proc_c'), NOW_MS);
    await store.forgetProcess('proc_a');
    await store.forgetProcess('proc_none');
    const listed = await store.listProcesses();
    assert.deepEqual(
      listed.map(({ processId }) => processId),
      ['proc_c'],
    );
  },
};

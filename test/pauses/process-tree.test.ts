// The processes of a run that are paused: all that it began, and its database, and nothing else.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { test } from 'node:test';
import type { ListedProcess } from './process-tree.ts';
import { listProcesses, processesUnder, readProcess } from './process-tree.ts';

const isLinux = process.platform === 'linux';

function listed(pid: number, parentPid: number, workingFolder = '/'): ListedProcess {
  return { pid, parentPid, state: 'S', workingFolder };
}

test('children and theirs are taken, and what works in the folder', () => {
  const all = [
    listed(1, 0),
    listed(10, 1),
    listed(11, 10),
    listed(12, 11),
    listed(20, 1, '/test/cluster/data'),
    listed(21, 1, '/test/cluster-of-others'),
    listed(22, 1, '/test/cluster'),
  ];
  const pids = processesUnder(all, 10, '/test/cluster').map(({ pid }) => pid);
  assert.deepEqual(pids, [11, 12, 20]);
});

test('a number that was used again while they were listed makes no endless circle', () => {
  const all = [listed(30, 31), listed(31, 30)];
  assert.deepEqual(
    processesUnder(all, 30, '/nowhere').map(({ pid }) => pid),
    [31],
  );
});

test('a process that is stopped is listed so', { skip: !isLinux }, async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  const closed = once(child, 'close');
  try {
    const pid = child.pid ?? assert.fail('it has not begun');
    const under = processesUnder(listProcesses(), process.pid, '/nowhere');
    assert(under.some((each) => each.pid === pid));
    process.kill(pid, 'SIGSTOP');
    while (readProcess(pid)?.state !== 'T') await new Promise(setImmediate);
    process.kill(pid, 'SIGCONT');
    while (readProcess(pid)?.state === 'T') await new Promise(setImmediate);
  } finally {
    child.kill('SIGKILL');
    await closed;
  }
  assert.equal(readProcess(child.pid ?? 0), null);
});

import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';

import { memoryFolder } from './memory-folder.ts';

const GIB = 1_024 ** 3;
const inMemory = { type: 0x0102_1994, bavail: 4 * GIB, bsize: 1 };

test('a file system in memory is used where enough of it is free', () => {
  assert.equal(
    memoryFolder(() => inMemory),
    '/dev/shm',
  );
});

test('the folder for temporary files is used where memory is short, a disk, or not there', () => {
  assert.equal(
    memoryFolder(() => ({ ...inMemory, bavail: 4 * GIB - 1 })),
    tmpdir(),
  );
  assert.equal(
    memoryFolder(() => ({ ...inMemory, type: 0xef53 })),
    tmpdir(),
  );
  const absent = (): never => {
    throw Object.assign(new Error('no such file or directory'), { code: 'ENOENT' });
  };
  assert.equal(memoryFolder(absent), tmpdir());
});

import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readDiskSpace } from '#adapters/system/disk-space.ts';
import { diskFigures } from '#main/serving/disk-figures.ts';

test('each disk that can be reached has its space and its size', () => {
  const space = { freeBytes: 1, sizeBytes: 4 };
  const figures = diskFigures(
    new Map([
      ['data', space],
      ['archive', null],
    ]),
  );
  assert.deepEqual(
    figures.map(({ name, samples }) => [name, samples]),
    [
      ['tidemill_disk_free_bytes', [{ labels: { use: 'data' }, value: 1 }]],
      ['tidemill_disk_size_bytes', [{ labels: { use: 'data' }, value: 4 }]],
    ],
  );
});

test('a folder has the space of its disk, and one that is not there none', async () => {
  const space = await readDiskSpace(tmpdir());
  assert.ok(space !== null && space.freeBytes >= 0 && space.sizeBytes > 0);
  assert.ok(space.freeBytes <= space.sizeBytes);
  assert.equal(await readDiskSpace(join(tmpdir(), 'no', 'such', 'folder')), null);
});

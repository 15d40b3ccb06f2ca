import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredLine } from '#ports/stores/line-month-store.ts';
import type { PartArchive } from '#ports/stores/part-archive.ts';
import type { OldPart, PartStore } from '#ports/stores/part-store.ts';
import { dropParts } from '#services/retention/drop-parts.ts';

const LINE: StoredLine = {
  botId: 'bot_a',
  sequence: 1,
  atMs: 1,
  severity: 'info',
  message: 'said',
  notice: null,
};

const oldPart = (isArchived: boolean): OldPart => ({
  id: 600,
  name: '2020-01',
  installationId: 'inst',
  isArchived,
});

/** A part of two lines, in pages of one; what is done with it is written down. */
function onePart(steps: string[]): PartStore<StoredLine> {
  return {
    async readPart(_ownerId, _part, after) {
      steps.push('read');
      if (after === null) return [LINE];
      return after.sequence === 1 ? [{ ...LINE, sequence: 2 }] : [];
    },
    noteArchived: async () => void steps.push('note'),
    async dropPart() {
      steps.push('drop');
      return true;
    },
  };
}

function archiveTo(steps: string[], onAdd: () => void = () => undefined): PartArchive<StoredLine> {
  return {
    async open() {
      steps.push('open');
      return {
        async add() {
          steps.push('add');
          onAdd();
        },
        finish: async () => void steps.push('finish'),
        abandon: async () => void steps.push('abandon'),
      };
    },
  };
}

const NEVER = new AbortController().signal;
const WRITTEN = ['open', 'read', 'add', 'read', 'add', 'read', 'finish', 'note', 'drop'];

for (const [what, hasArchive, isArchived, expected, archivedCount] of [
  ['with an archive it is written before', true, false, WRITTEN, 2],
  ['what the archive has is not written again', true, true, ['drop'], 0],
  ['without an archive it is only dropped', false, false, ['drop'], 0],
] as const) {
  test(`an old part is dropped: ${what}`, async () => {
    const steps: string[] = [];
    const deps = { parts: onePart(steps), archive: hasArchive ? archiveTo(steps) : null };
    const dropped = await dropParts(deps, 'a', [oldPart(isArchived)], NEVER);
    assert.deepEqual(dropped, [{ name: '2020-01', archivedCount }]);
    assert.deepEqual(steps, expected);
  });
}

test('a process that is to end gives the file up, and the part stays', async () => {
  const steps: string[] = [];
  const stopping = new AbortController();
  const deps = { parts: onePart(steps), archive: archiveTo(steps, () => stopping.abort()) };
  assert.deepEqual(await dropParts(deps, 'a', [oldPart(false)], stopping.signal), []);
  assert.deepEqual(steps, ['open', 'read', 'add', 'abandon']);
});

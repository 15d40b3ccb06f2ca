import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LineArchive } from '#ports/stores/line-archive.ts';
import type { LineMonthStore, StoredLine } from '#ports/stores/line-month-store.ts';
import { dropLineMonths } from '#services/retention/drop-line-months.ts';

const LINE: StoredLine = {
  botId: 'bot_a',
  sequence: 1,
  atMs: 1,
  severity: 'info',
  message: 'said',
  notice: null,
};

/** One month of two lines, in pages of one; what is done with it is written down. */
function oneMonth(steps: string[], isArchived: boolean): LineMonthStore {
  const month = { month: 600, name: '2020-01', installationId: 'inst', isArchived };
  return {
    keepMonths: async () => 0,
    claimOldMonths: async () => [month],
    async readMonth(_ownerId, _month, after) {
      steps.push('read');
      if (after === null) return [LINE];
      return after.sequence === 1 ? [{ ...LINE, sequence: 2 }] : [];
    },
    noteArchived: async () => void steps.push('note'),
    async dropMonth() {
      steps.push('drop');
      return true;
    },
  };
}

function archiveTo(steps: string[], onAdd: () => void = () => undefined): LineArchive {
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
  test(`an old month is dropped: ${what}`, async () => {
    const steps: string[] = [];
    const lineArchive = hasArchive ? archiveTo(steps) : null;
    const deps = { lineMonths: oneMonth(steps, isArchived), lineArchive };
    const dropped = await dropLineMonths(deps, 'a', 1, NEVER);
    assert.deepEqual(dropped, [{ name: '2020-01', archivedCount }]);
    assert.deepEqual(steps, expected);
  });
}

test('a process that is to end gives the file up, and the month stays', async () => {
  const steps: string[] = [];
  const stopping = new AbortController();
  const lineArchive = archiveTo(steps, () => stopping.abort());
  const deps = { lineMonths: oneMonth(steps, false), lineArchive };
  assert.deepEqual(await dropLineMonths(deps, 'a', 1, stopping.signal), []);
  assert.deepEqual(steps, ['open', 'read', 'add', 'abandon']);
});

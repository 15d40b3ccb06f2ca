import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EVENT_CATALOGUE, EVENT_GROUPS, EVENT_TYPES } from '#domain/event-log/event-catalogue.ts';

test('each group has types, and no two of a group have the same words', () => {
  for (const group of EVENT_GROUPS) {
    const rows = EVENT_TYPES.map((type) => EVENT_CATALOGUE[type]).filter(
      (row) => row.group === group,
    );
    assert(rows.length > 0, group);
    assert.equal(new Set(rows.map(({ words }) => words)).size, rows.length, group);
  }
});

test('the types of an object stand together, as its document lists them', () => {
  const families = EVENT_TYPES.map((type) => type.split('.')[0]);
  const starts = families.filter((family, index) => family !== families[index - 1]);
  const again = starts.filter((family, index) => starts.indexOf(family) !== index);
  // Those that were disabled follow those that were made.
  assert.deepEqual(again, ['webhook', 'channel']);
});

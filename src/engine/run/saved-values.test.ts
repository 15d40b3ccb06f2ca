// Limits of a run's saved values: names and bytes, of all its stores together.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { LIMITS } from '#lib/limits.ts';
import type { Json } from '#lib/json.ts';
import { keepNote, keepValue } from '#engine/run/saved-values.ts';
import { LuaError } from '#lua/runtime/script-fault.ts';
import { fillMeter } from '#lua/runtime/meter.ts';
import { newTable, rawSet } from '#lua/runtime/table.ts';
import type { LuaValue } from '#lua/runtime/value.ts';

const { savedBytesPerBotMax } = LIMITS;

suite('saved values', () => {
  test('are limited in bytes, texts and tables alike', () => {
    fillMeter();
    const saved = { bytes: 0 };
    const values = new Map<string, LuaValue>();
    keepValue(saved, values, 'text', 'x'.repeat(savedBytesPerBotMax - 10_000));
    const table = newTable();
    for (let index = 1; index <= 1_000; index += 1) rawSet(table, index, index);
    assert.throws(() => keepValue(saved, values, 'table', table), LuaError);
    assert.deepEqual([...values.keys()], ['text']);
    keepValue(saved, values, 'text', 'short');
    keepValue(saved, values, 'table', table);
    assert.ok(saved.bytes > 16_000, `${saved.bytes} bytes`);
  });

  test('give their bytes back when they are deleted or replaced', () => {
    fillMeter();
    const saved = { bytes: 0 };
    const values = new Map<string, LuaValue>();
    for (let round = 0; round < 50; round += 1) {
      keepValue(saved, values, 'a', 'x'.repeat(1_000_000));
      keepValue(saved, values, 'b', round);
    }
    keepValue(saved, values, 'a', undefined);
    keepValue(saved, values, 'b', undefined);
    assert.equal(saved.bytes, 0);
  });

  test('share their bytes with the notes of commands', () => {
    fillMeter();
    const saved = { bytes: 0 };
    const notes = new Map<string, Json>();
    const values = new Map<string, LuaValue>();
    keepNote(saved, notes, 'n', { values: ['x'.repeat(savedBytesPerBotMax - 5_000)] });
    assert.throws(
      () => keepValue(saved, values, 'a', 'x'.repeat(5_000)),
      /bytes can be saved: "a"/,
    );
  });
});

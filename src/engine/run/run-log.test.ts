// Limits of a run's log.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { LIMITS } from '#lib/limits.ts';
import { DAY_MS } from '#lib/time.ts';
import { isFirst, runLog, writeLine } from '#engine/run/run-log.ts';

suite('the log of a live bot', () => {
  const log = runLog({ kind: 'live', keepsLog: true });
  const taken: string[] = [];
  const write = (count: number, atMs: number, text: string): void => {
    for (let line = 0; line < count; line += 1) {
      writeLine(log, atMs, 'info', text);
      taken.push(...log.lines.splice(0).map(({ message }) => message));
    }
  };

  test('ends with one line that says so when a day has had its lines', () => {
    write(LIMITS.botLogLinesPerDayMax + 500, 5, 'x');
    assert.equal(taken.length, LIMITS.botLogLinesPerDayMax + 1);
    assert.match(taken.at(-1) ?? '', /no more lines are retained today/);
    assert.equal(log.droppedCount, 500);
  });

  test('goes on the next day, which long lines end sooner', () => {
    taken.length = 0;
    write(2_000, DAY_MS + 5, 'x'.repeat(5_000));
    const characters = taken.reduce((sum, line) => sum + line.length, 0);
    assert.ok(characters <= LIMITS.botLogCharactersPerDayMax + 200, `${characters} characters`);
    assert.match(taken.at(-1) ?? '', /no more lines/);
  });
});

suite('the log of a backtest', () => {
  test('keeps so many characters and counts the other lines', () => {
    const log = runLog({ kind: 'backtest', keepsLog: true });
    for (let line = 0; line < 5_000; line += 1) writeLine(log, line, 'info', 'x'.repeat(5_000));
    const characters = log.lines.reduce((sum, { message }) => sum + message.length, 0);
    assert.ok(characters <= LIMITS.runLogCharactersMax);
    assert.equal(log.lines.length + log.droppedCount, 5_000);
  });

  test('remembers so many keys of lines that are written once', () => {
    const log = runLog({ kind: 'backtest', keepsLog: true });
    const first = Array.from({ length: 5_000 }, (_, index) => isFirst(log, `k${index}`));
    assert.equal(first.filter(Boolean).length, 1_000);
    assert.equal(isFirst(log, 'k1'), false);
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  formatTimeOfDay,
  isTimeZone,
  parseTimeOfDay,
  sendableAtMs,
  timeOfDayAt,
} from '#domain/notification/quiet-hours.ts';

const at = (text: string): number => Date.parse(text);
const BERLIN = 'Europe/Berlin';
const night = { fromMinute: 22 * 60, toMinute: 7 * 60, timeZone: BERLIN };

test('times of the day are read and written', () => {
  assert.deepEqual(['00:00', '22:30', '23:59', '24:00', '7:00', '07:60', ''].map(parseTimeOfDay), [
    0,
    1_350,
    1_439,
    null,
    null,
    null,
    null,
  ]);
  assert.equal(formatTimeOfDay(1_350), '22:30');
  assert.equal(formatTimeOfDay(5), '00:05');
});

test('names of time zones are those of the IANA database', () => {
  for (const name of [BERLIN, 'UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])
    assert.equal(isTimeZone(name), true, name);
  for (const name of ['', 'Europe/Nowhere', '+02:00', 'CEST-nonsense', `A${'x'.repeat(100)}`])
    assert.equal(isTimeZone(name), false, name);
});

for (const [name, happened, sent] of [
  ['before midnight', '2026-07-01T20:30:00Z', '2026-07-02T05:00:00Z'],
  ['after midnight', '2026-07-02T01:00:00Z', '2026-07-02T05:00:00Z'],
  ['at the first minute', '2026-07-01T20:00:00Z', '2026-07-02T05:00:00Z'],
  ['at the end', '2026-07-02T05:00:00Z', '2026-07-02T05:00:00Z'],
  ['in the day', '2026-07-02T12:00:00Z', '2026-07-02T12:00:00Z'],
  // Clocks go forward at 2 in the night of 29 March 2026, and back on 25 October.
  ['in a night of 8 hours', '2026-03-28T22:00:00Z', '2026-03-29T05:00:00Z'],
  ['in a night of 10 hours', '2026-10-24T22:00:00Z', '2026-10-25T06:00:00Z'],
] as const)
  test(`what happens ${name} is sent when the night is over`, () => {
    assert.equal(sendableAtMs(night, at(happened)), at(sent));
  });

test('hours within a day, of no length, and none', () => {
  const noon = { fromMinute: 12 * 60, toMinute: 13 * 60, timeZone: 'UTC' };
  assert.equal(sendableAtMs(noon, at('2026-07-01T12:10:00Z')), at('2026-07-01T13:00:00Z'));
  assert.equal(sendableAtMs(noon, at('2026-07-01T13:10:00Z')), at('2026-07-01T13:10:00Z'));
  const never = { fromMinute: 60, toMinute: 60, timeZone: 'UTC' };
  assert.equal(sendableAtMs(never, at('2026-07-01T01:00:00Z')), at('2026-07-01T01:00:00Z'));
  assert.equal(sendableAtMs(null, 5), 5);
});

test('an end that the clocks leave out comes an hour later', () => {
  const gap = { fromMinute: 0, toMinute: 2 * 60 + 30, timeZone: BERLIN };
  assert.equal(sendableAtMs(gap, at('2026-03-29T00:30:00Z')), at('2026-03-29T01:30:00Z'));
});

test('a time of the day is that of the zone, or says that it is UTC', () => {
  assert.equal(timeOfDayAt(at('2026-07-01T12:05:59Z'), BERLIN), '14:05');
  assert.equal(timeOfDayAt(at('2026-07-01T12:05:59Z'), null), '12:05 UTC');
});

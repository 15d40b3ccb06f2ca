// Instants: which texts are RFC 3339 and which only look like it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { formatInstant, MINUTE_MS, minuteStartMs, parseInstant } from '#lib/time.ts';

const accepted: readonly (readonly [string, string])[] = [
  ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
  ['2199-12-31T23:59:59.999Z', '2199-12-31T23:59:59.999Z'],
  ['2026-11-21T05:30:15Z', '2026-11-21T05:30:15.000Z'],
  ['2026-11-21t05:30:15z', '2026-11-21T05:30:15.000Z'],
  ['2026-11-21T05:30:15.1Z', '2026-11-21T05:30:15.100Z'],
  ['2026-11-21T05:30:15.1239999999999999Z', '2026-11-21T05:30:15.123Z'],
  ['2026-11-21T05:30:15+02:00', '2026-11-21T03:30:15.000Z'],
  ['2026-11-21T23:30:15-05:30', '2026-11-22T05:00:15.000Z'],
  ['2026-11-21T00:00:00+23:59', '2026-11-20T00:01:00.000Z'],
  ['2026-11-21T05:30:15-00:00', '2026-11-21T05:30:15.000Z'],
  ['2024-02-29T12:00:00Z', '2024-02-29T12:00:00.000Z'],
  ['2000-02-29T12:00:00Z', '2000-02-29T12:00:00.000Z'],
  ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
  ['2016-12-31T23:59:60.5Z', '2017-01-01T00:00:00.500Z'],
  ['2017-01-01T05:29:60+05:30', '2017-01-01T00:00:00.000Z'],
  ['2016-12-31T18:59:60-05:00', '2017-01-01T00:00:00.000Z'],
];
for (const [text, expected] of accepted)
  test(`${text} is ${expected}`, () => {
    const instantMs = parseInstant(text);
    assert.equal(instantMs === null ? null : formatInstant(instantMs), expected);
  });

const refused: readonly (readonly [string, string])[] = [
  ['2026-11-21', 'no time'],
  ['2026-11-21T05:30Z', 'no seconds'],
  ['2026-11-21T05:30:15', 'no offset'],
  ['2026-11-21 05:30:15Z', 'a space between date and time'],
  ['20261121T053015Z', 'the basic format'],
  ['2026-11-21T05:30:15,5Z', 'a comma before the fraction'],
  ['2026-11-21T05:30:15.Z', 'an empty fraction'],
  ['2026-11-21T05:30:15+0200', 'an offset without a colon'],
  ['2026-11-21T05:30:15+02', 'an offset without minutes'],
  ['2026-11-21T05:30:15+24:00', 'an offset of a day'],
  ['2026-11-21T05:30:15+02:60', 'an offset of sixty minutes'],
  ['2026-11-21T05:30:15Z[UTC]', 'a zone name'],
  ['+002026-11-21T05:30:15Z', 'an extended year'],
  ['2026-02-29T00:00:00Z', 'a leap day in a common year'],
  ['2100-02-29T00:00:00Z', 'a leap day in a century'],
  ['2026-02-30T00:00:00Z', 'a day past the end of February'],
  ['2026-04-31T00:00:00Z', 'a day past the end of April'],
  ['2026-13-01T00:00:00Z', 'a thirteenth month'],
  ['2026-00-01T00:00:00Z', 'month zero'],
  ['2026-01-00T00:00:00Z', 'day zero'],
  ['2026-01-01T24:00:00Z', 'hour 24'],
  ['2026-01-01T23:60:00Z', 'minute 60'],
  ['2026-01-01T23:59:61Z', 'second 61'],
  ['2026-01-01T12:00:60Z', 'a leap second in the middle of the day'],
  ['2016-12-31T23:59:60+01:00', 'a leap second at another midnight than that of UTC'],
  ['1969-12-31T23:59:59Z', 'a year before 1970'],
  ['1970-01-01T00:00:00+01:00', 'an instant before 1970'],
  ['2200-01-01T00:00:00Z', 'a year after 2199'],
  [' 2026-11-21T05:30:15Z', 'a leading space'],
  ['2026-11-21T05:30:15Z\n', 'a trailing line feed'],
  ['２026-11-21T05:30:15Z', 'a digit that is not ASCII'],
  ['1763700000', 'seconds since 1970'],
  ['', 'nothing'],
];
for (const [text, reason] of refused)
  test(`${JSON.stringify(text)} is refused: ${reason}`, () => {
    assert.equal(parseInstant(text), null);
  });

test('what is written is read back, to the millisecond, for every instant that is read', () => {
  const instant = fc.integer({ min: 0, max: Date.UTC(2200, 0, 1) - 1 });
  fc.assert(
    fc.property(instant, (instantMs) => {
      assert.equal(parseInstant(formatInstant(instantMs)), instantMs);
    }),
    { numRuns: 100 },
  );
});

test('an offset moves the instant by itself and nothing else', () => {
  const drawn = fc.record({
    instantMs: fc.integer({ min: 2 * 86_400_000, max: Date.UTC(2199, 11, 1) }),
    hours: fc.integer({ min: 0, max: 23 }),
    minutes: fc.integer({ min: 0, max: 59 }),
    isEast: fc.boolean(),
  });
  fc.assert(
    fc.property(drawn, ({ instantMs, hours, minutes, isEast }) => {
      const offsetMs = (hours * 60 + minutes) * MINUTE_MS * (isEast ? 1 : -1);
      const two = (value: number) => value.toString().padStart(2, '0');
      const offset = `${isEast ? '+' : '-'}${two(hours)}:${two(minutes)}`;
      const local = formatInstant(instantMs + offsetMs).replace('Z', offset);
      assert.equal(parseInstant(local), instantMs);
    }),
    { numRuns: 100 },
  );
});

test('a minute starts at its first millisecond', () => {
  const at = (text: string) => parseInstant(text) ?? Number.NaN;
  const start = at('2026-11-21T05:30:00Z');
  for (const text of ['2026-11-21T05:30:00Z', '2026-11-21T05:30:59.999Z'])
    assert.equal(minuteStartMs(at(text)), start);
  assert.equal(minuteStartMs(at('2026-11-21T05:31:00Z')), start + MINUTE_MS);
});

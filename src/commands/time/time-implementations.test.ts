// Instants in unix seconds, all in UTC.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  benchOf,
  evaluate,
  messageOf,
  testExpressions,
} from '#commands/binding/script-bench.fixture.ts';

/** 2024-02-29 23:59:30, a Thursday. */
const LEAP_DAY = 1_709_251_170;
/** The present of a check: Monday, 2024-01-01 00:00:00. */
const NOW = 1_704_067_200;

suite('parts of an instant', () => {
  testExpressions([
    ['Time()', NOW],
    [`CurrentYear(${LEAP_DAY})`, 2024],
    [`CurrentMonth(${LEAP_DAY})`, 2],
    [`CurrentDate(${LEAP_DAY})`, 29],
    [`CurrentDay(${LEAP_DAY})`, 5],
    ['CurrentDay()', 2],
    [`CurrentHour(${LEAP_DAY})`, 23],
    [`CurrentMinute(${LEAP_DAY})`, 59],
    [`CurrentSecond(${LEAP_DAY})`, 30],
    ['CurrentWeek()', 1],
    [`CurrentWeek(CreateTimestamp(2021, 1, 3))`, 53],
    [`CurrentWeek(CreateTimestamp(2021, 1, 4))`, 1],
  ]);
});

suite('texts of instants', () => {
  testExpressions([
    [`FormatDateTime(${LEAP_DAY})`, '29-02-2024 at 23:59'],
    [`FormatDateTime(${LEAP_DAY}, "/", " ", ".", true)`, '29/02/2024 23.59.30'],
    [`FormatDateTime(${LEAP_DAY}, {includeTime = false, dateDelimiter = "."})`, '29.02.2024'],
    [`FormatDateTime(${LEAP_DAY}, {includeYear = false})`, '29-02 at 23:59'],
  ]);
});

suite('making and moving instants', () => {
  testExpressions([
    ['CreateTimestamp(2024, 2, 29, 23, 59, 30)', LEAP_DAY],
    ['CreateTimestamp()', NOW],
    ['CreateTimestamp({hour = 5})', NOW + 5 * 3_600],
    ['AdjustTimestamp(nil, 1, 1, 1, 1)', NOW + 1 + 60 + 3_600 + 86_400],
    ['AdjustTimestamp(CreateTimestamp(2024, 1, 31), {addMonths = 1})', 1_709_164_800],
    [`AdjustTimestamp(${LEAP_DAY}, {addYears = 1})`, LEAP_DAY + 365 * 86_400],
    [`AdjustTimestamp(${LEAP_DAY}, {addSeconds = -30})`, LEAP_DAY - 30],
  ]);

  test('refuse what is no instant', () => {
    assert.match(messageOf('return CurrentYear(1e300)'), /no instant/);
    assert.match(messageOf('return CreateTimestamp(1e300)'), /no instant/);
    assert.match(messageOf('return CurrentYear(0/0)'), /no instant/);
  });
});

suite('candles', () => {
  testExpressions([
    [`OpenTime(${LEAP_DAY}, 60)`, 1_709_247_600],
    [`CloseTime(${LEAP_DAY}, 60)`, 1_709_251_200],
    ['OpenTime(0, 1440)', NOW],
    ['CloseTime(0, 0)', NOW + 60],
    ['MinutesTillCandleClose(15)', 15],
  ]);

  test('of a week begin on Monday, those of a month on its first day', () => {
    assert.equal(evaluate(`OpenTime(${LEAP_DAY}, 10080)`), Date.UTC(2024, 1, 26) / 1_000);
    assert.equal(evaluate(`CloseTime(${LEAP_DAY}, 43200)`), Date.UTC(2024, 2, 1) / 1_000);
  });
});

suite('timers', () => {
  test('run from update to update until they are stopped', () => {
    const bench = benchOf(`
      n = (n or 0) + 1
      if n == 1 then StartTimer() StartTimer('b') end
      if n == 3 then return StopTimer(), GetTimer(), GetTimer('b') end
      return GetTimer()`);
    assert.deepEqual(bench.run(), [0]);
    assert.deepEqual(bench.run(), [60_000]);
    assert.deepEqual(bench.run(), [120_000, 0, 120_000]);
  });
});

suite('waiting', () => {
  testExpressions([
    ['Sleep(100)', 100],
    ['Sleep(60000)', 10_000],
    ['Sleep(-5)', 0],
    ['DelayExecution(Time(), 5)', false],
    ['DelayExecution(Time() - 300, 5)', true],
  ]);
});

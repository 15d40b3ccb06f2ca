import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePulse, readPulse } from '#main/work/child-pulse.ts';
import type { Turn, WatchAction, Watchdog } from '#main/work/watchdog.ts';
import { WATCH_RULES, watchdog } from '#main/work/watchdog.ts';

const IDLE: Turn = {
  pulse: { cpuTicks: 100, run: 'waiting' },
  lateMs: 0,
  loadPerProcessor: 0.5,
};
const STOPPED: Turn = { ...IDLE, pulse: { cpuTicks: 100, run: 'stopped' } };

/** One that has served for longer than its grace. */
function settled(role: keyof typeof WATCH_RULES = 'venues'): Watchdog {
  const dog = watchdog(WATCH_RULES[role]);
  dog.hear();
  for (let second = 0; second < 40; second += 1) {
    dog.turn(IDLE);
    dog.hear();
  }
  return dog;
}

/** The seconds of silence after which something was done, each with what. */
function sit(dog: Watchdog, seconds: number, turnAt: (second: number) => Turn): string[] {
  const seen: string[] = [];
  for (let second = 1; second <= seconds; second += 1) {
    const action: WatchAction = dog.turn(turnAt(second));
    if (action.kind !== 'none') seen.push(`${second} ${action.kind}`);
  }
  return seen;
}

const computing = (second: number): Turn => ({
  ...IDLE,
  pulse: { cpuTicks: 100 + second, run: 'waiting' },
});

test('a frozen process is reported, requested to end, and killed when it does not', () => {
  assert.deepEqual(
    sit(settled(), 60, () => IDLE),
    ['6 report', '7 terminate', '17 kill'],
  );
});

test('one that somebody stopped cannot be requested to end, whatever the load', () => {
  const loaded = { ...STOPPED, loadPerProcessor: 30 };
  assert.deepEqual(
    sit(settled(), 60, () => loaded),
    ['6 report', '7 kill'],
  );
});

test('the silence of a busy process is excused up to a bound', () => {
  const ready: Turn = { ...IDLE, pulse: { cpuTicks: 100, run: 'ready' } };
  const late: Turn = { ...IDLE, lateMs: 501 };
  for (const turnAt of [computing, () => ready, () => late])
    assert.deepEqual(sit(settled(), 99, turnAt), ['6 report', '61 terminate', '71 kill']);
  assert.deepEqual(
    sit(settled(), 20, () => ({ ...IDLE, lateMs: 500 })),
    ['6 report', '7 terminate', '17 kill'],
  );
});

test('busy seconds are not taken for frozen ones later', () => {
  const mixed = (second: number): Turn => computing(Math.min(second, 5));
  assert.deepEqual(sit(settled(), 13, mixed), ['6 report', '12 terminate']);
});

test('a message ends the silence', () => {
  const dog = settled();
  sit(dog, 6, () => IDLE);
  assert.equal(dog.state(), 'silent');
  dog.hear();
  assert.equal(dog.state(), 'serving');
  assert.deepEqual(
    sit(dog, 7, () => IDLE),
    ['6 report', '7 terminate'],
  );
  assert.ok(dog.hasActed());
});

test('one that was requested to end is killed in time although it still speaks', () => {
  const dog = settled();
  sit(dog, 7, () => IDLE);
  dog.hear();
  assert.deepEqual(
    sit(dog, 12, () => IDLE),
    ['10 kill'],
  );
});

test('one that starts is not judged, and has a grace after its first message', () => {
  const dog = watchdog(WATCH_RULES.venues);
  assert.deepEqual(
    sit(dog, 300, () => IDLE),
    [],
  );
  assert.equal(dog.state(), 'starting');
  dog.hear();
  assert.deepEqual(
    sit(dog, 30, () => IDLE),
    ['6 report'],
  );
  const young = watchdog(WATCH_RULES.venues);
  young.hear();
  assert.deepEqual(
    sit(young, 7, () => STOPPED),
    ['6 report', '7 kill'],
  );
});

test('the limit grows with the load, up to ten times', () => {
  for (const [loadPerProcessor, due] of [
    [0, 7],
    [1, 7],
    [2.5, 16],
    [9, 55],
    [30, 61],
  ] as const)
    assert.deepEqual(
      sit(settled(), 62, () => ({ ...IDLE, loadPerProcessor })),
      ['6 report', `${due} terminate`].concat(due + 10 <= 62 ? [`${due + 10} kill`] : []),
    );
});

test('at load 60 a process that computes a little each second is left alone', () => {
  const dog = settled();
  let actions = 0;
  for (let second = 1; second <= 3_600; second += 1) {
    // Heard now and then: its own timer is as slow as it is.
    if (second % 45 === 0) dog.hear();
    const ready = second % 3 === 0;
    const pulse = { cpuTicks: 100 + second, run: ready ? 'ready' : 'waiting' } as const;
    const { kind } = dog.turn({ pulse, lateMs: 300, loadPerProcessor: 30 });
    if (kind !== 'none' && kind !== 'report') actions += 1;
  }
  assert.equal(actions, 0);
});

test('a process that need not be replaced is reported only', () => {
  for (const role of ['worker', 'bots'] as const)
    assert.deepEqual(
      sit(settled(role), 300, () => STOPPED),
      ['6 report'],
    );
});

test('where the system tells nothing only messages and the load count', () => {
  const untold: Turn = { ...IDLE, pulse: { cpuTicks: null, run: null } };
  assert.deepEqual(
    sit(settled(), 8, () => untold),
    ['6 report', '7 terminate'],
  );
});

test('a pulse is read behind the name of the program', () => {
  const rest = (state: string) => `1234 (a) S (b) ${state} 1 2 3 4 5 6 7 8 9 10 30 12 0 0 20`;
  assert.deepEqual(parsePulse(rest('S')), { cpuTicks: 42, run: 'waiting' });
  assert.deepEqual(parsePulse(rest('R')), { cpuTicks: 42, run: 'ready' });
  assert.deepEqual(parsePulse(rest('D')), { cpuTicks: 42, run: 'ready' });
  assert.deepEqual(parsePulse(rest('T')), { cpuTicks: 42, run: 'stopped' });
  assert.deepEqual(parsePulse(rest('t')), { cpuTicks: 42, run: 'stopped' });
  assert.deepEqual(parsePulse('1 (x) S'), { cpuTicks: null, run: null });
  assert.deepEqual(readPulse(undefined), { cpuTicks: null, run: null });
  assert.deepEqual(readPulse(2 ** 30), { cpuTicks: null, run: null });
});

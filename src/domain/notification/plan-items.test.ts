import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LoggedEvent } from '#domain/event-log/event.ts';
import type { NotificationChannel } from '#domain/notification/channel.ts';
import type { Planning, WaitingItems } from '#domain/notification/plan-items.ts';
import { planItems } from '#domain/notification/plan-items.ts';
import type { NotificationRule } from '#domain/notification/rule.ts';
import { LIMITS } from '#lib/limits.ts';

const NOW_MS = Date.UTC(2026, 10, 26, 12);

function channelOf(channelId: string, change: Partial<NotificationChannel> = {}) {
  return {
    channelId,
    userId: 'usr_1',
    kind: 'slack',
    name: 'Team',
    destination: 'hooks.example',
    createdAtMs: 1,
    provenAtMs: 2,
    mute: null,
    failingSinceMs: null,
    lastProblem: null,
    lastDeliveredAtMs: null,
    disabled: null,
    ...change,
  } satisfies NotificationChannel;
}

function ruleOf(ruleId: string, change: Partial<NotificationRule> = {}): NotificationRule {
  return {
    ruleId,
    userId: 'usr_1',
    name: 'Lines',
    types: ['bot.logged'],
    isProblemsOnly: false,
    botIds: [],
    accountIds: [],
    channelIds: [],
    everyMs: 0,
    quietHours: null,
    isEnabled: true,
    createdAtMs: 1,
    ...change,
  };
}

function lineOf(botId: string, sequence: number): LoggedEvent {
  const data = { botId, severity: 'info', message: 'a line' } as const;
  return { type: 'bot.logged', objectId: botId, atMs: NOW_MS, sequence, data };
}

function linesOf(botId: string, first: number, count: number): readonly LoggedEvent[] {
  return Array.from({ length: count }, (_, index) => lineOf(botId, first + index));
}

function waitingOf(channelId: string, ruleId: string, count: number): WaitingItems {
  return { channelId, ruleId, count, dueAtMs: NOW_MS + 500 };
}

function plan(change: Partial<Planning>) {
  const { items, skipped } = planItems({
    nowMs: NOW_MS,
    events: [],
    rules: [ruleOf('nrl_1')],
    channels: [channelOf('nch_1')],
    waiting: [],
    paces: [],
    ...change,
  });
  const sequences = (channelId: string) =>
    items.filter((item) => item.channelId === channelId).map(({ sequence }) => sequence);
  return { items, sequences, skipped: Object.fromEntries(skipped) };
}

test('at most 500 events wait for a channel; the oldest are queued, more are counted', () => {
  const { sequences, skipped } = plan({ events: linesOf('bot_1', 1, 503) });
  assert.equal(LIMITS.notificationItemsMax, 500);
  assert.deepEqual(
    sequences('nch_1'),
    Array.from({ length: 500 }, (_, index) => index + 1),
  );
  assert.deepEqual(skipped, { nch_1: 3 });
});

test('what waits already counts, by whatever rule, and for its channel alone', () => {
  const { sequences, skipped } = plan({
    events: linesOf('bot_1', 10, 5),
    channels: [channelOf('nch_1'), channelOf('nch_2')],
    waiting: [
      waitingOf('nch_1', 'nrl_1', 300),
      waitingOf('nch_1', 'nrl_2', 198),
      waitingOf('nch_2', 'nrl_1', 495),
    ],
  });
  assert.deepEqual(sequences('nch_1'), [10, 11]);
  assert.deepEqual(sequences('nch_2'), [10, 11, 12, 13, 14]);
  assert.deepEqual(skipped, { nch_1: 3 });
});

test('where 500 wait, or more, nothing is queued and everything is counted', () => {
  for (const count of [500, 700]) {
    const waiting = [waitingOf('nch_1', 'nrl_1', count)];
    const { items, skipped } = plan({ events: linesOf('bot_1', 1, 4), waiting });
    assert.deepEqual([items, skipped], [[], { nch_1: 4 }]);
  }
});

test('an event that no rule is about takes no place, and one of two rules takes one', () => {
  const events = [...linesOf('bot_other', 1, 600), ...linesOf('bot_1', 601, 3)];
  const of = { botIds: ['bot_1'] };
  const rules = [ruleOf('nrl_1', { ...of, everyMs: 60_000 }), ruleOf('nrl_2', of)];
  const paces = [{ channelId: 'nch_1', ruleId: 'nrl_1', lastMs: NOW_MS - 1_000 }];
  const waiting = [waitingOf('nch_1', 'nrl_3', 498)];
  const { items, skipped } = plan({ events, rules, paces, waiting });
  const dueAtMs = NOW_MS + LIMITS.notificationGatherMs;
  const item = { channelId: 'nch_1', ruleId: 'nrl_2', dueAtMs };
  assert.deepEqual(items, [
    { ...item, sequence: 601 },
    { ...item, sequence: 602 },
  ]);
  assert.deepEqual(skipped, { nch_1: 1 });
});

test('a channel that takes no events counts none', () => {
  const channels = [
    channelOf('nch_1', { provenAtMs: null }),
    channelOf('nch_2', { mute: { sinceMs: 1, untilMs: null } }),
    channelOf('nch_3', { disabled: { atMs: 1, reason: 'It is gone.' } }),
  ];
  const { items, skipped } = plan({ events: linesOf('bot_1', 1, 600), channels });
  assert.deepEqual([items, skipped], [[], {}]);
});

// Makes a bot's run again and shows it decision by decision; it fails when anything is different
// from then.

import { formatInstant } from '#lib/time.ts';
import { userWords } from '#cli/choose-user.ts';
import type { BotOptions } from '#cli/bot-text.ts';
import { unknownBot } from '#cli/bot-text.ts';
import { writeResult } from '#cli/command-base.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { Host, ServiceDeps } from '#cli/host.ts';
import { formatTable } from '#cli/table.ts';
import type { ReplayedOrder, ReplayRejection, RunReplay } from '#services/live/run/replay-run.ts';
import type { SnapshotCheck } from '#services/live/run/check-snapshot.ts';

/** Replays a run and shows it. Throws when a decision, an order or a snapshot differs. */
export async function showReplay(
  host: Host,
  options: BotOptions,
  deps: ServiceDeps,
  query: { readonly userId: string; readonly botId: string },
): Promise<void> {
  // What runs a bot is loaded here only: no other command needs it.
  const { replayRun } = await import('#services/live/run/replay-run.ts');
  const fromMs = deps.clock.nowMs();
  const replayed = await replayRun(deps, query);
  if (!replayed.ok) throw refusal(replayed.rejection, options, query.botId);
  const run = replayed.value;
  const seconds = (deps.clock.nowMs() - fromMs) / 1_000;
  writeResult(host, options, toJson(run), () => inWords(host, run, seconds));
  const differing = run.orders.filter(({ difference }) => difference !== null).length;
  const snapshot = run.snapshots.find(({ difference }) => difference !== null);
  if (run.difference === null && differing === 0 && snapshot !== undefined)
    throw new CommandFailed(
      `Its snapshot of ${formatInstant(snapshot.doneUntilMs)} differs: ${snapshot.difference}.`,
      'It is a defect of this release: the bot is still run rightly by a replay of its inputs.',
    );
  if (run.difference === null && differing === 0) return;
  throw new CommandFailed(
    run.difference ?? `${differing} of its orders were other ones then.`,
    'Compare the minutes of its market, its script and this release with those of then.',
  );
}

function inWords(host: Host, run: RunReplay, seconds: number): string {
  const whenEmpty = 'It requested no orders.';
  const window = `${formatInstant(run.fromMs)} to ${formatInstant(run.untilMs)}`;
  const counts = `${run.minutesCount} minutes, ${run.eventCount} events`;
  const took = `made again in ${seconds.toFixed(1)} s`;
  const refusal = run.snapshotRefusal ?? 'none is written yet';
  const snapshots =
    run.snapshots.length === 0
      ? `No snapshot: ${refusal}.\n`
      : run.snapshots.map((check) => `Snapshot ${snapshotInWords(check)}.\n`).join('');
  return [
    formatTable(host.terminal, ORDER_COLUMNS, run.orders, whenEmpty),
    `Activation ${run.activation}, ${window}: ${counts}, ${run.orders.length} orders; ${took}.\n`,
    snapshots,
  ].join('');
}

function snapshotInWords({ doneUntilMs, eventCount, useless, difference }: SnapshotCheck): string {
  const what = `of ${formatInstant(doneUntilMs)}, ${eventCount} events`;
  if (useless !== null) return `${what}: is of no use, ${useless}`;
  return `${what}: ${difference === null ? 'the same' : `DIFFERS at ${difference}`}`;
}

function refusal(rejection: ReplayRejection, options: BotOptions, botId: string): CommandFailed {
  switch (rejection.code) {
    case 'bot_not_found':
      return unknownBot(options, botId);
    case 'never_ran':
      return new CommandFailed(
        `Bot "${botId}" has not run yet.`,
        `Start it: tidemill bots start ${botId}${userWords(options)}`,
      );
    case 'not_possible':
      return new CommandFailed(
        `Its run cannot be made again: ${rejection.detail}`,
        'What it needs must be there as it was then.',
      );
  }
}

const ORDER_COLUMNS = [
  { title: 'AT', cell: (order: ReplayedOrder) => formatInstant(order.atMs) },
  { title: 'ORDER', cell: (order: ReplayedOrder) => order.orderId },
  { title: 'SIDE', cell: (order: ReplayedOrder) => order.side },
  { title: 'TYPE', cell: (order: ReplayedOrder) => order.type },
  { title: 'PRICE', cell: ({ type, price }: ReplayedOrder) => (type === 'market' ? '' : price) },
  { title: 'AMOUNT', cell: (order: ReplayedOrder) => order.amount },
  { title: 'BECAME', cell: (order: ReplayedOrder) => order.state ?? 'not written' },
  { title: 'DIFFERENCE', cell: (order: ReplayedOrder) => order.difference ?? '' },
] as const;

function toJson(run: RunReplay): object {
  return {
    activation: run.activation,
    from: formatInstant(run.fromMs),
    until: formatInstant(run.untilMs),
    minutes: run.minutesCount,
    events: run.eventCount,
    difference: run.difference,
    snapshots: run.snapshots.map(({ doneUntilMs, eventCount, useless, difference }) => {
      return { until: formatInstant(doneUntilMs), events: eventCount, useless, difference };
    }),
    snapshot_refusal: run.snapshotRefusal,
    orders: run.orders.map(({ atMs, orderId, ...order }) => {
      return { at: formatInstant(atMs), order_id: orderId, ...order };
    }),
  };
}

// A strategy as the brain of a run: asked in each update, like a script, and over the same API.
// What comes from outside is reported to it at once; before its first update it has seen no price,
// so until then such events wait.

import type { Json } from '#lib/json.ts';
import type { BracketStanding } from '#domain/strategy/bracket-standing.ts';
import type { PartClosed } from '#domain/strategy/signal-action.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { MakeBrain, PairsOfRun } from '#engine/run/run-brain.ts';
import type { OutsideEvent } from '#engine/run/run-event.ts';
import type { RunStage } from '#engine/run/run.ts';
import { NO_NAMED_VALUES } from '#engine/values/graph-text.ts';
import { fillMeter } from '#lua/runtime/meter.ts';

/** A signal for the token of a bot. */
export type StrategySignal = {
  readonly token: string;
  readonly action: string;
  /** When it was received, and how old it is now. */
  readonly receivedAtMs: number;
  readonly ageMs: number;
  /** Of an exit that leaves a part; null: of all. */
  readonly part: PartClosed | null;
};

export type RunningStrategy = {
  /** Once for each minute. */
  readonly update: () => void;
  /** Its settings have changed; takes effect in the next update. */
  readonly edit: (config: Readonly<Record<string, Json>>) => void;
  readonly signal: (signal: StrategySignal) => void;
  /** The token of the signals that it acts on; null: it acts on none. */
  readonly listensTo: () => string | null;
  /** What it knows from one update to the next, and puts back into one of the same kind. */
  readonly save: () => object;
  /** Of a grid: what its pairs of fills have brought. */
  readonly pairs?: () => PairsOfRun;
  /** Of a bracket: how it stands. */
  readonly bracket?: () => BracketStanding;
  readonly restore: (saved: object) => void;
};

/** Begins on the API of a run. */
export type Strategy = (api: CommandContext) => RunningStrategy;

/** Brain that runs the strategy once a row; the first event waits until the first update. */
export function strategyBrain(strategy: Strategy): MakeBrain {
  return (makeContext) => {
    const stage: RunStage = { row: 0, hasRequests: false };
    fillMeter();
    const api = makeContext(stage);
    const running = strategy(api);
    const waiting: OutsideEvent[] = [];
    let hasRun = false;
    const takeWaiting = (): void => {
      hasRun = true;
      for (const event of waiting.splice(0)) tellStrategy(api, running, event);
    };
    return {
      runRows(fromRow, toRow) {
        // The service's own code is not charged for the series that it reads.
        fillMeter();
        for (let row = fromRow; row < toRow; row += 1) {
          stage.row = row;
          if (!hasRun) takeWaiting();
          running.update();
          if (stage.hasRequests) return { row: row + 1, failure: null };
        }
        return { row: toRow, failure: null };
      },
      tell(event) {
        fillMeter();
        if (hasRun) tellStrategy(api, running, event);
        else waiting.push(event);
      },
      // Strategies leave nothing with the run for later.
      call: () => null,
      ...(running.pairs === undefined ? {} : { pairs: running.pairs }),
      ...(running.bracket === undefined ? {} : { bracket: running.bracket }),
      state: {
        named: NO_NAMED_VALUES,
        shown: () => [],
        code: () => [],
        calls: () => [],
        beginCalls: () => undefined,
        save: () => ({ hasRun, waiting, strategy: running.save() }),
        restore(saved) {
          const { strategy: retained, ...rest } = saved as SavedStrategy;
          hasRun = rest.hasRun;
          waiting.push(...rest.waiting);
          running.restore(retained);
        },
        describeGlobal: (name) => name,
      },
    };
  };
}

type SavedStrategy = {
  readonly hasRun: boolean;
  readonly waiting: readonly OutsideEvent[];
  readonly strategy: object;
};

function tellStrategy(api: CommandContext, running: RunningStrategy, event: OutsideEvent): void {
  if (event.kind === 'edited') {
    running.edit(event.config);
    return;
  }
  const { signal, atMs } = event;
  if (signal.kind !== 'remote') return;
  const { id: token, signal: action, part = null } = signal;
  const receivedAtMs = signal.receivedAtMs ?? atMs;
  const ageMs = Math.max(0, atMs - receivedAtMs);
  const { signalId = null } = signal;
  const listensTo = running.listensTo();
  const isHeard = token === listensTo;
  api.signals.follow(signalId, () => {
    if (signalId !== null) api.signals.noteReception(signalId, isHeard ? 'heard' : 'unheard');
    if (isHeard) running.signal({ token, action, receivedAtMs, ageMs, part });
    else api.log.write('warning', `signal "${token}" (${action}) was not heard: ${ear(listensTo)}`);
  });
}

function ear(listensTo: string | null): string {
  return listensTo === null
    ? 'this bot listens to no signals'
    : `this bot listens to "${listensTo}"`;
}

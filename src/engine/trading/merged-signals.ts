// Several signals as one container: the list, the one that all agree on, and the one that more than
// half of them name.

import { containerOf } from '#engine/binding/container.ts';
import type { Container } from '#engine/binding/container.ts';
import type { CallContext } from '#engine/commands/command-body.ts';
import { constantNumber } from '#engine/trading/constant-number.ts';
import type { TradingConstant } from '#engine/trading/constant-number.ts';
import { tableFromList } from '#script/runtime/table.ts';

const NONE = constantNumber('SignalNone');

const SIGNAL_WORDS = new Map<number, string>(
  (
    [
      ['SignalNone', 'none'],
      ['SignalLong', 'long'],
      ['SignalShort', 'short'],
      ['SignalExitPosition', 'exit'],
      ['SignalExitLong', 'exit long'],
      ['SignalExitShort', 'exit short'],
      ['SignalError', 'error'],
    ] as const satisfies readonly (readonly [TradingConstant, string])[]
  ).map(([name, word]) => [constantNumber(name), word]),
);

/** The signal that all name; SignalNone when they differ, or when there are none. */
function unanimousSignal(signals: readonly number[]): number {
  const [first = NONE] = signals;
  return signals.every((signal) => signal === first) ? first : NONE;
}

/** The signal that more than half name; SignalNone when there is no such one. */
function consensusSignal(signals: readonly number[]): number {
  for (const signal of new Set(signals)) {
    const votes = signals.filter((each) => each === signal).length;
    if (votes * 2 > signals.length) return signal;
  }
  return NONE;
}

/** Writes to the log what the consensus changed to, unless the script wants no such lines. */
function logChange({ calls, log, settings }: CallContext, consensus: number): void {
  const last = calls.state((): { consensus: number | null } => ({ consensus: null }));
  if (settings.has('hides_container_logs') || last.consensus === consensus) return;
  last.consensus = consensus;
  log.write('info', `Indicators agree on: ${SIGNAL_WORDS.get(consensus) ?? 'reserved'}`);
}

export function mergedSignals(context: CallContext, ...signals: number[]): Container {
  const merged = containerOf({
    signals: tableFromList([...signals]),
    unanimousSignal: unanimousSignal(signals),
    consensusSignal: consensusSignal(signals),
  });
  logChange(context, consensusSignal(signals));
  return merged;
}

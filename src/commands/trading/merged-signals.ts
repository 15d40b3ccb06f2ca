// Several signals as one container: the list, the one that all agree on, and the one that more than
// half of them name.

import { containerOf } from '#engine/values/container.ts';
import type { Container } from '#engine/values/container.ts';
import type { CallContext } from '#commands/definition/command-implementation.ts';
import { constantNumber } from '#commands/trading/constant-number.ts';
import type { TradingConstant } from '#commands/trading/constant-number.ts';
import { consensusSignal, unanimousSignal } from '#commands/values/merge-signals.ts';
import type { Signal } from '#engine/values/signal.ts';
import { tableFromList } from '#lua/runtime/table.ts';

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

/** Writes to the log what the consensus changed to, unless the script wants no such lines. */
function logChange({ calls, log, settings }: CallContext, consensus: number): void {
  const last = calls.state((): { consensus: number | null } => ({ consensus: null }));
  if (settings.has('hides_container_logs') || last.consensus === consensus) return;
  last.consensus = consensus;
  log.write('info', `Indicators agree on: ${SIGNAL_WORDS.get(consensus) ?? 'reserved'}`);
}

/** Container of the three, and a log line when the consensus changes. */
export function mergedSignals(context: CallContext, ...signals: Signal[]): Container {
  const merged = containerOf({
    signals: tableFromList([...signals]),
    unanimousSignal: unanimousSignal(signals),
    consensusSignal: consensusSignal(signals),
  });
  logChange(context, consensusSignal(signals));
  return merged;
}

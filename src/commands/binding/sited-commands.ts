// Commands that keep something of their own at each place of the script from which they are called.
// The compiler passes them the number of the place.

export const SITED_COMMANDS: ReadonlySet<string> = new Set([
  'DelaySignal',
  'IndicatorContainer',
  'Library',
  'OptimizedForInterval',
  'SignalProperties',
  'SourceManager',
]);

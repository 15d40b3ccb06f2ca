// Figures of a process that runs bots, and how they are put in words.

export type ProcessFigures = {
  readonly runningCount: number;
  /** Processor time since it began. */
  readonly cpuMs: number;
  readonly rssBytes: number;
  /** Heap and column memory in use after a collection. */
  readonly liveBytes: number;
  /** Milliseconds from a minute's close until an order was at the driver. */
  readonly sinceClose: readonly number[];
  readonly signalled: readonly SignalledOrder[];
  readonly warnings: number;
  /** Shares of its parts; empty when they were not looked at. */
  readonly parts: string;
};

/** How far a process has come with taking bots up, and when; 0: not yet. */
export type StartUp = {
  /** Its modules are loaded. */
  readonly readyAtMs: number;
  /** It holds leases and knows its bots. */
  readonly heldAtMs: number;
  readonly firstAtMs: number;
  /** Of those that run. */
  readonly lastAtMs: number;
  readonly runningCount: number;
};

/** An order that a signal led to: what the signal was called, and when the driver had the order. */
export type SignalledOrder = {
  readonly name: string;
  readonly givenAtMs: number;
  readonly arrivedAtMs: number;
};

/** Of unsorted values; NaN without any. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  const lines = rows.map((row) => row.map((cell, at) => cell.padStart(widths[at] ?? 0)).join('  '));
  return lines.join('\n');
}

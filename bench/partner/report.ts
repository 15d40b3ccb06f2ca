// Formats the figures of this benchmark's parts.

import { loadavg } from 'node:os';
import { quantile } from '../bots/figures.ts';

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function spread(values: readonly number[]): string {
  const [p50, p99, most] = [0.5, 0.99, 1].map((part) => quantile(values, part).toFixed(0));
  return `${values.length}, p50 ${p50} ms, p99 ${p99} ms, ${most} ms at most`;
}

export function share(cpuMs: number, elapsedMs: number): string {
  return `${((cpuMs / elapsedMs) * 100).toFixed(1)} % of one processor`;
}

export function inSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

export function load(): string {
  return `load average ${loadavg()[0]?.toFixed(1)}`;
}

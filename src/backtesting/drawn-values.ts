// Arguments of drawing commands, as they were recorded: numbers, texts and colours where they are
// ones, and nothing else.

import type { ChartCall } from '#engine/run-api/chart-api.ts';

export type Value = ChartCall['values'][number] | undefined;

/** A drawing has what concerns it, and of the rest nothing. */
export const NOTHING = { atMs: null, shape: null, isAbove: false, value: null, end: null } as const;

const COLOR = /^#(?:[\dA-F]{6}|[\dA-F]{8})$/i;

/** Finite number; null for any other value. */
export function numberOf(value: Value): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** Text; empty for any other value. */
export function textOf(value: Value): string {
  return typeof value === 'string' ? value : '';
}

/** Colour as it was written; null for what is none. */
export function colorOf(value: Value): string | null {
  return typeof value === 'string' && COLOR.test(value) ? value : null;
}

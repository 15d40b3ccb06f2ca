// Reader of points from a CSV file: an instant and a number in each line.

import { DAY_MS, parseInstant } from '#lib/time.ts';
import type { Result } from '#lib/result.ts';
import { rejected } from '#lib/result.ts';
import type { DataPoints } from '#domain/data-series/data-points.ts';
import { pointsInOrder } from '#domain/data-series/points-in-order.ts';

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const LOCAL = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(:\d{2}(?:\.\d+)?)?$/;
const SECONDS = /^\d{9,10}$/;
const MILLISECONDS = /^\d{12,13}$/;

/** The rejection is a sentence that names the line. A first line without a number is a header. */
export function readPointsCsv(text: string): Result<DataPoints, string> {
  const pairs: [atMs: number, value: number][] = [];
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const cells = line.split(/[,;\t]/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
    const [instant = '', number = '', ...others] = cells;
    const isNumber = NUMBER.test(number) && Number.isFinite(Number(number));
    if (pairs.length === 0 && index === 0 && !isNumber) continue;
    const atMs = instantOf(instant);
    if (others.some((cell) => cell !== '') || atMs === null || !isNumber)
      return rejected(
        `Line ${index + 1}: expected an instant and a number, found "${line.slice(0, 80)}".`,
      );
    pairs.push([atMs, Number(number)]);
  }
  return pointsInOrder(pairs);
}

/** Without a zone it is UTC; null: none that is known. */
function instantOf(text: string): number | null {
  if (SECONDS.test(text)) return Number(text) * 1_000;
  if (MILLISECONDS.test(text)) return Number(text);
  if (DAY.test(text)) return dayStartMs(text);
  const local = LOCAL.exec(text);
  if (local === null) return parseInstant(text.replace(' ', 'T'));
  const [, day = '', minute = '', second = ':00'] = local;
  return parseInstant(`${day}T${minute}${second}Z`);
}

/** A figure of a day is known when the day is over. */
function dayStartMs(day: string): number | null {
  const startMs = parseInstant(`${day}T00:00:00Z`);
  return startMs === null ? null : startMs + DAY_MS;
}

// Reads a body as JSON, and refuses what no store or log should ever see: other encodings, deep
// nesting, NUL characters, halves of surrogate pairs, and names given twice, of which one reader
// would take the first and another the last.

import { isUtf8 } from 'node:buffer';
import type { Refusal } from '#api/http/answer.ts';
import { refuse } from '#api/http/answer.ts';
import { describeText } from '#api/http/mismatch.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';

/** Deep enough for every shape of the contract, far from what could exhaust a stack. */
const DEPTH_MAX = 32;

/** Undefined for an empty body; otherwise an object. */
export function readJsonBody(
  bytes: Buffer | undefined,
): Result<Record<string, unknown> | undefined, Refusal> {
  if (bytes === undefined || bytes.length === 0) return accepted(undefined);
  if (!isUtf8(bytes)) return rejected(refuse('invalid_request', 'The body is not valid UTF-8.'));
  const text = bytes.toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return rejected(refuse('invalid_request', 'The body is not valid JSON.'));
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    return rejected(refuse('invalid_request', 'The body: expected a JSON object.'));
  }
  const fault = findFault(value, 0) ?? findRepeatedName(text);
  if (fault !== null) return rejected(refuse('invalid_request', `The body ${fault}.`));
  return accepted(value as Record<string, unknown>);
}

/** Whether a text can be kept and logged as it is. */
export function isPlainText(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

function findFault(value: unknown, depth: number): string | null {
  if (typeof value === 'string') {
    return isPlainText(value) ? null : 'holds a NUL character or half of a surrogate pair';
  }
  if (value === null || typeof value !== 'object') return null;
  if (depth >= DEPTH_MAX) return `is nested deeper than ${DEPTH_MAX} levels`;
  for (const [key, item] of Object.entries(value)) {
    const fault = findFault(key, depth) ?? findFault(item, depth + 1);
    if (fault !== null) return fault;
  }
  return null;
}

const NAME_END = /[ \t\r\n]*:/y;

/** Of a text that is JSON. */
function findRepeatedName(text: string): string | null {
  const namesByDepth: (Set<string> | null)[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '{') namesByDepth.push(null);
    else if (character === '}') namesByDepth.pop();
    else if (character === '"') {
      const end = endOfString(text, index);
      NAME_END.lastIndex = end;
      if (NAME_END.test(text)) {
        const name = String(JSON.parse(text.slice(index, end)));
        const depth = namesByDepth.length - 1;
        const names = (namesByDepth[depth] ??= new Set());
        if (names.has(name)) return `has the name ${describeText(name)} twice`;
        names.add(name);
      }
      index = end - 1;
    }
  }
  return null;
}

/** The place behind the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text[index] !== '"') index += text[index] === '\\' ? 2 : 1;
  return index + 1;
}

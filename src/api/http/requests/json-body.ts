// Reads a body as JSON, and refuses what no store or log should ever see: other encodings, deep
// nesting, NUL characters, halves of surrogate pairs, hidden text, and names given twice, of which
// one reader would take the first and another the last.

import { isUtf8 } from 'node:buffer';
import type { Refusal } from '#api/http/responses/api-response.ts';
import { refuse } from '#api/http/responses/api-response.ts';
import { describeText } from '#api/http/requests/mismatch.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';

/** Deep enough for every shape of the contract, far from what could exhaust a stack. */
const DEPTH_MAX = 32;
/** What is deeper is not parsed: each level costs time on the thread that all requests share. */
const PARSED_DEPTH_MAX = 64;
/** Above every shape of the contract; each costs time on the thread that all requests share. */
const MEMBERS_MAX = 12_000;

/** Undefined for an empty body; otherwise an object. */
export function readJsonBody(
  bytes: Buffer | undefined,
): Result<Record<string, unknown> | undefined, Refusal> {
  if (bytes === undefined || bytes.length === 0) return accepted(undefined);
  if (!isUtf8(bytes)) return rejected(refuse('invalid_request', 'The body is not valid UTF-8.'));
  const excess = findExcess(bytes);
  if (excess !== null) return rejected(refuse('invalid_request', `The body${excess}.`));
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

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a];
/** A square bracket and a brace differ in one bit, which is set here. */
const [OPEN, CLOSE, BRACE_BIT] = [0x7b, 0x7d, 0x20];

/**
 * Counts levels and members in one pass over the bytes, before they are parsed: brackets and colons
 * outside texts, of which JSON has one for each.
 */
function findExcess(bytes: Buffer): string | null {
  let membersCount = 0;
  let depth = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0;
    if (byte === QUOTE) index = endOfQuotedBytes(bytes, index);
    else if (byte === COLON) membersCount += 1;
    else if ((byte | BRACE_BIT) === OPEN) depth += 1;
    else if ((byte | BRACE_BIT) === CLOSE) depth -= 1;
    if (depth > PARSED_DEPTH_MAX) return ` is nested deeper than ${DEPTH_MAX} levels`;
    if (membersCount > MEMBERS_MAX)
      return `: expected at most ${MEMBERS_MAX} members in all its objects`;
  }
  return null;
}

/** The index of the quote that ends the text; the length when none does. */
function endOfQuotedBytes(bytes: Buffer, start: number): number {
  for (let index = start + 1; index < bytes.length; index += 1) {
    if (bytes[index] === BACKSLASH) index += 1;
    else if (bytes[index] === QUOTE) return index;
  }
  return bytes.length;
}

/** Whether a text can be retained and logged as it is. */
export function isPlainText(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

const TAG = /[\u{e0000}-\u{e007f}]/u;
/** Flags of parts of countries, as of Scotland. */
const TAGGED_FLAG = /\u{1f3f4}[\u{e0020}-\u{e007e}]{1,6}\u{e007f}/gu;

/** Whether it has a second text in letters that no screen shows. */
function hidesText(text: string): boolean {
  return TAG.test(text) && TAG.test(text.replaceAll(TAGGED_FLAG, ''));
}

function findFault(value: unknown, depth: number): string | null {
  if (typeof value === 'string') {
    if (hidesText(value)) return 'holds tag characters (U+E0000 to U+E007F), which no screen shows';
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

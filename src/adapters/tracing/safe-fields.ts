// The last gate before something leaves in a span: only the fields that there are, and of their
// values only short words. The names of fields are closed by their type; this holds also where a
// value is not what its field says.

import { TRACE_FIELDS } from '#venue-port/world/tracer.ts';
import type { TraceFields } from '#venue-port/world/tracer.ts';

const FIELDS: ReadonlySet<string> = new Set(TRACE_FIELDS);
/** Ids, codes, names of operations and statements, templates of paths. */
const WORD = /^[\w.:/{}*-]{1,128}$/;
/** Our own keys and links, whatever their kind. */
const KEY = /tm_[a-z]+_/;
const WITHHELD = 'withheld';

/** Of a span: words with single spaces between. */
export function safeName(name: string): string {
  return name.split(' ').every(isWord) ? name : WITHHELD;
}

/** Fields that may leave; other texts than short words are withheld. */
export function safeFields(fields: TraceFields): Record<string, string | number> {
  const safe: Record<string, string | number> = {};
  for (const [field, value] of Object.entries(fields)) {
    if (!FIELDS.has(field) || value === undefined) continue;
    safe[field] = typeof value === 'number' || isWord(value) ? value : WITHHELD;
  }
  return safe;
}

function isWord(value: string): boolean {
  return WORD.test(value) && !KEY.test(value);
}

// The members of a message with all that is nested in it, under names that are compared without
// case and punctuation: `strategy.order.action`, `orderAction` and `order_action` are one.

import type { Json } from '#lib/json.ts';

const SHOWN_CHARACTERS_MAX = 100;

export type SaidField = {
  /** As it was sent, for people. */
  readonly name: string;
  /** Small letters and digits alone, without a leading `strategy`. */
  readonly key: string;
  /** Numbers as they were written. */
  readonly value: string | boolean;
};

/** Without what is null, and of lists and objects what is in them. */
export function saidFields(message: Json): readonly SaidField[] {
  if (message === null || typeof message !== 'object') return [];
  if (Array.isArray(message)) return (message as readonly Json[]).flatMap(saidFields);
  return Object.entries(message as { readonly [name: string]: Json }).flatMap(([name, value]) => {
    if (value === null) return [];
    if (typeof value === 'object') {
      // A list of words says each of them under its name.
      const items = Array.isArray(value) ? (value as readonly Json[]) : [];
      const words = items.filter((item) => typeof item === 'string');
      return [...words.map((word) => fieldOf(name, word)), ...saidFields(value)];
    }
    return [fieldOf(name, typeof value === 'number' ? String(value) : value)];
  });
}

function fieldOf(name: string, value: string | boolean): SaidField {
  return { name, key: keyOf(name), value: typeof value === 'string' ? value.trim() : value };
}

function keyOf(name: string): string {
  const key = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return key.startsWith('strategy') ? key.slice('strategy'.length) : key;
}

/** A name or a value in a message to its owner. */
export function quoted(text: string | boolean): string {
  return `"${String(text).slice(0, SHOWN_CHARACTERS_MAX)}"`;
}

// Configuration of an order that a refusal of Coinbase repeats. The refusal has no name, so another
// configuration than ours is all that tells that it is the refusal of another request.

import { decimalIn } from '#venues/dialects/reply/reply-fields.ts';

type Words = Readonly<Record<string, unknown>>;

/**
 * Whether the configuration is that of another order than was sent: of another kind, or with
 * another number or choice. What is left out, on either side, says nothing.
 */
export function isOfAnotherOrder(echoed: unknown, sent: unknown): boolean {
  const [own] = kindsOf(sent);
  const kinds = kindsOf(echoed);
  if (own === undefined || kinds.length === 0) return false;
  const same = kinds.find(([kind]) => kind === own[0]);
  return same === undefined || kinds.length > 1 || differs(same[1], own[1]);
}

/** Kinds that it has words of. */
function kindsOf(configuration: unknown): readonly (readonly [kind: string, words: Words])[] {
  if (!isWords(configuration)) return [];
  return Object.entries(configuration).flatMap(([kind, words]) =>
    isWords(words) ? [[kind, words] as const] : [],
  );
}

function differs(echoed: Words, sent: Words): boolean {
  return Object.entries(sent).some(([name, value]) => {
    const other = echoed[name] ?? null;
    return other !== null && other !== '' && !isEqual(other, value);
  });
}

/** Numbers may be written otherwise than they were sent. */
function isEqual(echoed: unknown, sent: unknown): boolean {
  const number = decimalIn(sent);
  return number === null ? echoed === sent : decimalIn(echoed) === number;
}

function isWords(value: unknown): value is Words {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// Spellings of a venue: how it writes fields of its replies and frames beside the form that its
// skin gives them, as recordings of it by others show. The plain form comes as well.

import type { Operation } from '#loopback/skins/skin.ts';

/** A value of JSON as it is written. */
export type Token = string;
/** Written otherwise; `absent`: without the field; null: not of such a value. */
export type SpellingForm = (token: Token) => Token | typeof ABSENT | null;

export const ABSENT = Symbol('absent');

export type FieldSpelling = {
  readonly fields: readonly string[];
  readonly as: SpellingForm;
  /** Absent: replies to all calls, and frames. */
  readonly of?: readonly (Operation | 'frames')[];
  /** Said of few orders, so that it is met in campaigns alone. */
  readonly isRare?: true;
  /** The recording that shows it. */
  readonly seen: string;
};

const TEXT = /^"(-?\d+(?:\.\d+)?)"$/;
const FRACTION = /^"(-?\d+)\.(\d+)"$/;

/** Texts of figures with so many places. */
export function withPlaces(count: number): SpellingForm {
  return (token) => {
    const [, digits] = TEXT.exec(token) ?? [];
    if (digits === undefined) return null;
    const [whole = '', places = ''] = digits.split('.');
    return places.length < count ? `"${whole}.${places.padEnd(count, '0')}"` : null;
  };
}

/** Texts of figures without the zeros at their end. */
export const withoutZeros: SpellingForm = (token) => {
  const [, whole = '', places = ''] = FRACTION.exec(token) ?? [];
  if (!places.endsWith('0')) return null;
  const left = places.replace(/0+$/, '');
  return `"${left === '' ? whole : `${whole}.${left}`}"`;
};

/** Figures as numbers. */
export const asNumber: SpellingForm = (token) => TEXT.exec(token)?.[1] ?? null;

/** Numbers and flags as texts. */
export const asText: SpellingForm = (token) =>
  /^(?:-?\d+(?:\.\d+)?|true|false)$/.test(token) ? `"${token}"` : null;

const ZERO = /^"?-?0(?:\.0+)?"?$/;

/** Where there is nothing, an empty text. */
export const emptyIfZero: SpellingForm = (token) => (ZERO.test(token) ? '""' : null);

/** Where there is nothing, another word for it. */
export function ifEmpty(other: Token | typeof ABSENT): SpellingForm {
  return (token) => (token === '""' || token === 'null' ? other : null);
}

/** A word of the venue that its documentation does not have, or not of this. */
export function word(from: Token, to: Token): SpellingForm {
  return (token) => (token === from ? to : null);
}

/** Whatever it was. */
export function always(other: Token | typeof ABSENT): SpellingForm {
  return () => other;
}

export const inLowerCase: SpellingForm = (token) => {
  const lower = token.toLowerCase();
  return token.startsWith('"') && lower !== token ? lower : null;
};

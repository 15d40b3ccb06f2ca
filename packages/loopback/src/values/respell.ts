// Writes a reply or a frame in the spellings of its venue, each drawn by seed. What is long keeps
// all its digits, because the text itself is changed.

import type { Operation } from '#loopback/skins/skin.ts';
import type { Chance } from '#loopback/seeded-chance.ts';
import { createChance } from '#loopback/seeded-chance.ts';
import type { FieldSpelling } from '#loopback/values/field-spelling.ts';
import { ABSENT } from '#loopback/values/field-spelling.ts';

/** `plain`: as the skin writes; `rare`: with what few orders have, too. */
export const VALUE_KINDS = ['plain', 'usual', 'rare'] as const;
export type ValueKind = (typeof VALUE_KINDS)[number];

export type Respeller = {
  kind: ValueKind;
  /** `fields` that were written otherwise, and how often. */
  readonly met: Map<string, number>;
  respell(text: string, of: Operation | 'frames'): string;
};

/** Of the values that a spelling is for. */
const SHARE = 0.5;
const RARE_SHARE = 0.05;

/** Of one venue, with the usual spellings until its kind is changed. */
export function createRespeller(spellings: readonly FieldSpelling[], seed: number): Respeller {
  const patterns = spellings.map((spelling) => ({ spelling, pattern: patternOf(spelling) }));
  const chance = createChance(seed);
  const respeller: Respeller = {
    kind: 'usual',
    met: new Map(),
    respell(text, of) {
      if (respeller.kind === 'plain' || !/^\s*[[{]/.test(text)) return text;
      let written = text;
      for (const { spelling, pattern } of patterns) {
        if (spelling.isRare === true && respeller.kind !== 'rare') continue;
        if (spelling.of !== undefined && !spelling.of.includes(of)) continue;
        written = spelled(written, spelling, pattern, chance, respeller.met);
      }
      return written;
    },
  };
  return respeller;
}

function patternOf({ fields }: FieldSpelling): RegExp {
  const value = String.raw`"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null`;
  return new RegExp(String.raw`(,?)"(${fields.join('|')})":(${value})(?=[,}])`, 'g');
}

function spelled(
  text: string,
  { as, isRare }: FieldSpelling,
  pattern: RegExp,
  chance: Chance,
  met: Map<string, number>,
): string {
  const written = text.replaceAll(
    pattern,
    (all: string, comma: string, name: string, token: string) => {
      const other = as(token);
      if (other === null || chance.next() >= (isRare === true ? RARE_SHARE : SHARE)) return all;
      met.set(name, (met.get(name) ?? 0) + 1);
      if (other === ABSENT) return comma === '' ? HOLE : '';
      return `${comma}"${name}":${other}`;
    },
  );
  return written.replaceAll(HOLES, '');
}

/** Of a first field that is absent, with the comma behind it. */
const HOLE = '<hole>';
const HOLES = /<hole>,?/g;

// Law 6: trouble stays where it is. Each dependency is slow, hung, refused or in error, and every
// operation is requested: only what names the dependency may fail, with its code.

import type { Law, TriedCell } from '../law.ts';
import { EXCHANGE_TROUBLE } from './exchange-trouble.ts';
import { BACKGROUND_TROUBLE } from './background-trouble.ts';
import { STORE_TROUBLE } from './store-trouble.ts';
import type { TroublePart } from './trouble-part.ts';

const PARTS: readonly TroublePart[] = [EXCHANGE_TROUBLE, STORE_TROUBLE, BACKGROUND_TROUBLE];

const nameIn = ({ dependency }: TroublePart, participant: string): string =>
  `${dependency}: ${participant}`;

function named(part: TroublePart, tried: TriedCell): TriedCell {
  return { ...tried, participant: nameIn(part, tried.participant) };
}

export const TROUBLE_LAW: Law = {
  number: 6,
  title: 'trouble stays where it is',
  async participants() {
    const lists = PARTS.map(async (part) =>
      (await part.participants()).map((participant) => nameIn(part, participant)),
    );
    return (await Promise.all(lists)).flat();
  },
  async *tryCells(size) {
    for (const part of PARTS)
      for await (const tried of part.tryCells(size)) yield named(part, tried);
  },
  planted: PARTS.flatMap((part) =>
    part.planted.map(({ name, find }) => ({
      name: nameIn(part, name),
      async find() {
        const found = await find();
        return found === null ? null : named(part, found);
      },
    })),
  ),
};

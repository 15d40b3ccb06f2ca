// Law 6: trouble stays where it is. Each dependency is slow, hung, refused, full or in error, and
// every operation is requested: only what names the dependency may fail, with its code.

import type { Law, TriedCell } from '../law.ts';
import { BACKGROUND_TROUBLE } from './background-trouble.ts';
import { CHANNEL_TROUBLE } from './channel-trouble.ts';
import { DISK_TROUBLE } from './disk-trouble.ts';
import { EXCHANGE_TROUBLE } from './exchange-trouble.ts';
import { LEADER_TROUBLE } from './leader-trouble.ts';
import { LEASE_TROUBLE } from './lease-trouble.ts';
import { QUEUE_TROUBLE } from './queue-trouble.ts';
import { STORE_TROUBLE } from './store-trouble.ts';
import type { TroublePart } from './trouble-part.ts';

const PARTS: readonly TroublePart[] = [
  EXCHANGE_TROUBLE,
  STORE_TROUBLE,
  BACKGROUND_TROUBLE,
  DISK_TROUBLE,
  QUEUE_TROUBLE,
  CHANNEL_TROUBLE,
  LEASE_TROUBLE,
  LEADER_TROUBLE,
];

const nameIn = ({ dependency }: TroublePart, participant: string): string =>
  `${dependency}: ${participant}`;

function inPart(part: TroublePart, tried: TriedCell): TriedCell {
  const { spans } = tried;
  const named = { ...tried, participant: nameIn(part, tried.participant) };
  if (spans === undefined) return named;
  return { ...named, spans: { ...spans, setting: nameIn(part, spans.setting) } };
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
      for await (const tried of part.tryCells(size)) yield inPart(part, tried);
  },
  planted: PARTS.flatMap((part) =>
    part.planted.map(({ name, find }) => ({
      name: nameIn(part, name),
      async find() {
        const found = await find();
        return found === null ? null : inPart(part, found);
      },
    })),
  ),
};

// Law 5 for whoever gets out: one order whose record cannot be read keeps no other one from being
// cancelled, shown, compared or protected. Each service that walks over working orders, with each
// damage of a record that the database takes.

import type { Database } from '#adapters/postgres/connection/database.ts';
import { seededChance } from '../../sim/chance.ts';
import { withTestDatabase } from '../../support/database.ts';
import type { Law, MatrixSize, TriedCell, Verdict } from '../law.ts';
import { broken, excused, HELD } from '../law.ts';
import { outWorld, placeTwo } from './out/out-world.ts';
import type { Way } from './out/ways.ts';
import { WAYS } from './out/ways.ts';
import { WALKERS, WITHOUT_WAYS } from './out/walkers.ts';
import type { ColumnDamage } from './stored/damaged-columns.ts';
import { whileDamaged } from './stored/damaged-columns.ts';

/** Columns of an order that are read and that the database lets be odd. */
const DAMAGES: readonly ColumnDamage[] = [
  ['a price that is no number', 'price', 'NaN'],
  ['an amount that is no number', 'amount', 'NaN'],
  ['a filled amount that is no number', 'filled_amount', 'NaN'],
  ['terms that are a list', 'terms', '[]'],
  ['terms that are text', 'terms', '"plain"'],
  ['terms with a truth for a price', 'terms', '{"trigger_price": true}'],
  ['terms with an unknown keeper', 'terms', '{"keeper": "somebody"}'],
  ['terms with a flag that is text', 'terms', '{"is_reduce_only": "yes"}'],
  ['terms with an exit without a group', 'terms', '{"exit": {"role": "stop"}}'],
  ['terms with an unknown margin mode', 'terms', '{"leverage": "2", "margin_mode": "both"}'],
].map(([title = '', column = '', value = '']) => ({ title, column, value }));

export const WAYS_OUT_LAW: Law = {
  number: 5,
  title: 'one bad row costs itself, for whoever gets out',
  participants: WALKERS,
  tryCells,
  planted: [
    planted('a list that ends with the first bad row', async () => {
      throw new Error('a row cannot be read');
    }),
    planted('a way out that leaves the other order', async () => 'the other order still works'),
  ],
};

async function* tryCells({ share, seed }: MatrixSize): AsyncGenerator<TriedCell> {
  const chance = seededChance(seed);
  const cells: TriedCell[] = [];
  await withTestDatabase(async ({ database }) => {
    for (const way of WAYS)
      for (const [index, damage] of DAMAGES.entries())
        if (index === chance.below(DAMAGES.length) || chance.below(10_000) < share * 10_000)
          cells.push({
            participant: way.path,
            cell: `${way.name}: ${damage.title}`,
            verdict: await tryWay(database, way, damage),
          });
    for (const way of WAYS)
      if (!cells.some((each) => each.participant === way.path))
        cells.push({
          participant: way.path,
          cell: `${way.name}: ${DAMAGES[0]?.title}`,
          verdict: await tryWay(database, way, DAMAGES[0] as ColumnDamage),
        });
  });
  yield* cells;
  for (const [participant, reason] of Object.entries(WITHOUT_WAYS))
    yield { participant, cell: 'its orders', verdict: excused(reason) };
}

async function tryWay(database: Database, way: Way, damage: ColumnDamage): Promise<Verdict> {
  const world = await outWorld(database);
  const placed = await placeTwo(world);
  await way.prepare?.(world);
  const row = { table: 'orders', where: { order_id: placed.damagedId } };
  const found: { wrong: string | null } = { wrong: null };
  const isTaken = await whileDamaged(database, row, damage, async () => {
    try {
      found.wrong = await way.tryIt(world, placed);
    } catch (error) {
      found.wrong = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    }
  });
  if (!isTaken) return excused('the database takes no such value');
  if (found.wrong !== null) return broken(found.wrong);
  const isNamed = world.said.some((line) => line.includes(placed.damagedId));
  return isNamed || way.passesThem === true ? HELD : broken('the log names no order');
}

function planted(name: string, tryIt: Way['tryIt']): Law['planted'][number] {
  const [damage] = DAMAGES as [ColumnDamage];
  return {
    name,
    async find() {
      const found: { verdict: Verdict } = { verdict: HELD };
      await withTestDatabase(async ({ database }) => {
        found.verdict = await tryWay(database, { path: 'planted', name, tryIt }, damage);
      });
      return { participant: 'planted', cell: name, verdict: found.verdict };
    },
  };
}

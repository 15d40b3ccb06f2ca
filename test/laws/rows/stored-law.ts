// Law 5 over what is stored: one bad row costs itself. Each list that the stores of a service read
// back from PostgreSQL, with each column of a row, and each field of its documents, damaged in each
// way that the database takes.

import { encodeJson } from '#lib/json.ts';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { openJobs } from '#adapters/postgres/jobs/open-jobs.ts';
import { seededChance } from '../../sim/chance.ts';
import { withTestDatabase } from '../../support/database.ts';
import type { Law, MatrixSize, TriedCell, Verdict } from '../law.ts';
import { excused } from '../law.ts';
import type { ColumnDamage } from './stored/damaged-columns.ts';
import { damagesOfRow, whileDamaged } from './stored/damaged-columns.ts';
import type { StoredReading } from './stored/judge-stored.ts';
import { judgeStored } from './stored/judge-stored.ts';
import { PLANTED_STORED } from './stored/planted-stored.ts';
import { storedLists } from './stored/stored-lists.ts';
import type { AnyJobs, StoredList } from './stored/stored-stores.ts';
import { storesOver } from './stored/stored-stores.ts';
import { STORED_NAMES, WITHOUT_CELLS } from './stored/stored-names.ts';

export const STORED_LAW: Law = {
  number: 5,
  title: 'one bad row costs itself, of what is stored',
  participants: STORED_NAMES,
  tryCells,
  planted: PLANTED_STORED,
};

async function* tryCells({ share, seed }: MatrixSize): AsyncGenerator<TriedCell> {
  const chance = seededChance(seed);
  const cells: TriedCell[] = [];
  await withTestDatabase(async ({ database }) => {
    const { jobs, close } = await openJobs(database, { isRunning: false, report: () => undefined });
    for (const list of await storedLists(database, jobs))
      for (const [index, damage] of (await damagesOfRow(database, list.row)).entries())
        if (index === 0 || chance.below(10_000) < share * 10_000)
          cells.push({
            participant: list.name,
            cell: damage.title,
            verdict: await tryDamage(database, jobs, list, damage),
          });
    await close();
  });
  yield* cells;
  for (const [participant, reason] of Object.entries(WITHOUT_CELLS))
    yield { participant, cell: 'its rows', verdict: excused(reason) };
}

async function tryDamage(
  database: Database,
  jobs: AnyJobs,
  list: StoredList,
  damage: ColumnDamage,
): Promise<Verdict> {
  const whole = await readingOf(database, jobs, list);
  const [, name = ''] = Object.entries(list.row.where).at(-1) ?? [];
  const others = whole.items.filter((item) => !item.includes(nameIn(list, name)));
  const found: { reading: StoredReading | null } = { reading: null };
  const isTaken = await whileDamaged(database, list.row, damage, async () => {
    found.reading = await readingOf(database, jobs, list);
  });
  if (!isTaken || found.reading === null) return excused('the database takes no such value');
  const isChosen = damage.value === null && damage.column === list.chosenBy;
  if (isChosen || list.filters.includes(damage.column))
    return excused('the column chooses the rows');
  return judgeStored(list.kind, others, found.reading);
}

/** Of a number within its list, with its field. */
function nameIn({ row }: StoredList, name: string): string {
  const [column = ''] = Object.keys(row.where).slice(-1);
  const field = column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return /^\d+$/.test(name) ? `"${field}":${name}` : `"${name}"`;
}

async function readingOf(
  database: Database,
  jobs: AnyJobs,
  list: StoredList,
): Promise<StoredReading> {
  const named: string[] = [];
  const heard = { ...database, report: (line: string) => void named.push(line) };
  const stores = storesOver(heard, jobs);
  try {
    await list.read(stores);
    const rows = await list.read(stores);
    return { failure: null, items: rows.map((row) => encodeJson(row)), named };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    return { failure, items: [], named };
  }
}

// Prints the tables of the laws: `npm run laws` for all, `-- 4 5` for some, `--share 0.1` for a
// tenth of the cases, `--seed 7` for other ones. Ends with 1 when a cell is broken, a participant
// is absent or a planted violation was not found.

import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { showSpans } from './show-spans.ts';
import type { Law } from './law.ts';
import { tryLaw } from './try-law.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    share: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
  },
});

for (const law of await chosenLaws(positionals.map(Number))) await show(law);

/** A law is registered by its file: `test/laws/FOLDER/NAME-law.ts` exports the one `Law`. */
async function chosenLaws(numbers: readonly number[]): Promise<readonly Law[]> {
  const folder = fileURLToPath(new URL('./', import.meta.url));
  const laws: Law[] = [];
  for (const file of globSync('*/*-law.ts', { cwd: folder })) {
    const exported = (await import(new URL(file, import.meta.url).href)) as Record<string, Law>;
    laws.push(...Object.values(exported).filter((each) => typeof each.number === 'number'));
  }
  return laws
    .filter((law) => numbers.length === 0 || numbers.includes(law.number))
    .toSorted((a, b) => a.number - b.number);
}

async function show(law: Law): Promise<void> {
  const size = { share: Number(values.share), seed: Number(values.seed) };
  print(`\nLaw ${law.number}: ${law.title}`);
  const result = await tryLaw(law, size);
  print(row('participant', 'cells', 'held', 'excused'));
  for (const each of result.counts)
    print(row(each.participant, each.cellsCount, each.heldCount, each.excusedCount));
  for (const [reason, count] of result.excuses) print(`  excused ${count} times: ${reason}`);
  for (const each of result.absent) print(`  ABSENT ${each}`);
  for (const { participant, cell, verdict } of result.broken)
    print(`  BROKEN ${participant} | ${cell}: ${'finding' in verdict ? verdict.finding : ''}`);
  for (const line of showSpans(result.spans)) print(`  ${line}`);
  let isEachFound = true;
  for (const planted of law.planted) {
    const found = await planted.find();
    isEachFound &&= found?.verdict.kind === 'broken';
    print(`  planted ${planted.name}: ${found === null ? 'NOT FOUND' : placeOf(found)}`);
  }
  if (result.broken.length > 0 || result.absent.length > 0 || !isEachFound) process.exitCode = 1;
}

function placeOf(found: { participant: string; cell: string }): string {
  return `found by ${found.participant} | ${found.cell}`;
}

function row(participant: string, ...figures: readonly (string | number)[]): string {
  return `  ${participant.padEnd(48)}${figures.map((each) => String(each).padStart(9)).join('')}`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

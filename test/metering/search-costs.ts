// Looks for programs that take much processor time for what they are charged: draws programs, keeps
// the worst, changes them, and measures what seems to be bad again in a process of its own. Run:
// npm run fuzz:cost [-- --seed N --programs N --language lua|pine]. Fails when a step of one takes
// more than ten times what is usual.

import { parseArgs } from 'node:util';
import { nextDouble, seededGenerator } from '#lua/library/random.ts';
import type { CostLanguage } from './cost-languages.ts';
import { COST_LANGUAGES } from './cost-languages.ts';
import type { CostProgram, Draw } from './cost-pieces.ts';
import { FACTOR_MAX, measureApart, medianOf, ordinaryStepsNs, stepNs } from './measure-apart.ts';

/** Enough to tell; what stands out is measured with a whole budget. */
const SCREENED_STEPS = 1_000_000;
const SCREENED_SHARE_MIN = 0.05;
const RETAINED_MAX = 40;
/** Of the bar, for one to be measured again. */
const SUSPECT_SHARE = 0.6;
const SAME_MAX = 2;
const SHOWN = 15;

type FoundProgram = { readonly program: CostProgram; readonly text: string; readonly ns: number };

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    programs: { type: 'string', default: '500' },
    language: { type: 'string', default: 'lua,pine' },
  },
});

/** The worst, few of which have the same piece in their loop: one find leaves room for others. */
function worstOf(found: readonly FoundProgram[]): FoundProgram[] {
  const counts = new Map<string, number>();
  const worst: FoundProgram[] = [];
  for (const each of found.toSorted((left, right) => right.ns - left.ns)) {
    const { body } = each.program;
    if (body.some((piece) => (counts.get(piece) ?? 0) >= SAME_MAX)) continue;
    for (const piece of body) counts.set(piece, (counts.get(piece) ?? 0) + 1);
    worst.push(each);
    if (worst.length === RETAINED_MAX) break;
  }
  return worst;
}

const generator = seededGenerator(Number(values.seed));
const below = (count: number): number => Math.floor(nextDouble(generator) * count);
const draw: Draw = {
  below,
  pick: <Thing>(things: readonly Thing[]): Thing => things[below(things.length)] as Thing,
};

const ordinaryNs = ordinaryStepsNs();
const usualNs = medianOf(ordinaryNs);
const barNs = FACTOR_MAX * usualNs;
console.log(
  `ordinary programs: median ${usualNs.toFixed(2)} ns a step, most ${Math.max(...ordinaryNs).toFixed(1)} ns`,
);

/** Draws programs and changes the worst; gives those that seem to be bad. */
function search(language: CostLanguage, count: number): readonly FoundProgram[] {
  let retained: FoundProgram[] = [];
  for (let at = 0; at < count; at += 1) {
    const isNew = retained.length < RETAINED_MAX / 2 || draw.below(2) === 0;
    const program = isNew
      ? language.draw(draw)
      : language.mutate(draw, draw.pick(retained).program);
    for (const text of language.texts(program)) {
      const update = language.run(text, SCREENED_STEPS);
      const ns = update === null ? null : stepNs(update, SCREENED_SHARE_MIN);
      if (ns !== null) retained.push({ program, text, ns });
    }
    retained = worstOf(retained);
  }
  return retained.filter(({ ns }) => ns > SUSPECT_SHARE * barNs);
}

const found = values.language
  .split(',')
  .flatMap((name) =>
    search(COST_LANGUAGES[name as keyof typeof COST_LANGUAGES], Number(values.programs)),
  );
const measured = found
  .map((each) => ({ ...each, ns: stepNs(measureApart(each.text)) ?? 0 }))
  .toSorted((left, right) => right.ns - left.ns);
for (const { ns, text } of measured.slice(0, SHOWN))
  console.log(`${(ns / usualNs).toFixed(1)} times the median, ${ns.toFixed(1)} ns: ${text}`);
const badCount = measured.filter(({ ns }) => ns > barNs).length;
console.log(
  `${values.programs} programs of ${values.language}, ${badCount} of them above ${FACTOR_MAX} times the median`,
);
if (badCount > 0) process.exitCode = 1;

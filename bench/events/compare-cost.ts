// Compares the cost of work with and without something, in turn on one installation.

import { quantile } from '../bots/figures.ts';

const PAIRS = 6;
const COST_MAX = 0.1;

export type Cost = {
  readonly perSecond: number;
  /** Of each piece of work, processor time. */
  readonly databaseUs: number;
  readonly serviceUs: number;
};

/** What is switched off and on between loads. */
export type Part = { readonly name: string; switchTo(this: void, isOn: boolean): Promise<void> };

/** Prints what the part costs; it is on afterwards. Its first load is not counted. */
export async function compareCost(
  what: string,
  part: Part,
  load: () => Promise<Cost>,
): Promise<void> {
  const found: { readonly [part in 'on' | 'off']: Cost[] } = { on: [], off: [] };
  await part.switchTo(true);
  await load();
  for (let pair = 0; pair < PAIRS; pair += 1)
    for (const state of pair % 2 === 0 ? (['on', 'off'] as const) : (['off', 'on'] as const)) {
      await part.switchTo(state === 'on');
      found[state].push(await load());
    }
  await part.switchTo(true);
  const median = (state: 'on' | 'off', pick: (cost: Cost) => number): number =>
    quantile(found[state].map(pick), 0.5);
  const rate = (cost: Cost): number => cost.perSecond;
  const [on, off] = [median('on', rate), median('off', rate)];
  const ratios = found.on.map((cost, at) => cost.perSecond / (found.off[at]?.perSecond ?? 1));
  print(`${what}: ${on.toFixed(0)} a second with ${part.name}, ${off.toFixed(0)} without`);
  print(
    `  ratio ${quantile(ratios, 0.5).toFixed(3)} (${Math.min(...ratios).toFixed(2)} to ` +
      `${Math.max(...ratios).toFixed(2)}; target: at least ${1 - COST_MAX})`,
  );
  for (const [name, pick] of [
    ['database', (cost: Cost) => cost.databaseUs],
    ['service', (cost: Cost) => cost.serviceUs],
  ] as const) {
    const [costsOn, costsOff] = [median('on', pick), median('off', pick)];
    print(
      `  ${name}: ${costsOn.toFixed(0)} µs of processor each with it, ${costsOff.toFixed(0)} without`,
    );
  }
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

// Choices for a bot that cannot be meant: inputs that its script does not have, values that they do
// not take, and settings that its market does not know. All of it at once, for money is traded by
// what was chosen.

import type { Decimal } from '#lib/decimal.ts';
import { formatDecimal, ONE } from '#lib/decimal.ts';
import type { Market } from '#venue-port/market/market.ts';
import { declaredInputs } from '#commands/binding/declared-names.ts';
import type { BotSettings } from '#ports/stores/bot-store.ts';
import type { Script } from '#ports/stores/script-store.ts';
import {
  fittedValue,
  keyOfInput,
  misfitText,
  unknownInputText,
} from '#services/scripts/input-values.ts';
import { runnableSource } from '#services/scripts/runnable-source.ts';

export type BotMisfit = {
  /** As the request names it: `parameters` or `settings`, then the name. */
  readonly path: readonly [part: 'parameters' | 'settings', name: string];
  readonly detail: string;
};

/**
 * Of a script that is valid; of another one nothing is known yet. An input that stands in a part
 * which the check did not run is known by its label alone: any value may be chosen for it.
 */
export function parameterMisfits(
  script: Pick<Script, 'check' | 'source'>,
  chosen: BotSettings['inputs'],
): readonly BotMisfit[] {
  const { isValid, commandName, inputs } = script.check;
  if (!isValid || commandName !== null) return [];
  const byName = new Map(inputs.map((input) => [input.label, input]));
  for (const input of inputs) byName.set(keyOfInput(input), input);
  let written: readonly string[] | null = null;
  const isWritten = (name: string): boolean => {
    written ??= declaredInputs(runnableSource(script)).map(({ label }) => label);
    return written.some((label) => name === label || name.endsWith(`.${label}`));
  };
  return Object.entries(chosen).flatMap(([name, value]) => {
    const input = byName.get(name);
    const path = ['parameters', name] as const;
    if (input === undefined)
      return isWritten(name) ? [] : [{ path, detail: unknownInputText(inputs, name) }];
    const isFit = fittedValue(input, value) !== null;
    return isFit ? [] : [{ path, detail: misfitText(input, value) }];
  });
}

/** Leverage and margin are of futures; leverage lies within what the contract allows. */
export function settingMisfits(
  { contract, marketTag }: Market,
  { leverage, marginMode }: BotSettings,
): readonly BotMisfit[] {
  const misfits: BotMisfit[] = [];
  const refuse = (name: string, detail: string) =>
    misfits.push({ path: ['settings', name], detail });
  if (contract === null) {
    const spot = `"${marketTag}" is a spot market`;
    if (leverage !== null && leverage !== ONE)
      refuse('leverage', `${spot}, which has no leverage, found ${quoted(leverage)}`);
    if (marginMode !== null) refuse('margin_mode', `${spot}, which has no margin`);
    return misfits;
  }
  const { lowestLeverage: least, highestLeverage: most } = contract;
  if (leverage !== null && (leverage < least || leverage > most)) {
    const range = `from ${formatDecimal(least)} to ${formatDecimal(most)}`;
    refuse('leverage', `"${marketTag}" allows leverage ${range}, found ${quoted(leverage)}`);
  }
  return misfits;
}

/** The misfits in one sentence, for whoever cannot be shown where each of them stands. */
export function misfitsText(misfits: readonly BotMisfit[]): string {
  return misfits.map(({ path: [, name], detail }) => `"${name}": ${detail}`).join('; ');
}

function quoted(value: Decimal): string {
  return `"${formatDecimal(value)}"`;
}

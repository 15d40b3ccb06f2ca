// Candles that the prices of a sentence are of, changed all at once: an indicator of highs, lows
// and closes has three of them, a comparison of two such indicators six.

import type { BlockPalette } from '#domain/visual/block-palette.ts';
import type { VisualModel } from '#domain/visual/visual-model.ts';
import { setGiven } from '#domain/visual-rules/change-block.ts';
import type { Phrase } from '#domain/visual-rules/phrase.ts';

/** An input of a sentence that says the length of candles; `minutes` null: as the script has it. */
type CandlesAt = {
  readonly block: string;
  readonly port: string;
  readonly minutes: number | null;
};

function placesOf({ parts }: Phrase): readonly CandlesAt[] {
  return parts.flatMap((part): readonly CandlesAt[] => {
    if (part.kind === 'operand') return placesOf(part.phrase);
    if (part.kind !== 'value') return [];
    const { block, port, given } = part;
    const isInterval = port.name === 'interval' && port.unit === 'minutes';
    if (!isInterval || given?.kind === 'name') return [];
    if (given === null) return [{ block, port: port.name, minutes: null }];
    const isFixed = given.kind === 'value' && given.input === null;
    const value = isFixed ? given.value : null;
    return typeof value === 'number' ? [{ block, port: port.name, minutes: value }] : [];
  });
}

/**
 * Minutes of the candles of a sentence: one length, or several; null where fewer than two places
 * say one.
 * @public The console's editor.
 */
export function sentenceCandles(phrase: Phrase): readonly (number | null)[] | null {
  const places = placesOf(phrase);
  return places.length < 2 ? null : [...new Set(places.map(({ minutes }) => minutes))];
}

/**
 * All prices of the sentence are of candles of so many minutes.
 * @public The console's editor.
 */
export function setSentenceCandles(
  model: VisualModel,
  phrase: Phrase,
  minutes: number,
  palette: BlockPalette,
): VisualModel {
  const given = { kind: 'value', value: minutes, input: null } as const;
  return placesOf(phrase).reduce(
    (edited, { block, port }) => setGiven(edited, { block, port }, given, palette),
    model,
  );
}

// Words of blocks in German: as distinct and as short as those in English, and sentences with the
// same places.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BLOCK_KINDS, VISUAL_PALETTE } from '#commands/visual/visual-palette.ts';
import { phraseOf, phraseText } from '#domain/visual-rules/phrase.ts';
import { searchBlocks } from '#domain/visual-rules/block-search.ts';
import { modelOfTemplate, VISUAL_TEMPLATES } from '#domain/visual-rules/templates.ts';
import { readRules } from '#domain/visual-rules/read-rules.ts';
import { blockWordsOf, ENGLISH_WORDS } from '#domain/visual/words/block-words.ts';
import { SENTENCES } from '#domain/visual/words/sentences.ts';
import type { WordCatalogue } from '#domain/visual/words/word-catalogue.ts';

/** By the types of the console's own build, which this one does not read. */
const CATALOGUE = '../../console/src/words/de/blocks/german-blocks.ts';
const { GERMAN_BLOCKS } = (await import(new URL(CATALOGUE, import.meta.url).href)) as {
  readonly GERMAN_BLOCKS: WordCatalogue;
};
const GERMAN = blockWordsOf(GERMAN_BLOCKS);
const COMMANDS = BLOCK_KINDS.filter(({ isConstant }) => !isConstant);
/** What fits into the head of a block: German words are longer. */
const NAME_MAX = 36;
const PORT_MAX = 31;

/** Those of a list that another one has too. */
const repeated = (words: readonly string[]): readonly string[] =>
  words.filter((word, at) => words.indexOf(word) !== at);

test('no two commands have one name, an alias has that of its command, and each fits', () => {
  assert.deepEqual(repeated(COMMANDS.map(({ command }) => GERMAN.command(command))), []);
  const strays = COMMANDS.flatMap(({ command, aliases }) =>
    aliases.filter((alias) => GERMAN.command(alias) !== GERMAN.command(command)),
  );
  assert.deepEqual(strays, []);
  const long = COMMANDS.map(({ command }) => GERMAN.command(command));
  assert.deepEqual(
    long.filter((words) => words.length > NAME_MAX),
    [],
  );
});

test('no two inputs and no two parts of a block have the same words', () => {
  const wrong = COMMANDS.flatMap(({ command, inputs, outputs }) => {
    const ports = inputs.map(({ name }) => GERMAN.port(command, name));
    const parts = outputs.map(({ name }) => name).filter((name) => name !== '');
    return [
      ...repeated(ports),
      ...repeated(parts.map((part) => GERMAN.part(command, part))),
      ...ports.filter((words) => words.length > PORT_MAX),
    ].map((words) => `${command}: ${words}`);
  });
  assert.deepEqual(wrong, []);
});

test('each family and each choice of a group has words of its own', () => {
  const families = [...new Set(COMMANDS.map(({ category }) => category))];
  assert.deepEqual(repeated(families.map(GERMAN.family)), []);
  const groups = Map.groupBy(
    BLOCK_KINDS.filter(({ isConstant }) => isConstant),
    ({ category }) => category,
  );
  for (const [group, kinds] of groups)
    assert.deepEqual(repeated(kinds.map(({ command }) => GERMAN.choice(command))), [], group);
});

test('a sentence has the places of the English one, and its word to choose', () => {
  const placesOf = (sentence: string): readonly string[] =>
    [...sentence.matchAll(/\{[^}]*\}/g)].map(([place]) => place).toSorted();
  const wrong = Object.entries(SENTENCES).filter(([command, english]) => {
    const german = GERMAN.sentence(command) ?? '';
    const isSame = placesOf(german).join(' ') === placesOf(english).join(' ');
    const hasChoice = /<[^>]+>/.test(german) === /<[^>]+>/.test(english);
    return !isSame || !hasChoice || german === english;
  });
  // Nothing to translate.
  const same = new Set(['Add', 'Sub']);
  assert.deepEqual(
    wrong.map(([command]) => command).filter((command) => !same.has(command)),
    [],
  );
});

test('the templates read in German, without an English word between values', () => {
  const english = /\b(?:crosses|above|below|closes|average|the|buy|sell|loss|reaches|candles)\b/;
  for (const template of VISUAL_TEMPLATES) {
    const model = modelOfTemplate(template, VISUAL_PALETTE);
    const { rules, protections } = readRules(model, VISUAL_PALETTE, GERMAN);
    const phrases = [
      ...rules.flatMap(({ root }) =>
        root.map((wire) => phraseOf(model, wire, VISUAL_PALETTE, GERMAN)),
      ),
      ...rules.flatMap(({ actions }) => actions.map(({ phrase }) => phrase)),
      ...protections.map(({ phrase }) => phrase),
    ];
    const texts = phrases.map((phrase) => phraseText(phrase, GERMAN));
    assert.ok(texts.length > 0);
    assert.deepEqual(
      texts.filter((text) => english.test(text)),
      [],
    );
  }
});

test('a block is found by German and by English words', () => {
  const first = (asked: string): string | undefined =>
    searchBlocks(COMMANDS, asked, GERMAN)[0]?.command;
  assert.equal(first('kaufen'), 'DoLong');
  assert.equal(first('buy'), 'DoLong');
  const averages = searchBlocks(COMMANDS, 'durchschnitt', GERMAN).map(({ command }) => command);
  assert.ok(averages.includes('SMA') && averages.includes('EMA'));
  assert.equal(ENGLISH_WORDS.search('SMA').includes('durchschnitt'), false);
});

// Words of the whole catalogue: no block and no port shows the name that its command has in Lua.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BLOCK_KINDS } from '#commands/visual/visual-palette.ts';
import { CUSTOM_CATEGORY } from '#domain/visual/block-ports.ts';
import { ENGLISH_WORDS, familyRank } from '#domain/visual/words/block-words.ts';
import { COMMAND_WORDS } from '#domain/visual/words/command-words.ts';
import { INDICATOR_WORDS } from '#domain/visual/words/indicator-words.ts';
import { PART_WORDS, PORT_WORDS } from '#domain/visual/words/port-words.ts';
import { SERVICE_WORDS } from '#domain/visual/words/service-words.ts';

const {
  choice: choiceWords,
  command: commandWords,
  family: familyWords,
  part: partWords,
  port: portWords,
  unit: unitWords,
} = ENGLISH_WORDS;
const NAMES = new Set([INDICATOR_WORDS, COMMAND_WORDS, SERVICE_WORDS].flatMap(Object.keys));
const COMMANDS = BLOCK_KINDS.filter(({ isConstant }) => !isConstant);
const CONSTANTS = BLOCK_KINDS.filter(({ isConstant }) => isConstant);
/** Known to every trader by these letters. */
const HOUSEHOLD: ReadonlySet<string> = new Set([
  'RSI',
  'MACD',
  'Aroon',
  'Number',
  'Text',
  'Equals',
]);
/** What fits into the head of a block. */
const NAME_MAX = 29;
const PORT_MAX = 25;

const isEveryday = (words: string): boolean =>
  words.trim() === words && words !== '' && !/[a-z][A-Z]|_|\d$|\[\]/.test(words);

test('each command and each alias has a name of everyday', () => {
  const wrong = COMMANDS.flatMap(({ command, aliases }) => [command, ...aliases]).filter((name) => {
    const words = commandWords(name);
    const isOwn = words !== name || HOUSEHOLD.has(name);
    const isSpelled = isEveryday(words.replace(/ (?:26|10|100)$/, '').replace('rT', 'rt'));
    return !NAMES.has(name) || !isOwn || !isSpelled || words.length > NAME_MAX;
  });
  assert.deepEqual(wrong, []);
});

test('each family of commands has words of its own, and its place among the others', () => {
  const families = [...new Set([...COMMANDS.map(({ category }) => category), CUSTOM_CATEGORY])];
  const wrong = families.filter((family) => {
    const words = familyWords(family);
    return (
      words === family || / Helpers|Managed|Information/.test(words) || words.length > NAME_MAX
    );
  });
  assert.deepEqual(wrong, []);
  assert.equal(new Set(families.map(familyWords)).size, families.length);
  assert.equal(new Set(families.map(familyRank)).size, families.length);
});

test('no two commands have one name, and an alias has that of its command', () => {
  const names = COMMANDS.map(({ command }) => commandWords(command));
  assert.deepEqual(
    names.filter((name, at) => names.indexOf(name) !== at),
    [],
  );
  const strays = COMMANDS.flatMap(({ command, aliases }) =>
    aliases.filter((alias) => commandWords(alias) !== commandWords(command)),
  );
  assert.deepEqual(strays, []);
});

test('each input has words, and no two of one block the same', () => {
  const wrong = COMMANDS.flatMap(({ command, inputs }) => {
    const words = inputs.map(({ name }) => portWords(command, name));
    return inputs
      .filter(({ name }, at) => {
        const own = words[at] ?? '';
        const isKnown = `${command}:${name}` in PORT_WORDS || name in PORT_WORDS;
        const isFit = isEveryday(own) && own.length <= PORT_MAX;
        return !isKnown || !isFit || words.indexOf(own) !== at;
      })
      .map(({ name }) => `${command}:${name}`);
  });
  assert.deepEqual(wrong, []);
});

test('each part of a result has words, and no two of one block the same', () => {
  const wrong = COMMANDS.flatMap(({ command, outputs }) => {
    const parts = outputs.map(({ name }) => name).filter((name) => name !== '');
    const words = parts.map((part) => partWords(command, part));
    return parts
      .filter((part, at) => {
        const own = words[at] ?? '';
        const isKnown = `${command}:${part}` in PART_WORDS || part in PART_WORDS;
        return !isKnown || !isEveryday(own) || words.indexOf(own) !== at;
      })
      .map((part) => `${command}:${part}`);
  });
  assert.deepEqual(wrong, []);
});

test('no words are left of a port that no command has', () => {
  const inputs = COMMANDS.flatMap(({ command, inputs: of }) =>
    of.flatMap(({ name }) => [name, `${command}:${name}`]),
  );
  const outputs = COMMANDS.flatMap(({ command, outputs: of }) =>
    of.flatMap(({ name }) => [name, `${command}:${name}`]),
  );
  const lost = [
    ...Object.keys(PORT_WORDS).filter((name) => !inputs.includes(name)),
    ...Object.keys(PART_WORDS).filter((name) => !outputs.includes(name)),
  ];
  assert.deepEqual(lost, []);
});

const isSentence = (words: string): boolean => /^[A-Z\d-].{3,}\.$/.test(words);

test('each command and each input says in a sentence what it is for', () => {
  const silent = COMMANDS.flatMap(({ command, meaning, inputs }) => [
    ...(isSentence(meaning) ? [] : [command]),
    ...inputs.filter((port) => !isSentence(port.meaning)).map(({ name }) => `${command}:${name}`),
  ]);
  assert.deepEqual(silent, []);
});

test('choices of a group differ by their words', () => {
  const groups = new Map<string, string[]>();
  for (const { command, category } of CONSTANTS) {
    groups.set(category, [...(groups.get(category) ?? []), choiceWords(command)]);
  }
  for (const [group, words] of groups) {
    assert.deepEqual(
      words.filter((own, at) => !isEveryday(own.replace('T3)', 'T)')) || words.indexOf(own) !== at),
      [],
      group,
    );
  }
});

test('a unit stands where the name does not say it', () => {
  const port = (name: string, unit: string | null) => ({ name, unit, kind: 'number' as const });
  assert.equal(unitWords(port('percentage', 'percent')), '%');
  assert.equal(unitWords(port('period', 'candles')), 'candles');
  assert.equal(unitWords(port('minutes', 'minutes')), '');
  assert.equal(unitWords(port('interval', 'minutes')), '');
  assert.equal(unitWords(port('price', 'price')), '');
});

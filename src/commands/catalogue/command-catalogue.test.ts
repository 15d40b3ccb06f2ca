// The catalogue of commands and constants is sound in itself: what names something names what is
// there, texts are sentences, defaults and examples fit.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { CATEGORY_DOMAINS, CONSTANT_GROUPS } from '#commands/definition/command.ts';
import { COMMAND_CATALOGUE } from '#commands/catalogue/command-catalogue.ts';
import { INPUT_FIELDS } from '#commands/inputs/input-fields.ts';
import { CONSTANT_CATALOGUE } from '#commands/constants/constant-catalogue.ts';

function repeated(names: readonly string[]): readonly string[] {
  return names.filter((name, index) => names.indexOf(name) !== index);
}

function isSentence(text: string): boolean {
  return /^[A-Z0-9-].*\S\.$/s.test(text);
}

const PARAMETERS = COMMAND_CATALOGUE.flatMap((command) =>
  command.parameters.map((parameter) => ({ command, parameter })),
);

suite('the catalogue of commands', () => {
  test('holds 590 commands in 33 categories, 200 constants in 17 groups', () => {
    assert.equal(COMMAND_CATALOGUE.length, 590);
    assert.equal(CONSTANT_CATALOGUE.length, 200);
    const categories = new Set(COMMAND_CATALOGUE.map(({ category }) => category));
    assert.deepEqual([...categories].sort(), Object.keys(CATEGORY_DOMAINS).sort());
    const groups = new Set(CONSTANT_CATALOGUE.map(({ group }) => group));
    assert.deepEqual([...groups].sort(), Object.keys(CONSTANT_GROUPS).sort());
  });

  test('has the input fields in one family, from which alone declared inputs are read', () => {
    const found = COMMAND_CATALOGUE.filter(({ category }) => category === 'Input Fields');
    assert.deepEqual(found, INPUT_FIELDS);
  });

  test('gives each name and alias once, to a command or a constant', () => {
    const names = [...COMMAND_CATALOGUE, ...CONSTANT_CATALOGUE].flatMap((entry) => [
      entry.name,
      ...(entry.aliases ?? []),
    ]);
    assert.deepEqual(repeated(names), []);
  });

  test('says every meaning in sentences', () => {
    const texts = [
      ...COMMAND_CATALOGUE.flatMap((command) => [
        command.meaning,
        ...(command.isInert === true ? [command.inertReason] : []),
      ]),
      ...PARAMETERS.map(({ parameter }) => parameter.meaning),
      ...CONSTANT_CATALOGUE.map(({ meaning }) => meaning),
    ];
    assert.deepEqual(
      texts.filter((text) => !isSentence(text)),
      [],
    );
  });

  test('shows each command called by its name, with all that it needs', () => {
    const wrong = COMMAND_CATALOGUE.filter(({ name, example, parameters }) => {
      const needsArguments = parameters.some(({ isRequired }) => isRequired);
      return !example.includes(`${name}(`) || (needsArguments && example.endsWith(`${name}()`));
    });
    assert.deepEqual(wrong, []);
  });

  test('names the parameters of a command differently', () => {
    const wrong = COMMAND_CATALOGUE.filter(
      ({ parameters }) => repeated(parameters.map(({ name }) => name)).length > 0,
    );
    assert.deepEqual(wrong, []);
  });

  test('takes any number of arguments only at the end', () => {
    const wrong = COMMAND_CATALOGUE.filter(({ parameters }) =>
      parameters.slice(0, -1).some(({ isVariadic }) => isVariadic === true),
    );
    assert.deepEqual(wrong, []);
  });

  test('defaults optional parameters alone, enums to a constant of their group', () => {
    const wrong = PARAMETERS.filter(({ parameter }) => {
      const { defaultExpression } = parameter;
      if (defaultExpression === undefined) return false;
      if (parameter.isRequired) return true;
      if (parameter.kind !== 'enum') return false;
      const constant = CONSTANT_CATALOGUE.find(({ name }) => name === defaultExpression);
      return constant?.group !== parameter.group;
    });
    assert.deepEqual(wrong, []);
  });

  test('gives the constants of a group different values', () => {
    const keys = CONSTANT_CATALOGUE.map(({ group, value }) => `${group} ${value}`);
    assert.deepEqual(repeated(keys), ['color #000000']);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BUILTINS } from '#pine/builtins/builtins.ts';
import { describeBuiltins, describeVariables } from '#pine/reference/describe-builtins.ts';
import { COLLECTION_MEANINGS } from '#pine/reference/collection-meanings.ts';
import { AVERAGE_MEANINGS, LANGUAGE_MEANINGS } from '#pine/reference/function-meanings.ts';
import { PARAMETER_MEANINGS } from '#pine/reference/parameter-meanings.ts';
import { renderPineReference } from '#pine/reference/render-pine-reference.ts';
import { VARIABLE_MEANINGS } from '#pine/reference/variable-meanings.ts';

const functions = describeBuiltins();
const variables = describeVariables();
const named = (name: string) => functions.find((of) => of.name === name);

describe('describeBuiltins', () => {
  it('has each function and variable of the language, once, with a meaning', () => {
    const names = functions.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    for (const name of BUILTINS.functions.keys()) assert.ok(names.includes(name), name);
    assert.deepEqual(
      variables.map(({ name }) => name),
      [...BUILTINS.variables.keys()],
    );
    for (const { name, meaning, group } of [...functions, ...variables]) {
      assert.match(meaning, /^[A-Za-z0-9].*\.$/, name);
      assert.notEqual(group, '', name);
    }
  });

  it('has no meaning of what the language does not have', () => {
    const known = new Set([...functions, ...variables].map(({ name }) => name));
    const texts = [LANGUAGE_MEANINGS, AVERAGE_MEANINGS, COLLECTION_MEANINGS, VARIABLE_MEANINGS];
    for (const line of texts.join('').split('\n')) {
      const [name = ''] = line.split(': ');
      if (name !== '') assert.ok(known.has(name), name);
    }
    const parameters = new Set(functions.flatMap((of) => of.parameters.map(({ name }) => name)));
    for (const name of Object.keys(PARAMETER_MEANINGS)) assert.ok(parameters.has(name), name);
  });

  it('says how each is called, with all of its ways', () => {
    assert.deepEqual(named('ta.highest')?.signatures, [
      'ta.highest(length)',
      'ta.highest(source, length)',
    ]);
    assert.deepEqual(named('request.security')?.signatures, [
      'request.security(symbol, timeframe, expression, [gaps], [lookahead], ' +
        '[ignore_invalid_symbol], [currency], [calc_bars_count])',
    ]);
    assert.deepEqual(
      named('input.int')?.parameters.filter(({ name }) => name === 'options').length,
      1,
    );
    assert.equal(named('line.set_color')?.meaning, 'Sets the color of a line.');
    assert.equal(named('strategy.closedtrades.profit')?.meaning, 'The profit of a closed trade.');
  });

  it('says of those that have no data, and no others, that they are na', () => {
    for (const name of BUILTINS.absent.keys()) assert.notEqual(named(name)?.lack, null, name);
    assert.equal(variables.find(({ name }) => name === 'ask')?.lack, 'always na here');
    assert.equal(variables.find(({ name }) => name === 'na')?.lack, null);
    assert.equal(named('ta.sma')?.lack, null);
    assert.match(named('strategy')?.lack ?? '', /calc_on_every_tick/);
  });
});

describe('renderPineReference', () => {
  it('has a heading for each function and a line for each variable', () => {
    const lines = new Set(renderPineReference().split('\n'));
    for (const { name } of functions) assert.ok(lines.has(`### ${name}`), name);
    const listed = [...lines].flatMap((line) => /^- `([^`]+)` \(/.exec(line)?.[1] ?? []);
    for (const { name, isConstant } of variables)
      assert.ok(
        isConstant
          ? listed.includes(name)
          : lines.has(`### ${name}`) || lines.has(`### ${name} (value)`),
        name,
      );
    const headings = [...renderPineReference().matchAll(/^#+ .+$/gm)].map(([heading]) => heading);
    assert.equal(new Set(headings).size, headings.length);
  });
});

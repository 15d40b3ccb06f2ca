// Each example of the catalogue compiles and runs, and the reference shows every command.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { testCatalogueExamples } from '#commands/check/catalogue-examples.fixture.ts';
import { checkScript } from '#commands/check/check-script.ts';
import { COMMAND_CATALOGUE } from '#commands/catalogue/command-catalogue.ts';
import { CONSTANT_CATALOGUE } from '#commands/constants/constant-catalogue.ts';
import { renderCommandReference } from '#commands/catalogue/render-command-reference.ts';

testCatalogueExamples(30);

suite('the reference', () => {
  const text = renderCommandReference();

  test('has every command, with its example, and every constant', () => {
    for (const { name, example } of COMMAND_CATALOGUE) {
      assert.ok(text.includes(`### ${name}\n`), name);
      assert.ok(text.includes(example), example);
    }
    for (const { name } of CONSTANT_CATALOGUE) assert.ok(text.includes(`\`${name}\``), name);
  });

  test('opens with a script that trades, and ends with what has no effect', () => {
    const sections = text.split('\n## ');
    const [, first = ''] = sections;
    const [, source = ''] = /```lua\n([\s\S]*?)\n```/.exec(first) ?? [];
    assert.match(first, /^Your first script\n/);
    assert.match(source, /DoLong/);
    assert.deepEqual(checkScript(source, []).errors, []);
    assert.match(sections.at(-1) ?? '', /^Commands without effect\n/);
  });

  test('lists the three commands without effect with their reasons', () => {
    const [, section = ''] = text.split('## Commands without effect');
    const [list = ''] = section.split('\n## ');
    assert.equal(list.match(/^- /gm)?.length, 3);
  });
});

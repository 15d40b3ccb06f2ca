// The traced form of a script that is stored, or why there is none.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VISUAL_PALETTE } from '#commands/visual/visual-palette.ts';
import { compileVisual } from '#domain/visual/compile-visual.ts';
import { readVisualText } from '#domain/visual/read-visual-text.ts';
import type { Script } from '#ports/stores/script-store.ts';
import { tracedForm } from '#services/scripts/traced-form.ts';

const DOCUMENT = JSON.stringify({
  format: 'tidemill-visual',
  version: 1,
  blocks: [{ id: 'buy', command: 'DoLong' }],
});

function scriptOf(lua: string): Script {
  return {
    scriptId: 'scr_1',
    userId: 'usr_1',
    name: 'drawn',
    description: null,
    type: 'visual',
    source: DOCUMENT,
    check: { isValid: true, errors: [], warnings: [], inputs: [], commandName: null, lua },
    createdAtMs: 0,
    updatedAtMs: 0,
  };
}

test('a visual script is traced as it was compiled', () => {
  const { model } = readVisualText(DOCUMENT, VISUAL_PALETTE);
  assert.ok(model !== null);
  const found = tracedForm(scriptOf(compileVisual(model, VISUAL_PALETTE).lua ?? ''), []);
  assert.ok('traced' in found);
  assert.deepEqual(
    found.traced.nodes.map(({ block }) => block),
    ['buy'],
  );
});

test('one that was compiled otherwise is not', () => {
  const found = tracedForm(scriptOf('DoShort()\n'), []);
  assert.ok('valuesMissing' in found && found.valuesMissing.includes('save it once more'));
});

test('neither is a text', () => {
  const found = tracedForm({ ...scriptOf(''), type: 'lua' }, []);
  assert.ok('valuesMissing' in found && found.valuesMissing.includes('this one is text'));
});

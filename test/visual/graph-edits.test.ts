import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { BLOCK_KINDS, VISUAL_PALETTE as PALETTE } from '#commands/visual/visual-palette.ts';
import { compileVisual } from '#domain/visual/compile-visual.ts';
import { kindOfBlock } from '#domain/visual/block-ports.ts';
import { visualText } from '#domain/visual/own-form.ts';
import type { VisualModel } from '#domain/visual/visual-model.ts';
import { givenAt } from '#domain/visual/visual-model.ts';
import { addBlock, openEnd } from '#domain/visual-graph/add-block.ts';
import { copyBlocks, pasteBlocks } from '#domain/visual-graph/copy-blocks.ts';
import {
  connect,
  disconnect,
  placeBlocks,
  removeFromGraph,
  showUnused,
} from '#domain/visual-graph/graph-edits.ts';
import { possibleEnds, possibleWires, wireRefusal } from '#domain/visual-graph/wire-refusal.ts';
import { blockOf } from '#domain/visual-rules/change-block.ts';
import type { BlockSpec } from '#domain/visual-rules/new-block.ts';
import { EMPTY_MODEL } from '#domain/visual-rules/new-block.ts';
import { above, below, rsi } from '#domain/visual-rules/starters.ts';
import { modelOfTemplate, VISUAL_TEMPLATES } from '#domain/visual-rules/templates.ts';

function withBlocks(...specs: readonly BlockSpec[]): VisualModel {
  return specs.reduce((model, spec) => addBlock(model, spec, null, PALETTE).model, EMPTY_MODEL);
}

const commands = ({ blocks }: VisualModel): readonly string[] =>
  blocks.map(({ command }) => command);

const wire = (block: string, port = '') => ({ block, port });
const lua = (model: VisualModel) => compileVisual(model, PALETTE).lua;
const everyTemplate = VISUAL_TEMPLATES.map((template) => modelOfTemplate(template, PALETTE));

suite('blocks of a graph', () => {
  test('an action waits for a gate, and its gate is what is open', () => {
    const { model, wire: made } = addBlock(EMPTY_MODEL, { command: 'DoLong' }, null, PALETTE);
    assert.equal(blockOf(model, made.block)?.needsGate, true);
    assert.deepEqual(openEnd(model, made.block, PALETTE), { block: 'doLong', port: null });
  });

  test('an indicator comes with its prices; a comparison with nothing to be compared', () => {
    assert.deepEqual(commands(withBlocks({ command: 'RSI' })), ['ClosePrices', 'RSI']);
    const compared = withBlocks({ command: 'IsBiggerThan' });
    assert.deepEqual(commands(compared), ['IsBiggerThan']);
    const open = openEnd(compared, 'isBiggerThan', PALETTE);
    assert.deepEqual(open, { block: 'isBiggerThan', port: 'input1' });
  });

  test('two sentences of one indicator share its block, and what they are for is connected', () => {
    const buys = addBlock(withBlocks({ command: 'DoLong' }), below(rsi(), 30), null, PALETTE);
    const both = addBlock(buys.model, above(rsi(), 70), null, PALETTE).model;
    assert.equal(commands(both).filter((command) => command === 'RSI').length, 1);
    const gated = addBlock(
      withBlocks({ command: 'DoLong' }),
      below(rsi(), 30),
      { block: 'doLong', port: null },
      PALETTE,
    );
    assert.deepEqual(blockOf(gated.model, 'doLong')?.gate, [gated.wire]);
    assert.equal(openEnd(gated.model, 'doLong', PALETTE), null);
  });

  test('every kind of block can be added, and compiles or says what it needs', () => {
    for (const { command } of BLOCK_KINDS) {
      const { model, wire: made } = addBlock(EMPTY_MODEL, { command }, null, PALETTE);
      const { problems } = compileVisual(model, PALETTE);
      const wrong = problems.filter(({ severity }) => severity === 'error');
      for (const { port } of wrong) {
        const block = blockOf(model, made.block);
        const given = block === null || port === null ? null : givenAt(block, port);
        assert.equal(given, null, `${command} stands with a wrong value at "${port}"`);
      }
    }
  });
});

suite('wires of a graph', () => {
  const model = withBlocks({ command: 'RSI' }, { command: 'IsBiggerThan' }, { command: 'DoLong' });
  const cases = [
    ['rSI', '', 'isBiggerThan', 'input1', null],
    ['isBiggerThan', '', 'doLong', null, null],
    ['rSI', '', 'doLong', null, /wanted/],
    ['isBiggerThan', '', 'rSI', 'prices', /“Is above” gives yes or no; here a list/],
    ['closePrices', '', 'rSI', 'prices', 'They are connected already.'],
    ['rSI', '', 'rSI', 'period', 'A block cannot wait for itself.'],
    ['rSI', '', 'closePrices', 'interval', /they would wait in a circle/],
    ['rSI', 'upper', 'isBiggerThan', 'input1', 'There is no such output.'],
    ['rSI', '', 'isBiggerThan', 'input9', 'There is no such input.'],
  ] as const;
  for (const [from, part, block, port, expected] of cases) {
    test(`${from}:${part} to ${block}:${port ?? 'gate'}`, () => {
      const refusal = wireRefusal(model, wire(from, part), { block, port }, PALETTE);
      if (expected instanceof RegExp) assert.match(refusal ?? '', expected);
      else assert.equal(refusal, expected);
    });
  }

  test('a wire that is allowed makes no problem of its own, in any template', () => {
    for (const template of everyTemplate) {
      const before = compileVisual(template, PALETTE).problems.length;
      for (const block of template.blocks) {
        for (const { name } of kindOfBlock(block, PALETTE)?.outputs ?? []) {
          const from = wire(block.id, name);
          for (const to of possibleEnds(template, from, PALETTE).slice(0, 6)) {
            const after = connect(template, { wire: from, to }, PALETTE);
            const { problems } = compileVisual(after, PALETTE);
            const wrong = problems.filter(({ severity }) => severity === 'error');
            assert.deepEqual(wrong, [], `${before}: ${block.id}:${name} to ${to.block}:${to.port}`);
          }
        }
      }
    }
  });

  test('both ends see the same wires', () => {
    const ends = possibleEnds(model, wire('rSI'), PALETTE);
    for (const to of ends) {
      const wires = possibleWires(model, to, PALETTE);
      assert.ok(wires.some(({ block, port }) => block === 'rSI' && port === ''));
    }
    assert.ok(ends.length > 0);
  });

  test('one wire gives way where one may lead; many stay where many may', () => {
    const two = withBlocks({ command: 'SMA' }, { command: 'IsBiggerThan' }, { command: 'EMA' });
    const to = { block: 'isBiggerThan', port: 'input1' };
    const first = connect(two, { wire: wire('sMA'), to }, PALETTE);
    const second = connect(first, { wire: wire('eMA'), to }, PALETTE);
    const block = blockOf(second, 'isBiggerThan');
    assert.deepEqual(block === null ? null : givenAt(block, 'input1'), {
      kind: 'wires',
      wires: [wire('eMA')],
    });
    assert.ok(blockOf(second, 'sMA') !== null, 'what lost its wire stays');
  });

  test('a block that loses its last gate waits for another', () => {
    const to = { block: 'doLong', port: null };
    const joint = { wire: wire('isBiggerThan'), to };
    const gated = connect(model, joint, PALETTE);
    const loose = {
      ...gated,
      blocks: gated.blocks.map((block) => ({ ...block, needsGate: false })),
    };
    for (const cut of [
      disconnect(loose, joint),
      removeFromGraph(loose, new Set(['isBiggerThan']), []),
    ]) {
      assert.equal(blockOf(cut, 'doLong')?.needsGate, true);
      assert.deepEqual(blockOf(cut, 'doLong')?.gate, []);
    }
  });
});

suite('the layout of a graph', () => {
  test('moving blocks, and showing what is unused, change nothing of the Lua', () => {
    for (const template of everyTemplate) {
      const before = lua(template);
      assert.ok(before !== null);
      const points = new Map(
        template.blocks.map(({ id }, at) => [id, { x: 1_000 - at * 37.4, y: at * -91.5 }]),
      );
      const moved = placeBlocks(template, points);
      assert.notEqual(visualText(moved), visualText(template));
      assert.equal(lua(moved), before);
      const [first] = template.blocks;
      assert.equal(lua(showUnused(moved, first?.id ?? '', true)), before);
    }
  });

  test('blocks that stay where they are make no edit', () => {
    const points = new Map([['rSI', { x: 10.2, y: 20 }]]);
    const placed = placeBlocks(withBlocks({ command: 'RSI' }), points);
    assert.equal(placeBlocks(placed, points), placed);
    const gone = removeFromGraph(placed, new Set(['rSI']), []);
    assert.deepEqual(gone.layout, []);
  });
});

suite('blocks as text', () => {
  test('a copy has ids of its own, its wires inside, and those to blocks that stayed', () => {
    const [template] = everyTemplate;
    assert.ok(template !== undefined);
    const all = new Set(template.blocks.map(({ id }) => id));
    const text = copyBlocks(template, all);
    const pasted = pasteBlocks(template, text, { x: 5, y: 5 }, PALETTE);
    assert.ok(pasted.model !== null);
    assert.equal(pasted.model.blocks.length, template.blocks.length * 2);
    assert.ok(pasted.blocks.every((id) => !all.has(id)));
    const copies = pasted.model.blocks.slice(template.blocks.length);
    const alone = { blocks: copies, layout: [] };
    assert.equal(compileVisual(alone, PALETTE).lua === null, false);
    const part = pasteBlocks(
      template,
      copyBlocks(template, new Set(['doLong'])),
      { x: 0, y: 0 },
      PALETTE,
    );
    const copy = part.model?.blocks.at(-1);
    assert.deepEqual(copy?.gate, blockOf(template, 'doLong')?.gate);
    const elsewhere = pasteBlocks(
      EMPTY_MODEL,
      copyBlocks(template, new Set(['doLong'])),
      { x: 0, y: 0 },
      PALETTE,
    );
    assert.deepEqual(elsewhere.model?.blocks.at(-1)?.gate, []);
    assert.equal(elsewhere.model?.blocks.at(-1)?.needsGate, true);
  });

  test('a document of another program is pasted; what cannot be read says why', () => {
    const foreign = pasteBlocks(EMPTY_MODEL, '[]', { x: 0, y: 0 }, PALETTE);
    assert.deepEqual(foreign.model, EMPTY_MODEL);
    const text = pasteBlocks(EMPTY_MODEL, 'local x = 1', { x: 0, y: 0 }, PALETTE);
    assert.match(text.problems?.[0]?.message ?? '', /no JSON/);
  });
});

// The published schema beside the reading of documents: what one takes, the other takes.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import Schema from 'typebox/schema';
import { VISUAL_PALETTE } from '#commands/visual/visual-palette.ts';
import { visualText } from '#domain/visual/own-form.ts';
import { OWN_SCHEMA } from '#domain/visual/own-schema.ts';
import { readVisualText } from '#domain/visual/read-visual-text.ts';
import { modelOfTemplate, VISUAL_TEMPLATES } from '#domain/visual-rules/templates.ts';
import { someOf } from '../support/share-of-cases.ts';
import { damage, drawn } from './damage-document.ts';
import { makeDocument } from './drawn-document.ts';
import { foreignDocument } from './foreign-document.ts';
import { FOREIGN_DOCUMENTS } from './foreign-documents.ts';

const FILE = path.join(import.meta.dirname, '..', '..', 'docs', 'visual.schema.json');
const VALIDATOR = Schema.Compile(OWN_SCHEMA);

function fits(document: unknown): boolean {
  return VALIDATOR.Check(document);
}

/** As it is read, but for the ids that differ, which no schema can ask for. */
function isRead(document: unknown): boolean {
  const { model, problems } = readVisualText(JSON.stringify(document), VISUAL_PALETTE);
  return (
    model !== null || problems.every(({ message }) => message.startsWith('two blocks have the id'))
  );
}

function ownForm(foreign: string): unknown {
  const { model } = readVisualText(foreign, VISUAL_PALETTE);
  assert.ok(model !== null);
  return parsed(visualText(model));
}

function parsed(text: string): unknown {
  return JSON.parse(text);
}

const WHOLE: readonly unknown[] = [
  ...VISUAL_TEMPLATES.map((each) => parsed(visualText(modelOfTemplate(each, VISUAL_PALETTE)))),
  ...Object.values(FOREIGN_DOCUMENTS).map((specs) => ownForm(foreignDocument(specs))),
  {
    format: 'tidemill-visual',
    version: 1,
    blocks: [
      {
        id: 'mine',
        command: 'CC_Mine',
        title: 'Mine',
        group: 'Own',
        needsGate: true,
        gate: ['low', 'low:isTrue'],
        inputs: { length: { value: 14, input: 'Length' }, name: { name: 'Buy Level' }, a: false },
        parameters: ['length', 'name', 'a'],
        outputs: ['upper', 'lower'],
      },
      { id: 'low', command: 'Branch', disabled: true, inputs: { input: true } },
    ],
    layout: [{ block: 'mine', x: 1, y: -2, width: 3, height: 4, reversed: true, folded: true }],
  },
];

test('the schema takes every document that the project has', () => {
  for (const document of WHOLE) {
    assert.ok(isRead(document));
    assert.ok(fits(document), JSON.stringify(document));
  }
});

test('a damaged document is read where it fits the schema, and refused where it does not', () => {
  const seen = { fits: 0, refused: 0 };
  for (let seed = 0; seed < someOf(20_000); seed += 1) {
    const draw = drawn(seed);
    const fromDrawing = seed % 3 === 0 ? ownForm(foreignDocument(makeDocument(draw))) : null;
    const document = structuredClone(fromDrawing ?? WHOLE[seed % WHOLE.length]);
    for (let times = Math.floor(draw() * 4); times > 0; times -= 1) damage(document, draw);
    const text = JSON.stringify(document);
    const expected = isRead(document);
    assert.equal(fits(parsed(text)), expected, `seed ${seed}\n${text}`);
    seen[expected ? 'fits' : 'refused'] += 1;
  }
  assert.ok(seen.fits > 0 && seen.refused > 0, JSON.stringify(seen));
});

type Json = Readonly<Record<string, unknown>>;

const many = <Each>(count: number, each: (at: number) => Each): readonly Each[] =>
  Array.from({ length: count }, (_, at) => each(at));
const wires = (count: number) => many(count, (at) => `b${at}`);
const document = (fields: Json) => ({ format: 'tidemill-visual', version: 1, ...fields });
const withBlock = (fields: Json) =>
  document({ blocks: [{ id: 'it', command: 'DoLong', ...fields }] });
const given = (value: unknown) => withBlock({ inputs: { a: value } });
const inputs = (count: number) =>
  withBlock({ inputs: Object.fromEntries(many(count, (at) => [`i${at}`, 1])) });
const places = (count: number) => document({ layout: many(count, () => ({ block: 'a', x: 1 })) });
const blocks = (count: number) =>
  document({ blocks: many(count, (at) => ({ id: `b${at}`, command: 'DoLong' })) });
const long = (count: number) => 'x'.repeat(count);

/** Each limit: what is just within it, and what is beyond. */
const LIMITS: Readonly<Record<string, readonly [within: unknown, beyond: unknown]>> = {
  blocks: [blocks(1_000), blocks(1_001)],
  places: [places(1_000), places(1_001)],
  'inputs of a block': [inputs(200), inputs(201)],
  'wires of an input': [given({ wires: wires(100) }), given({ wires: wires(101) })],
  'an input without wires': [given({ wires: ['a'] }), given({ wires: [] })],
  'wires of a gate': [withBlock({ gate: wires(100) }), withBlock({ gate: wires(101) })],
  'the length of a wire': [given({ wires: ['a'] }), given({ wires: [''] })],
  'the length of an id': [withBlock({ id: long(64) }), withBlock({ id: long(65) })],
  'letters of an id': [withBlock({ id: 'a-b_C9' }), withBlock({ id: 'é' })],
  'the length of a value': [given(long(10_000)), given(long(10_001))],
  'the length of a name': [given({ name: long(10_000) }), given({ name: long(10_001) })],
  'the label of an input': [given({ value: 1, input: 'a' }), given({ value: 1, input: '' })],
  'a field beside wires': [given({ wires: ['a'] }), given({ wires: ['a'], name: 'b' })],
  'the length of a command': [withBlock({ command: long(10_000) }), withBlock({ command: '' })],
  'names of outputs': [
    withBlock({ outputs: wires(200) }),
    withBlock({ outputs: [...wires(199), 'b0'] }),
  ],
  'the length of an output': [
    withBlock({ outputs: [long(200)] }),
    withBlock({ outputs: [long(201)] }),
  ],
  coordinates: [
    document({ layout: [{ block: 'a', x: -10_000_000 }] }),
    document({ layout: [{ block: 'a', x: 10_000_001 }] }),
  ],
  versions: [document({}), document({ version: 2 })],
  'null for a field': [withBlock({ title: null, gate: null }), withBlock({ inputs: null })],
};

suite('a limit is the same in both', () => {
  for (const [name, [within, beyond]] of Object.entries(LIMITS)) {
    test(name, () => {
      assert.deepEqual([isRead(within), fits(within)], [true, true]);
      assert.deepEqual([isRead(beyond), fits(beyond)], [false, false]);
    });
  }
});

test('docs/visual.schema.json is what `tidemill scripts schema` prints', () => {
  assert.deepEqual(JSON.parse(readFileSync(FILE, 'utf8')), OWN_SCHEMA);
});

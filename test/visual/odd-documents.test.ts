// Documents of HaasScript as other versions of its editor, other programs and people's own scripts
// leave them: fields that are missing, null, unknown or of another spelling, blocks in any order,
// wires listed at one end. None of it means anything, so the Lua stays the same.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { VISUAL_PALETTE } from '#commands/visual/visual-palette.ts';
import { compileVisual } from '#domain/visual/compile-visual.ts';
import { FOREIGN_NUMBERS } from '#domain/visual/foreign-numbers.ts';
import { readVisualText } from '#domain/visual/read-visual-text.ts';
import { foreignDocument } from './foreign-document.ts';
import { FOREIGN_DOCUMENTS } from './foreign-documents.ts';

type Json = Record<string, unknown>;

function luaOf(text: string): string {
  const { model, problems: unread } = readVisualText(text, VISUAL_PALETTE);
  assert.ok(model !== null, JSON.stringify(unread));
  const { lua, problems } = compileVisual(model, VISUAL_PALETTE);
  assert.ok(lua !== null, JSON.stringify(problems));
  return lua;
}

/** Blocks of a document whose places are all different, so that the order is settled. */
function blocksOf(title: string): Json[] {
  return JSON.parse(foreignDocument(FOREIGN_DOCUMENTS[title] ?? [])) as Json[];
}

const list = (block: Json, field: string): Json[] => (block[field] ?? []) as Json[];

function portsOf(block: Json): Json[] {
  const single = [block['Output'], block['Connector']].filter((port) => port !== null) as Json[];
  return [...list(block, 'Inputs'), ...list(block, 'SubOutputs'), ...single];
}

const isWired = (port: Json): boolean => list(port, 'Connections').length > 0;

function eachPort(change: (port: Json, block: Json) => void) {
  return (blocks: Json[]): Json[] => {
    for (const block of blocks) for (const port of portsOf(block)) change(port, block);
    return blocks;
  };
}

function eachBlock(change: (block: Json, at: number) => void) {
  return (blocks: Json[]): Json[] => {
    for (const [at, block] of blocks.entries()) change(block, at);
    return blocks;
  };
}

function each(change: (value: Json) => void) {
  return eachBlock((block) => {
    for (const object of [block, ...portsOf(block)]) change(object);
  });
}

/** Fields that only drawing needs, or that say again what the command says. */
const NEEDLESS = ['W', 'H', 'Command', 'IsReversed', 'IsMirrored', 'ShowUnusedParameters'];

const isBoolean = (text: unknown): boolean => /^(?:true|false)$/i.test(String(text));
const isPlainNumber = (text: unknown): boolean => /^-?\d+(?:\.\d+)?$/.test(String(text));

/** An output of a block, as its editor names it. */
function outputsOf(block: Json): Json[] {
  return [block['Output'] as Json, ...list(block, 'SubOutputs')];
}

const ODDITIES: Readonly<Record<string, (blocks: Json[]) => readonly Json[]>> = {
  'blocks in any order': (blocks) => blocks.toReversed(),
  'no fields of drawing': eachBlock((block) => {
    for (const field of [...NEEDLESS, 'Resizable', 'Type']) Reflect.deleteProperty(block, field);
  }),
  'null in fields of drawing': eachBlock((block) => {
    for (const field of NEEDLESS) block[field] = null;
  }),
  'no flags': eachBlock((block) => {
    for (const field of ['NeedsConnector', 'Disabled', 'Resizable']) {
      if (block[field] === false) Reflect.deleteProperty(block, field);
    }
  }),
  'null instead of a flag': eachBlock((block) => {
    if (block['Disabled'] === false) block['Disabled'] = null;
    if (block['NeedsConnector'] === false) block['NeedsConnector'] = null;
  }),
  'fields that nobody knows': each((object) => {
    object['Breakpoint'] = { IsSet: true, Hits: [1, 2] };
    object['Owner'] = null;
  }),
  'wires listed at their inputs alone': eachBlock((block) => {
    for (const port of outputsOf(block)) port['Connections'] = [];
  }),
  'wires listed at their outputs alone': eachBlock((block) => {
    const many = list(block, 'Inputs').filter((port) => list(port, 'Connections').length > 1);
    // Their order is that of the input.
    if (many.length > 0) return;
    for (const port of [...list(block, 'Inputs'), block['Connector'] as Json]) {
      port['Connections'] = [];
    }
  }),
  'each wire listed twice': eachPort((port) => {
    port['Connections'] = list(port, 'Connections').flatMap((wire) => [wire, { ...wire }]);
  }),
  'no bends of wires': eachPort((port) => {
    for (const wire of list(port, 'Connections')) delete wire['Points'];
  }),
  'null instead of no wires': eachPort((port) => {
    if (!isWired(port)) port['Connections'] = null;
  }),
  'no ports where nothing is connected': eachBlock((block) => {
    for (const field of ['Output', 'Connector']) {
      if (!isWired(block[field] as Json)) block[field] = null;
    }
    if (list(block, 'SubOutputs').length === 0) delete block['SubOutputs'];
    if (list(block, 'Inputs').length === 0) block['Inputs'] = null;
  }),
  'names of ports in another case': eachPort((port, block) => {
    const parameter = port['Parameter'] as Json;
    if (String(block['CommandName']).startsWith('CC_')) return;
    parameter['Name'] = String(parameter['Name']).toUpperCase();
  }),
  'outputs without a name': eachBlock((block) => {
    (block['Output'] as Json)['Parameter'] = null;
    (block['Connector'] as Json)['Parameter'] = {};
  }),
  'values that are no text': eachPort((port) => {
    const { Storage: storage } = port;
    if (isBoolean(storage)) port['Storage'] = /true/i.test(String(storage));
    else if (isPlainNumber(storage)) port['Storage'] = Number(storage);
  }),
  'numbers with a comma': eachPort((port) => {
    const { Storage: storage } = port;
    const isFraction = isPlainNumber(storage) && String(storage).includes('.');
    if (isFraction) port['Storage'] = String(storage).replace('.', ',');
  }),
  'values left at ports that are connected': eachPort((port) => {
    if (isWired(port)) port['Storage'] = 'False';
  }),
  'numbers of the public list': eachBlock((block) => {
    const kind = VISUAL_PALETTE.get(String(block['CommandName']));
    block['Type'] = FOREIGN_NUMBERS.get(kind?.command ?? '') ?? block['Type'];
  }),
  'a number of another command': eachBlock((block) => {
    if (!String(block['CommandName']).startsWith('CC_')) block['Type'] = 3210;
  }),
  'a canvas far from its origin': eachBlock((block) => {
    block['X'] = Number(block['X']) - 4_000;
    block['Y'] = Number(block['Y']) - 90_000;
  }),
  'places between two points': eachBlock((block) => {
    block['X'] = Number(block['X']) + 0.25;
    block['Y'] = Number(block['Y']) + 0.25;
  }),
  'inputs that no command has, never set': eachBlock((block, at) => {
    if (String(block['CommandName']).startsWith('CC_')) return;
    const Storage = ['0', '', null, 'False'][at % 4];
    const Parameter = { Name: 'futureOption', Type: 1 };
    list(block, 'Inputs').push({ Guid: `future-${at}`, Connections: [], Parameter, Storage });
  }),
  'disabled blocks beside the others': (blocks) => [
    ...blocks,
    ...blocks.map((block, at) => {
      const copy = JSON.parse(JSON.stringify(block).replaceAll('"Guid":"', '"Guid":"off-')) as Json;
      return { ...copy, Disabled: true, Y: Number(block['Y']) + 1, X: at };
    }),
  ],
};

const TITLES = Object.keys(FOREIGN_DOCUMENTS);

suite('a document means the same with', () => {
  for (const [oddity, change] of Object.entries(ODDITIES)) {
    test(oddity, () => {
      for (const title of TITLES) {
        const expected = luaOf(JSON.stringify(blocksOf(title)));
        const text = JSON.stringify(change(blocksOf(title)));
        assert.equal(luaOf(text), expected, `${title}\n${text}`);
      }
    });
  }
});

test('a document means the same in each layout of its text', () => {
  for (const title of TITLES) {
    const blocks = blocksOf(title);
    const expected = luaOf(JSON.stringify(blocks));
    const written = JSON.stringify(blocks, null, '\t');
    for (const text of [`\uFEFF${written}`, written.replaceAll('\n', '\r\n'), `\n ${written} \n`]) {
      assert.equal(luaOf(text), expected, title);
    }
  }
});

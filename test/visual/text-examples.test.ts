// The text examples as documents of blocks: the same orders to the last unit, on spot and on
// futures, over a month of minutes.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { VANILLA } from '#backtesting/feed.fixture.ts';
import { customBlockKinds } from '#commands/visual/custom-block-kinds.ts';
import { BLOCK_KINDS } from '#commands/visual/visual-palette.ts';
import { paletteOf } from '#domain/visual/block-palette.ts';
import { compileVisual } from '#domain/visual/compile-visual.ts';
import { readVisualText } from '#domain/visual/read-visual-text.ts';
import { someOf } from '../support/share-of-cases.ts';
import { documentOf } from './block-notation.ts';
import { EXAMPLE_DOCUMENTS } from './example-documents.ts';
import { drawn } from './drawn-document.ts';
import { MONTH_MINUTES, monthOf, tradesOf, WARM_UP_MINUTES } from './foreign-month.ts';

const FOLDER = path.join(import.meta.dirname, '..', '..', 'examples', 'scripts');

const sourceOf = (file: string): string => readFileSync(path.join(FOLDER, file), 'utf8');

const LIBRARIES = readdirSync(FOLDER)
  .filter((file) => file.endsWith('-command.lua'))
  .map((file) => ({ name: file, source: sourceOf(file) }));

const PALETTE = paletteOf([...BLOCK_KINDS, ...customBlockKinds(LIBRARIES)]);

/** Prices that wander, by calm and by wild hours, and volumes that are loud now and then. */
function wanderingBars(): readonly Bar[] {
  const draw = drawn(5);
  let close = 20_000;
  return Array.from({ length: WARM_UP_MINUTES + MONTH_MINUTES }, (_, at): Bar => {
    const open = close;
    const wildness = 12 + 110 * Math.sin(at / 500) ** 8;
    const pull = (20_000 - open) / 3_000 + 5 * Math.sin(at / 3_000);
    close = Math.round(open + (draw() - 0.5) * wildness + pull);
    const [top, bottom] = [Math.max(open, close), Math.min(open, close)];
    const volume = at % 97 === 0 ? 30_000 : 200 + Math.round(1_000 * draw());
    return [open, top + Math.round(draw() * 3), bottom - Math.round(draw() * 3), close, volume];
  });
}

const BARS = wanderingBars();

test('twenty and more are documents too', () => {
  assert.ok(Object.keys(EXAMPLE_DOCUMENTS).length >= 20);
});

suite('an example trades as its document does', () => {
  const some = Object.entries(EXAMPLE_DOCUMENTS).filter((_, at) => at % 10 < someOf(10));
  for (const [name, notation] of some) {
    test(name, (t) => {
      const { model, problems } = readVisualText(documentOf(notation, PALETTE), PALETTE);
      assert.ok(model !== null, JSON.stringify(problems));
      const { lua, problems: found } = compileVisual(model, PALETTE);
      assert.ok(lua !== null, JSON.stringify(found));
      let seen = 0;
      for (const market of [null, VANILLA]) {
        const setup = { libraries: LIBRARIES, market, bars: BARS };
        const expected = monthOf({ ...setup, source: sourceOf(`${name}.lua`) });
        const report = monthOf({ ...setup, source: lua });
        assert.deepEqual(tradesOf(report), tradesOf(expected), lua);
        seen += report.orders.length;
      }
      t.diagnostic(`${model.blocks.length} blocks, ${seen} orders`);
      assert.ok(seen > 0, 'it trades');
    });
  }
});

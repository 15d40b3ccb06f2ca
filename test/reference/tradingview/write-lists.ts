// Writes the candles and the lists beside this anew: node test/reference/tradingview/write-lists.ts

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pineTrades } from './pine-broker.ts';
import { csvOfBars, madeBars } from './pine-candles.ts';
import { LIST_LAYOUTS, listText } from './pine-lists.ts';
import { PINE_EXAMPLES } from './pine-strategies.ts';

const bars = madeBars();
const write = (text: string, ...names: readonly string[]): void =>
  writeFileSync(path.join(import.meta.dirname, ...names), text);

write(csvOfBars(bars), 'candles.csv');
for (const [index, { name, strategy, settings, commission }] of PINE_EXAMPLES.entries()) {
  const layout = LIST_LAYOUTS[index % LIST_LAYOUTS.length] ?? 'plain';
  write(listText(pineTrades(bars, strategy, settings), layout, commission), 'lists', `${name}.csv`);
}

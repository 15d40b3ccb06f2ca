// Table of documents in HaasScript's format, each run for a month on spot and on futures: what it
// came to there, whether the same written by hand did the same, and whether it reads back.

import { FOREIGN_DOCUMENTS } from '../../test/visual/foreign-documents.ts';
import type { ForeignMonth } from '../../test/visual/foreign-month.ts';
import { foreignMonth } from '../../test/visual/foreign-month.ts';

type MonthFigures = ForeignMonth['spot'];

const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

function figures({ orders, trades, plots }: MonthFigures, isCommand: boolean): string {
  if (isCommand && orders + plots === 0) return 'called';
  const traded = `${counted(orders, 'order')}, ${counted(trades, 'trade')}`;
  if (plots === 0) return orders === 0 ? 'no order' : traded;
  const drawn = counted(plots, 'line');
  return orders === 0 ? drawn : `${traded}; ${drawn}`;
}

function row(title: string, month: ForeignMonth): string {
  const { blocks, luaLines, spot, futures, hasTwin, isCommand } = month;
  const byHand = hasTwin ? 'the same orders' : '';
  const [onSpot, onFutures] = [spot, futures].map((each) => figures(each, isCommand));
  const cells = [title, blocks, luaLines, onSpot, onFutures, byHand, 'the same'];
  return `| ${cells.join(' | ')} |`;
}

export function printDocumentMonths(): void {
  console.log('| Document | Blocks | Lines of Lua | Spot | Futures | By hand | Read back |');
  console.log('|---|---|---|---|---|---|---|');
  for (const title of Object.keys(FOREIGN_DOCUMENTS)) console.log(row(title, foreignMonth(title)));
}

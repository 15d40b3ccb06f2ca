// Services that walk over working orders, by the source: a new one without a cell fails the law.

import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SyntaxNode } from '../../../tidy/syntax-node.ts';
import { childrenOf, nameOf, nodeIn, parseSyntax } from '../../../tidy/syntax-node.ts';

const SHOWN = 'it shows what can be read, by the same reader as the list of open orders';

/** Walkers without a way of their own, and why. */
export const WITHOUT_WAYS: Readonly<Record<string, string>> = {
  'src/services/bots/inspect-bot.ts': SHOWN,
  'src/services/bots/view-bot.ts': SHOWN,
  'src/services/brackets/show-brackets.ts': SHOWN,
  'src/services/comparisons/compared-orders.ts': SHOWN,
  'src/services/partner-bots/inspect-partner-bot.ts': SHOWN,
  'src/services/orders/send-order.ts': 'of a damaged order its market and its state are known',
  'src/services/partner-bots/delete-end-user.ts':
    'it cancels by the same function as the stop of a bot, order by order',
};

const LISTS: ReadonlySet<string> = new Set(['listWorkingOrders', 'listWorkingBotOrders']);
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** Also the watch, which is one of the ways out that may not come to need the orders. */
export async function WALKERS(): Promise<readonly string[]> {
  const paths = globSync('src/services/**/*.ts', { cwd: ROOT }).filter(
    (path) => !/\.(test|prop|contract|fixture)\.ts$/.test(path),
  );
  const walkers = paths.filter((path) => {
    const text = readFileSync(`${ROOT}${path}`, 'utf8');
    return /listWorking(Bot)?Orders/.test(text) && callsList(parseSyntax(path, text).root);
  });
  return [...walkers, 'src/services/risk/watch-losses.ts'].toSorted();
}

function callsList(node: SyntaxNode): boolean {
  const callee = node.type === 'CallExpression' ? nodeIn(node, 'callee') : null;
  const name = callee === null ? null : nameOf(nodeIn(callee, 'property') ?? callee);
  return (name !== null && LISTS.has(name)) || childrenOf(node).some(callsList);
}

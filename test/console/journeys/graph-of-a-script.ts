// A strategy drawn as a graph: put together from nothing in under twenty actions, saved and tried
// on paper; wires that do not fit are refused with the reason, and everything goes by keys alone.

import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { checkAccess, checkWidths } from '../page-checks.ts';
import type { Stage } from '../stage.ts';
import { until } from '../../support/until.ts';

const ACTIONS_MAX = 20;

/** What a person does, counted: a press, a text that is typed, a key. */
type Hands = {
  readonly press: (what: Locator) => Promise<void>;
  readonly type: (where: Locator, text: string) => Promise<void>;
  readonly key: (key: string) => Promise<void>;
  readonly count: () => number;
};

function handsOn(page: Page): Hands {
  let count = 0;
  const counted = (act: Promise<void>): Promise<void> => {
    count += 1;
    return act;
  };
  return {
    press: (what) => counted(what.click()),
    type: (where, text) => counted(where.fill(text)),
    key: (key) => counted(page.keyboard.press(key)),
    count: () => count,
  };
}

/** From the list of scripts. */
async function drawStrategy(page: Page, hands: Hands): Promise<void> {
  await hands.press(page.getByRole('button', { name: 'New script' }).first());
  const dialog = page.getByRole('dialog');
  await hands.type(dialog.getByLabel('Name'), 'Cheap and dear');
  await hands.press(dialog.getByRole('button', { name: 'Graph', exact: true }));
  await hands.press(dialog.getByRole('button', { name: 'Create the script' }));
  const search = page.getByLabel('Search blocks');
  for (const words of ['buy', 'RSI is below 30', 'sell', 'RSI is above 70', 'stop']) {
    await hands.type(search, words);
    await hands.key('Enter');
  }
}

/** A block on the canvas, by its name. */
function block(page: Page, name: string): Locator {
  const own = page.locator('.block-name', { hasText: new RegExp(`^${RegExp.escape(name)}$`) });
  return page.locator('.react-flow__node').filter({ has: own }).first();
}

/** Draws a wire with the pointer, and holds it over where it would end. */
async function drawWire(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await middleOf(from), await middleOf(to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x - 20, end.y, { steps: 4 });
  await page.mouse.move(end.x, end.y, { steps: 2 });
}

async function middleOf(what: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const box = await what.boundingBox();
  assert.ok(box !== null, 'it is drawn');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export async function graphOfScript({ service, visit }: Stage): Promise<void> {
  const user = await service.makeUser('gita');
  await service.openAccount('gita');
  const visitor = await visit(user);
  const { page } = visitor;
  await visitor.open('/scripts');
  const hands = handsOn(page);
  await drawStrategy(page, hands);
  await page.getByText('No mistakes').waitFor();
  await hands.press(page.getByRole('button', { name: 'Save', exact: true }));
  await page.getByRole('button', { name: 'Saved' }).waitFor();
  assert.ok(hands.count() < ACTIONS_MAX, `${hands.count()} actions`);
  const [script] = (await user.api.listScripts()).data;
  const { lua } = await user.api.getScriptLua({ script_id: script?.script_id ?? '' });
  for (const line of [/\b30\b/, /\b70\b/, /StopLoss\(2\)/, /DoLong\(/, /DoShort\(/]) {
    assert.match(lua ?? '', line);
  }
  await page.getByRole('button', { name: 'Arrange' }).click();
  await page.getByLabel('Lua beside').check();
  await page.getByText('DoLong()').first().waitFor();
  await visitor.picture('graph');
  await checkWidths(page);
  // What is small from afar has its size in the list, and nearer.
  for (let step = 0; step < 4; step += 1) {
    await page.getByRole('button', { name: 'Zoom In' }).click();
  }
  await checkAccess(page);
  const drawn = page.locator('.react-flow__edge-path');
  const count = await drawn.count();
  for (let step = 0; step < 6; step += 1) {
    await page.getByRole('button', { name: 'Zoom Out' }).click();
  }
  await page.locator('.block-far').first().waitFor();
  await until('wires are drawn from afar', async () => (await drawn.count()) === count);
  await page.getByLabel('Lua beside').uncheck();
  await page.getByRole('button', { name: 'Fit View' }).click();
  await refuseWire(page);
  await moveBlock(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Saved' }).waitFor();
  const moved = await user.api.getScriptLua({ script_id: script?.script_id ?? '' });
  assert.equal(moved.lua, lua, 'places change nothing of the text');
  await tryOnPaper(page);
  await visitor.leave();
}

/** A wire that does not fit says why and ends nowhere; one that is cut comes back by undo. */
async function refuseWire(page: Page): Promise<void> {
  const wires = page.locator('.react-flow__edge');
  const count = await wires.count();
  const gate = block(page, 'Buy (go long)').locator('.target').first();
  await drawWire(page, block(page, 'RSI').locator('.source'), gate);
  await page.getByText('“RSI” gives a list of numbers; here yes or no is wanted.').waitFor();
  await page.mouse.up();
  assert.equal(await wires.count(), count);
  await page.getByLabel('From Is below to Buy (go long), when it runs').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Delete');
  await page.getByText('Not saved').waitFor();
  assert.equal(await wires.count(), count - 1);
  await block(page, 'Buy (go long)').getByText('nothing says when this runs').waitFor();
  await drawWire(page, block(page, 'Is below').locator('.source'), gate);
  await page.mouse.up();
  await page.getByText('No mistakes').waitFor();
  assert.equal(await wires.count(), count);
  await page.getByRole('button', { name: 'Undo' }).click();
  assert.equal(await wires.count(), count - 1);
  await page.getByRole('button', { name: 'Redo' }).click();
  assert.equal(await wires.count(), count);
}

async function moveBlock(page: Page): Promise<void> {
  const head = block(page, 'RSI').locator('.block-name');
  const from = await middleOf(head);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y + 140, { steps: 5 });
  await page.mouse.up();
  await page.getByText('Not saved').waitFor();
  assert.ok((await middleOf(head)).y > from.y + 60, 'it stands where it was put');
}

async function tryOnPaper(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByText('Buy and hold').first().waitFor();
  await page.getByRole('link', { name: 'Make a bot' }).click();
  const dialog = page.getByRole('dialog', { name: 'New bot' });
  await dialog.getByRole('button', { name: 'Make the bot' }).click();
  await page.getByRole('heading', { level: 1, name: 'Cheap and dear' }).waitFor();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByText('Started its script on SIM_').waitFor();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('button', { name: 'Stop the bot' }).click();
  await page.getByText('Stopped', { exact: true }).waitFor();
}

/** No pointer at all: added, moved, connected, removed, taken back and saved. */
export async function graphByKeys({ service, visit }: Stage): Promise<void> {
  const user = await service.makeUser('karl');
  const made = await user.api.createVisualScript({
    body: { name: 'By keys', document: '{"format": "tidemill-visual", "version": 1}' },
  });
  const visitor = await visit(user);
  const { page } = visitor;
  const keys = async (...names: readonly string[]): Promise<void> => {
    for (const name of names) await page.keyboard.press(name);
  };
  await visitor.open(`/scripts/${made.script_id}?view=graph`);
  await page.getByLabel('Search blocks').waitFor();
  await keys('/');
  for (const words of ['buy', 'RSI is below 30', 'SMA']) {
    await page.keyboard.type(words);
    await keys('Enter');
  }
  const average = block(page, 'Simple average (SMA)');
  await average.waitFor();
  await tabTo(page, average);
  const before = await middleOf(average);
  await keys('Enter', 'ArrowDown', 'ArrowDown');
  await until('it has moved', async () => (await middleOf(average)).y > before.y);
  await keys('c');
  const list = page.getByRole('dialog');
  await list.getByLabel('Search').waitFor();
  await page.keyboard.type('SMA is below second');
  const choice = list.getByRole('button', {
    name: 'Simple average (SMA) → Is below: second value',
  });
  await choice.waitFor();
  await tabTo(page, choice);
  await keys('Enter');
  await list.waitFor({ state: 'detached' });
  await page
    .getByLabel('From Simple average (SMA) to Is below, second value')
    .waitFor({ state: 'attached' });
  await tabTo(page, average);
  await keys('Enter', 'Delete');
  await average.waitFor({ state: 'detached' });
  await keys('ControlOrMeta+z');
  await average.waitFor();
  await page.getByText('No mistakes').waitFor();
  await tabTo(page, page.getByRole('button', { name: 'Save', exact: true }));
  await keys('Enter');
  await page.getByRole('button', { name: 'Saved' }).waitFor();
  await visitor.leave();
  const { lua } = await user.api.getScriptLua({ script_id: made.script_id });
  assert.match(lua ?? '', /SMA\(/);
}

/** Forwards by Tab, from wherever one is. */
async function tabTo(page: Page, what: Locator): Promise<void> {
  for (let presses = 0; presses < 200; presses += 1) {
    if ((await what.and(page.locator(':focus')).count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  assert.fail('Tab does not reach it');
}

/** What is wrong stands at its block and its port; a list has the same; blocks are pasted. */
export async function wrongGraph({ service, visit }: Stage): Promise<void> {
  const user = await service.makeUser('wren');
  const document = JSON.stringify({
    format: 'tidemill-visual',
    version: 1,
    blocks: [
      { id: 'close', command: 'ClosePrices', inputs: { interval: 60 } },
      { id: 'rsi', command: 'RSI', inputs: { prices: { wires: ['close'] }, period: 'long' } },
      { id: 'low', command: 'IsSmallerThan', inputs: { input1: { wires: ['rsi'] }, input2: 30 } },
      { id: 'buy', command: 'DoLong', gate: ['low'] },
      { id: 'spare', command: 'SMA', inputs: { prices: { wires: ['close'] }, period: 5 } },
    ],
  });
  const made = await user.api.createVisualScript({ body: { name: 'Wrong', document } });
  const visitor = await visit(user);
  const { page } = visitor;
  await visitor.open(`/scripts/${made.script_id}?view=graph`);
  const rsi = block(page, 'RSI');
  await rsi.getByText('period: expected a number, found "long"').waitFor();
  const field = rsi.getByLabel('period of RSI');
  assert.equal(await field.getAttribute('aria-invalid'), 'true');
  await visitor.picture('graph-wrong');
  await field.fill('14');
  await page.getByText('No mistakes').waitFor();
  await page.getByRole('button', { name: 'List', exact: true }).click();
  const item = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'RSI' }) });
  await item.getByText('from Close prices').waitFor();
  await item.getByLabel('period of RSI').fill('21');
  await checkWidths(page);
  await checkAccess(page);
  await page.getByRole('button', { name: 'Canvas', exact: true }).click();
  await pasteTwice(page, document);
  await page.getByRole('button', { name: 'Rules', exact: true }).click();
  await page.getByRole('button', { name: 'Show in the graph' }).first().click();
  await page.getByRole('region', { name: 'Selected block' }).waitFor();
  await makeCommand(page);
  await visitor.picture('graph-command');
  await visitor.leave();
  const scripts = (await user.api.listScripts()).data;
  const states = scripts.map(({ name, is_valid: isValid }) => `${name} ${String(isValid)}`);
  assert.deepEqual(new Set(states), new Set(['My strength true', 'Wrong true']));
}

/** A block becomes a command of one's own, which the palette has from then on. */
async function makeCommand(page: Page): Promise<void> {
  await block(page, 'RSI').locator('.block-name').click();
  await page.getByRole('button', { name: 'Make a command…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('My strength');
  await dialog.getByText('It takes close prices, and gives one value.').waitFor();
  await checkAccess(page);
  await dialog.getByRole('button', { name: 'Make the command' }).click();
  await dialog.waitFor({ state: 'detached' });
  await block(page, 'My strength').getByText('close prices').waitFor();
  await page.getByText('No mistakes').waitFor();
  await page.getByLabel('Search blocks').fill('my strength');
  await page.getByRole('button', { name: 'My strength', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Saved' }).waitFor();
}

async function pasteTwice(page: Page, document: string): Promise<void> {
  const nodes = page.locator('.react-flow__node-block');
  assert.equal(await nodes.count(), 5);
  await page.getByRole('button', { name: 'Paste…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Text of the blocks').fill('no blocks');
  await dialog.getByRole('button', { name: 'Paste', exact: true }).click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByLabel('Text of the blocks').fill(document);
  await dialog.getByRole('button', { name: 'Paste', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await nodes.count(), 10);
  await page.getByRole('button', { name: 'Group', exact: true }).click();
  await page.getByRole('button', { name: 'Fold the group Group 1' }).click();
  await page.getByText('5 blocks', { exact: true }).waitFor();
  assert.equal(await nodes.count(), 5);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  assert.equal(await nodes.count(), 5);
}

// Figures as a page shows them, read back, and compared with what they are.

import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

/** The number in a text of the console; null: there is none. */
export function numberIn(text: string): number | null {
  const found = /[-\u2212+]?\d[\d\u202f]*(?:\.\d+)?/.exec(text)?.[0];
  if (found === undefined) return null;
  return Number(found.replaceAll('\u202f', '').replace('\u2212', '-'));
}

/** The cells of a row, by what its first one says. */
export async function cellsOf(table: Locator, name: string): Promise<readonly string[]> {
  const rows = table.locator('tr');
  const names = await rows.locator('> :first-child').allInnerTexts();
  const index = names.indexOf(name);
  assert.ok(index >= 0, `a row ${name} is among ${names.join()}`);
  return (await rows.nth(index).locator('> *').allInnerTexts()).slice(1);
}

export const tableOf = (page: Page, label: string): Locator =>
  page.getByRole('region', { name: label, exact: true });

/** The last digit that is shown may have been cut. */
export function assertShown(text: string, expected: number, what: string): void {
  const shown = numberIn(text);
  const step = Math.abs(expected) < 1 && text.includes('%') ? 0.001 : 0.01;
  assert.ok(
    shown !== null && Math.abs(shown - expected) <= step * 1.01 + Math.abs(expected) * 1e-6,
    `${what}: ${text} is shown, ${expected} is right`,
  );
}

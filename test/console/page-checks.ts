// Checks of every page: nothing is wider than the screen, and nothing keeps anyone from reading or
// reaching a part of it, by day and by night, as axe judges it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

export const WIDTHS = [390, 768, 1_440] as const;
export const HEIGHTS: { readonly [width: number]: number } = { 390: 844, 768: 1_024, 1440: 900 };
export const SCHEMES = ['light', 'dark'] as const;

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const ALL_RULES = "['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']";
/** The rules that may judge the same page otherwise in other colours. */
const RULES_OF_COLOR = "{ type: 'rule', values: ['color-contrast', 'link-in-text-block'] }";

/** What axe finds within a part: the rule, how often, and the first element that breaks it. */
const violationsWithin = (root: string, rules: string): string => `axe.run(${root}, {
  resultTypes: ['violations'],
  runOnly: ${rules},
}).then(({ violations }) => violations.map(({ id, nodes }) =>
  id + ' x' + nodes.length + ': ' + nodes[0].html.slice(0, 300)
    + ' ' + nodes[0].any.map(({ message }) => message).join('; ').slice(0, 200)))`;

/** Two frames later: colours do not fade, because visitors want little motion. */
const DRAWN = `new Promise((drawn) =>
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn, 10))))`;

/** Elements that reach beyond the screen, unless they are in a part that scrolls by itself. */
const OUTSIDE = `(() => {
  const { clientWidth, scrollWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  return [...document.querySelectorAll('body *')]
    .filter((of) => of.getBoundingClientRect().right > clientWidth + 0.5)
    .map((of) => of.tagName + '.' + of.className + ' ' + of.textContent.slice(0, 40))
    .slice(0, 5);
})()`;

export async function checkWidths(page: Page, widths: readonly number[] = WIDTHS): Promise<void> {
  const before = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ width, height: HEIGHTS[width] ?? 900 });
    assert.deepEqual(await page.evaluate(OUTSIDE), [], `${page.url()} is wider than ${width}`);
  }
  if (before !== null) await page.setViewportSize(before);
}

/** Smallest side of what is pressed, in pixels, as WCAG 2.5.8 asks; spacing excuses nothing. */
const TARGET_PX_MIN = 24;

/**
 * What is pressed and is smaller. Links within a line of text and what no pointer reaches are no
 * targets; a field is as large as its label, which is pressed in its place.
 */
const SMALL_TARGETS = `(() => {
  const PRESSED = 'a[href], button, summary, input:not([type=hidden]), select, textarea, '
    + '[role=button], [role=link], [role=tab], [role=checkbox], [role=radio], [role=switch], '
    + '[role=option], [role=menuitem], [role=slider], [tabindex="0"][aria-sort]';
  const isWithinText = (of) => {
    if (getComputedStyle(of).display !== 'inline') return false;
    const block = of.closest('p, li, dd, dt, td, figcaption, blockquote, div, span');
    const around = block === null ? '' : block.textContent.replace(of.textContent, '');
    return around.trim().length > 1;
  };
  const isSeen = (of) => {
    if (!of.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    if (of.disabled || of.closest('[inert], [aria-hidden=true]') !== null) return false;
    for (let part = of; part !== null; part = part.parentElement) {
      const { width, height } = part.getBoundingClientRect();
      const { clip, clipPath, display } = getComputedStyle(part);
      const isHidden = width <= 1 || height <= 1 || clip !== 'auto' || clipPath !== 'none';
      if (isHidden && display !== 'contents') return false;
    }
    return true;
  };
  const sizeOf = (of) => {
    const around = of.closest('label') ?? of;
    const one = of.getBoundingClientRect();
    const other = around.getBoundingClientRect();
    return [Math.max(one.width, other.width), Math.max(one.height, other.height)];
  };
  const found = new Map();
  for (const of of document.querySelectorAll(PRESSED)) {
    const [width, height] = sizeOf(of);
    if (Math.min(width, height) >= ${TARGET_PX_MIN} - 0.5) continue;
    // Last, as it costs most.
    if (!isSeen(of) || isWithinText(of)) continue;
    const nameOf = (part) => part.tagName.toLowerCase() + '.' + part.getAttribute('class');
    const kind = nameOf(of) + ' within ' + nameOf(of.parentElement);
    const words = (of.getAttribute('aria-label') ?? of.textContent).slice(0, 40);
    if (!found.has(kind))
      found.set(kind, width.toFixed(0) + ' x ' + height.toFixed(0) + ': ' + kind + ' ' + words);
  }
  return [...found.values()];
})()`;

/** At each width, nothing is wider, and whatever is pressed is large enough for a finger. */
export async function checkScreens(page: Page): Promise<void> {
  const before = page.viewportSize();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHTS[width] ?? 900 });
    await page.evaluate(DRAWN);
    assert.deepEqual(await page.evaluate(OUTSIDE), [], `${page.url()} is wider than ${width}`);
    const small = await page.evaluate<readonly string[]>(SMALL_TARGETS);
    assert.deepEqual(small, [], `${page.url()}: small targets at ${width}`);
  }
  if (before !== null) await page.setViewportSize(before);
}

/**
 * What is pressed and is shown in part, because what is around it scrolls sideways. Strips of
 * choices scroll by intention, and so do the columns of runs that are compared.
 */
const CUT_TARGETS = `(() => {
  const PRESSED = 'a[href], button, summary, input:not([type=hidden]), select, textarea, [role=button]';
  const STRIPS = '.segments, [role=tablist], .cm-editor, .react-flow, .compared-head';
  const cutBy = (of) => {
    const { left, right } = of.getBoundingClientRect();
    for (let part = of.parentElement; part !== null; part = part.parentElement) {
      if (getComputedStyle(part).overflowX === 'visible') continue;
      const around = part.getBoundingClientRect();
      if (around.width > 1 && (right > around.right + 1 || left < around.left - 1)) return part;
    }
    return null;
  };
  return [...document.querySelectorAll(PRESSED)]
    .filter((of) => of.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .filter((of) => of.getBoundingClientRect().width > 1 && of.closest(STRIPS) === null)
    .filter((of) => cutBy(of) !== null)
    .map((of) => of.tagName + ' ' + (of.getAttribute('aria-label') ?? of.textContent).slice(0, 40));
})()`;

/** On a telephone, whatever is pressed is seen whole. */
export async function checkWhole(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(DRAWN);
  const cut = await page.evaluate<readonly string[]>(CUT_TARGETS);
  assert.deepEqual(cut, [], `${page.url()}: seen in part`);
  if (before !== null) await page.setViewportSize(before);
}

/** By all rules in the first scheme, and by those of colours in the others. */
export async function checkAccess(
  page: Page,
  schemes: readonly (typeof SCHEMES)[number][] = SCHEMES,
  /** An expression, or the selector of a part of the page in quotes. */
  root = 'document',
): Promise<void> {
  if (!(await page.evaluate<boolean>(`'axe' in globalThis`))) await page.evaluate(`${AXE}; true`);
  for (const [index, colorScheme] of schemes.entries()) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(DRAWN);
    const rules = index === 0 ? ALL_RULES : RULES_OF_COLOR;
    const found = await page.evaluate<readonly string[]>(violationsWithin(root, rules));
    assert.deepEqual(found, [], `${page.url()}, ${colorScheme}`);
  }
}

/** What distinguishes its tab: its heading, and more where the page has a title of its own. */
export async function checkTitle(page: Page): Promise<void> {
  const [heading, title] = await page.evaluate<readonly [string, string]>(
    `[document.querySelector('main h1')?.textContent.trim() ?? '', document.title]`,
  );
  assert.ok(heading !== '', `${page.url()} has a heading`);
  assert.ok(title.endsWith(`${heading} – Tidemill`), `${page.url()} has the title "${title}"`);
}

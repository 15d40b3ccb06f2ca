// Scripts of the reference's pages: a search, buttons that copy examples, and examples in the
// language that was chosen. The page's policy names these scripts by their hashes and allows no
// other; without them the pages lack nothing else.

import { hash } from 'node:crypto';
import type { Html } from '#lib/html.ts';
import { html, NOTHING } from '#lib/html.ts';
import { TRY_SCRIPT } from '#api/pages/try-script.ts';

const FOUND_MAX = 20;

const PAGE_SCRIPT = `
'use strict';
const search = document.getElementById('search');
const found = document.getElementById('found');
const said = document.getElementById('found-count');
const headings = [...document.querySelectorAll('main h3[id]')].map((heading) => {
  const line = heading.nextElementSibling;
  const text = line ? line.textContent : '';
  return { id: heading.id, title: heading.textContent, place: '', text, href: '#' + encodeURIComponent(heading.id) };
});
let entries = [];
let isLoading = null;
function prepare(list) {
  entries = list.map((entry) => {
    const names = (entry.title + ' ' + entry.id + ' ' + entry.place).toLowerCase();
    return { ...entry, names, all: names + ' ' + entry.text.toLowerCase() };
  });
}
async function load() {
  const { index } = search.dataset;
  if (index === undefined) return prepare(headings);
  const response = await fetch(index, { credentials: 'omit' });
  prepare(await response.json());
}
function loaded() {
  isLoading ??= load().catch(() => {
    isLoading = null;
    said.textContent = 'The search could not be loaded.';
  });
  return isLoading;
}
function rank(entry, words) {
  if (!words.every((word) => entry.all.includes(word))) return 0;
  const title = entry.title.toLowerCase();
  if (title.startsWith(words.join(' '))) return 4;
  if (title.startsWith(words[0])) return 3;
  return words.every((word) => entry.names.includes(word)) ? 2 : 1;
}
function byRank([one, { names }], [two, { names: others }]) {
  return two - one || names.length - others.length;
}
async function show() {
  await loaded();
  const words = search.value.toLowerCase().split(/\\s+/).filter((word) => word !== '');
  const ranked = words.length === 0 ? [] : entries.map((entry) => [rank(entry, words), entry]);
  const fit = ranked.filter(([points]) => points > 0).sort(byRank);
  found.replaceChildren(...fit.slice(0, ${FOUND_MAX}).map(([, { href, title, place }]) => {
    const link = document.createElement('a');
    link.href = href;
    link.textContent = title;
    const small = document.createElement('small');
    small.textContent = place;
    const item = document.createElement('li');
    item.append(link, small);
    return item;
  }));
  if (entries.length > 0) said.textContent = words.length === 0 ? '' : fit.length + ' found';
}
function move(step) {
  const links = [...found.querySelectorAll('a')];
  const at = links.indexOf(document.activeElement) + step;
  (at < 0 ? search : links[Math.min(at, links.length - 1)] || search).focus();
}
function isEditing(element) {
  return element !== null && /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName);
}
const parts = document.querySelector('details.parts');
if (parts !== null && matchMedia('(max-width: 52rem)').matches) parts.open = false;
search.closest('[hidden]').hidden = false;
search.addEventListener('focus', loaded);
search.addEventListener('input', show);
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const isTyping = document.activeElement === search;
  const isFound = found.contains(document.activeElement);
  if (event.key === '/' && !isEditing(document.activeElement)) search.focus();
  else if (event.key === 'ArrowDown' && (isTyping || isFound)) move(1);
  else if (event.key === 'ArrowUp' && isFound) move(-1);
  else if (event.key === 'Enter' && isTyping && found.querySelector('a') !== null)
    found.querySelector('a').click();
  else if (event.key === 'Escape' && (isTyping || isFound)) {
    search.value = '';
    show();
    search.focus();
  } else return;
  event.preventDefault();
});
async function copy(button, code) {
  try {
    await navigator.clipboard.writeText(code.textContent);
  } catch {
    getSelection().selectAllChildren(code);
    document.execCommand('copy');
  }
  button.textContent = 'Copied';
  setTimeout(() => (button.textContent = 'Copy'), 1500);
}
for (const code of document.querySelectorAll('main pre > code')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', () => copy(button, code));
  code.parentElement.before(button);
}
const LANGUAGE = 'tidemill-docs-language';
function remembered() {
  try {
    return localStorage.getItem(LANGUAGE);
  } catch {
    return null;
  }
}
function choose(language) {
  try {
    localStorage.setItem(LANGUAGE, language);
  } catch {
    // A browser that stores nothing shows what is chosen until it leaves the page.
  }
  for (const example of document.querySelectorAll('.example'))
    example.hidden = example.dataset.language !== language;
  for (const tab of document.querySelectorAll('.languages button'))
    tab.setAttribute('aria-pressed', String(tab.textContent === language));
}
for (const examples of document.querySelectorAll('.examples')) {
  const bar = document.createElement('div');
  bar.className = 'languages';
  bar.setAttribute('role', 'group');
  bar.setAttribute('aria-label', 'Language of the examples');
  for (const { dataset } of examples.children) {
    const tab = document.createElement('button');
    tab.type = 'button';
    tab.textContent = dataset.language;
    tab.addEventListener('click', () => choose(dataset.language));
    bar.append(tab);
  }
  examples.prepend(bar);
}
const languages = [...new Set([...document.querySelectorAll('.example')].map((each) => each.dataset.language))];
if (languages.length > 0) choose(languages.includes(remembered()) ? remembered() : languages[0]);
`;

function sourceOf(script: string): string {
  return `'sha256-${hash('sha256', script, 'base64')}'`;
}

function scriptElement(script: string): Html {
  return { markup: `<script>${script}</script>` };
}

/** For the page's policy: the only scripts that it may run. */
export const PAGE_SCRIPT_SOURCES = `${sourceOf(PAGE_SCRIPT)} ${sourceOf(TRY_SCRIPT)}`;

/** Ends a page that has a search field; `isTried`: it also has forms that send requests. */
export function pageScript({ isTried }: { readonly isTried: boolean }): Html {
  return html`${scriptElement(PAGE_SCRIPT)}${isTried ? scriptElement(TRY_SCRIPT) : NOTHING}`;
}

/**
 * Hidden until the script runs, without which it would do nothing. `what` is searched: what stands
 * at the address of `index`, or on the page itself.
 */
export function searchField(what: string, index: string | null): Html {
  const where = index === null ? NOTHING : html`data-index="${index}"`;
  return html`<div class="search" hidden>
    <input
      id="search"
      type="search"
      placeholder="Search (press /)"
      aria-label="Search ${what}"
      aria-controls="found"
      autocomplete="off"
      spellcheck="false"
      ${where}
    />
    <span id="found-count" role="status" class="soft"></span>
    <ul id="found" aria-label="Found"></ul>
  </div>`;
}

// What the pages of the reference do beyond showing text: a search over their headings, and buttons
// that copy examples. The page's policy names this script by its hash and allows no other; it loads
// nothing, and without it the pages lack nothing else.

import { hash } from 'node:crypto';
import type { Html } from '#lib/html.ts';
import { html } from '#lib/html.ts';

const FOUND_MAX = 20;

const PAGE_SCRIPT = `
'use strict';
const search = document.getElementById('search');
const found = document.getElementById('found');
const said = document.getElementById('found-count');
const entries = [...document.querySelectorAll('main h3[id]')].map((heading) => {
  const line = heading.nextElementSibling;
  const place = line && line.matches('.line') ? line.querySelector('code').textContent : '';
  const text = line && !line.matches('.line') ? line.textContent : '';
  const title = heading.textContent;
  const names = (title + ' ' + heading.id + ' ' + place).toLowerCase();
  return { id: heading.id, title, place, names, all: names + ' ' + text.toLowerCase() };
});
function rank(entry, words) {
  if (!words.every((word) => entry.all.includes(word))) return 0;
  if (entry.title.toLowerCase().startsWith(words[0])) return 3;
  return words.every((word) => entry.names.includes(word)) ? 2 : 1;
}
function byRank([one, { names }], [two, { names: others }]) {
  return two - one || names.length - others.length;
}
function show() {
  const words = search.value.toLowerCase().split(/\\s+/).filter((word) => word !== '');
  const ranked = words.length === 0 ? [] : entries.map((entry) => [rank(entry, words), entry]);
  const fit = ranked.filter(([points]) => points > 0).sort(byRank);
  found.replaceChildren(...fit.slice(0, ${FOUND_MAX}).map(([, { id, title, place }]) => {
    const link = document.createElement('a');
    link.href = '#' + encodeURIComponent(id);
    link.textContent = title;
    const small = document.createElement('small');
    small.textContent = place;
    const item = document.createElement('li');
    item.append(link, small);
    return item;
  }));
  said.textContent = words.length === 0 ? '' : fit.length + ' found';
}
function move(step) {
  const links = [...found.querySelectorAll('a')];
  const at = links.indexOf(document.activeElement) + step;
  (at < 0 ? search : links[Math.min(at, links.length - 1)] || search).focus();
}
search.closest('[hidden]').hidden = false;
search.addEventListener('input', show);
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const isTyping = document.activeElement === search;
  const isFound = found.contains(document.activeElement);
  if (event.key === '/' && !isTyping) search.focus();
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
`;

/** For the page's policy: the only script that it may run. */
export const PAGE_SCRIPT_SOURCE = `'sha256-${hash('sha256', PAGE_SCRIPT, 'base64')}'`;

/** Ends a page that has a search field. */
export const SCRIPT_ELEMENT: Html = { markup: `<script>${PAGE_SCRIPT}</script>` };

/** Hidden until the script runs, without which it would do nothing. `what` is searched. */
export function searchField(what: string): Html {
  return html`<div class="search" hidden>
    <input
      id="search"
      type="search"
      placeholder="Search (press /)"
      aria-label="Search ${what}"
      aria-controls="found"
      autocomplete="off"
      spellcheck="false"
    />
    <span id="found-count" role="status" class="soft"></span>
    <ul id="found" aria-label="Found"></ul>
  </div>`;
}

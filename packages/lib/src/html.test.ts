// Nothing that is not markup becomes markup.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { html, inline, prose } from '#lib/html.ts';

test('texts are escaped, markup and lists of it are not', () => {
  const items = ['<', '"&'].map((text) => html`<li>${text}</li>`);
  const list = html`<ul>
    ${items}
  </ul>`;
  assert.equal(
    html`${list}${1}`.markup.replaceAll(/\s+/g, ''),
    '<ul><li>&lt;</li><li>&quot;&amp;</li></ul>1',
  );
});

test('backticks make code, blank lines make paragraphs', () => {
  assert.equal(inline('a `<b>` c').markup, 'a <code>&lt;b&gt;</code> c');
  assert.equal(prose('one\n\ntwo').markup.replaceAll(/\s+/g, ''), '<p>one</p><p>two</p>');
});

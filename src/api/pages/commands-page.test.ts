import assert from 'node:assert/strict';
import { test } from 'node:test';

import { renderCommandsPage } from '#api/pages/commands-page.ts';
import { commandReference } from '#services/scripts/command-reference.ts';

test('headings, lists, code and paragraphs become markup, and nothing else does', () => {
  const page = renderCommandsPage(
    '# All <b>\n\n## Group one\n\n### Do\n\nDoes `x < y`.\n\n- `a`: <i>\n- b\n\n```lua\nDo(1 < 2)\n```',
  );
  for (const text of [
    '<h1>All &lt;b&gt;</h1>',
    '<h2 id="Group-one">Group one</h2>',
    '<a href="#Group-one">',
    '<h3 id="Do">Do</h3>',
    '<p>Does <code>x &lt; y</code>.</p>',
    '<li><code>a</code>: &lt;i&gt;</li>',
    '<pre><code>Do(1 &lt; 2)</code></pre>',
  ]) {
    assert.ok(page.includes(text), text);
  }
});

test('every command has its heading', () => {
  const markdown = commandReference();
  const names = [...markdown.matchAll(/^### (.+)$/gm)].map(([, name]) => name);
  const page = renderCommandsPage(markdown);
  assert.ok(names.length > 579);
  assert.equal(page.match(/<h3 /g)?.length, names.length);
  assert.ok(!page.includes('```'));
});

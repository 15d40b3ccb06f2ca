// The reference of script commands as a page: its Markdown, of which it knows just what is used.

import type { Html } from '#lib/html.ts';
import { html, inline, NOTHING } from '#lib/html.ts';
import { pageScript, searchField } from '#api/pages/page-script.ts';
import { renderPage } from '#api/pages/page-layout.ts';

const PAGES = {
  commands: ['Script commands', '/docs/pine', 'Pine Script'],
  pine: ['Pine Script', '/docs/commands', 'Script commands'],
} as const;

/** `markdown` as commandReference and pineReference write it. */
export function renderCommandsPage(
  markdown: string,
  page: keyof typeof PAGES = 'commands',
): string {
  const [title, other, otherTitle] = PAGES[page];
  const blocks = blocksOf(markdown);
  const groups = blocks.filter(({ kind }) => kind === 'group');
  const entries = groups.map(({ text }) => html`<li><a href="#${anchor(text)}">${text}</a></li> `);
  const content = html`<div class="frame">
    <nav aria-label="Contents">
      <strong>${title}</strong>
      <ul>
        <li><a href="/docs">API reference</a></li>
        <li><a href="/docs/${page}.md">As Markdown</a></li>
        <li><a href="${other}">${otherTitle}</a></li>
      </ul>
      ${searchField('commands', null)}
      <h2>Groups</h2>
      <ul>
        ${entries}
      </ul>
    </nav>
    <main>${blocks.map(blockMarkup)}</main>
    ${pageScript({ isTried: false })}
  </div>`;
  return renderPage(title, content);
}

type Block = {
  readonly kind: 'title' | 'group' | 'command' | 'list' | 'code' | 'text';
  readonly text: string;
};

const HEADINGS = [
  ['### ', 'command'],
  ['## ', 'group'],
  ['# ', 'title'],
] as const;

function blocksOf(markdown: string): readonly Block[] {
  return markdown.split(/\n{2,}/).flatMap((part): readonly Block[] => {
    const text = part.trim();
    if (text === '') return [];
    const code = /^```lua\n([\s\S]*?)\n```$/.exec(text)?.[1];
    if (code !== undefined) return [{ kind: 'code', text: code }];
    if (text.startsWith('- ')) return [{ kind: 'list', text }];
    const heading = HEADINGS.find(([mark]) => text.startsWith(mark));
    if (heading === undefined) return [{ kind: 'text', text }];
    const [mark, kind] = heading;
    return [{ kind, text: text.slice(mark.length) }];
  });
}

function blockMarkup({ kind, text }: Block): Html {
  switch (kind) {
    case 'title':
      return html`<h1>${text}</h1>`;
    case 'group':
      return html`<h2 id="${anchor(text)}">${text}</h2>`;
    case 'command':
      return html`<h3 id="${anchor(text)}">${text}</h3>`;
    case 'code':
      return html`<pre><code>${text}</code></pre>`;
    case 'text':
      return html`<p>${inline(text)}</p>`;
    case 'list':
      return html`<ul>
        ${text.split('\n').map(itemMarkup)}
      </ul>`;
  }
}

function itemMarkup(line: string): Html {
  return line.startsWith('- ') ? html`<li>${inline(line.slice(2))}</li> ` : NOTHING;
}

function anchor(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9]+/g, '-');
}

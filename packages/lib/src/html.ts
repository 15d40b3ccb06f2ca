// HTML as text: escaping by default, so that nothing from a schema or a table can become markup.

/** Text that is markup already. */
export type Html = { readonly markup: string };

type Part = Html | string | number | readonly Html[];

/** A template whose parts are escaped unless they are markup. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  let markup = texts[0] ?? '';
  for (const [index, part] of parts.entries()) {
    markup += markupOf(part) + (texts[index + 1] ?? '');
  }
  return { markup };
}

export const NOTHING: Html = { markup: '' };

/** Text of our own documents: `code` in backticks, blank lines between paragraphs. */
export function prose(text: string): Html {
  const paragraphs = text.split(/\n\n+/).map((paragraph) => html`<p>${inline(paragraph)}</p>`);
  return html`${paragraphs}`;
}

/** One line of such text. */
export function inline(text: string): Html {
  const markup = escape(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
  return { markup };
}

function markupOf(part: Part): string {
  if (typeof part === 'string') return escape(part);
  if (typeof part === 'number') return String(part);
  if ('markup' in part) return part.markup;
  return part.map(({ markup }) => markup).join('');
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

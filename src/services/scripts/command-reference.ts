// The reference of all commands that scripts may call, for whoever shows it to people.

import { renderCommandReference } from '#commands/catalogue/render-command-reference.ts';

/** Markdown: headings of three levels, paragraphs, flat lists, `lua` blocks, code in backticks. */
export function commandReference(): string {
  return renderCommandReference();
}

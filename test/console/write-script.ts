// Writes a whole script into the editor, as pasted: the editor closes brackets that are typed, and
// what a browser by itself puts in place of coloured text has styles of its own, which the policy
// of the page blocks and the browser reports.

import type { Page } from 'playwright-core';

const PASTE = `(text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  const event = { clipboardData, bubbles: true, cancelable: true };
  document.activeElement.dispatchEvent(new ClipboardEvent('paste', event));
}`;

export async function writeScript(page: Page, source: string): Promise<void> {
  const editor = page.getByRole('textbox', { name: 'Text of the script' });
  await editor.click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.evaluate(`(${PASTE})(${JSON.stringify(source)})`);
}

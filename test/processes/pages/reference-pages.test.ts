// The reference in a browser: what its scripts do on a service that runs, and what they keep.

import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { findBrowser, NO_BROWSER, startBrowser } from '../../support/browser.ts';
import type { TestService } from '../../support/test-service.ts';
import { makeTestService } from '../../support/test-service.ts';

const found = await findBrowser();
const skip = found === null ? NO_BROWSER : false;

suite('the reference in a browser', { skip }, () => {
  let service: TestService;
  let browser: Browser;
  let page: Page;
  let address: string;
  const faults: string[] = [];

  before(async () => {
    assert(found !== null);
    [service, browser] = await Promise.all([makeTestService(), startBrowser(found)]);
    address = await service.api.listen({ host: '127.0.0.1', port: 0 });
    page = await (await browser.newContext()).newPage();
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    page.on('pageerror', ({ message }) => faults.push(message));
  });
  after(async () => {
    await browser.close();
    await service.close();
  });

  test('the search leads to an operation on another page', async () => {
    await page.goto(`${address}/docs`);
    await page.keyboard.press('/');
    await page.keyboard.type('place an order');
    const first = page.locator('#found li:first-child a', { hasText: 'Place an order' });
    await first.waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/orders#placeOrder');
    assert.equal(await page.locator('#placeOrder').textContent(), 'Place an order');
  });

  test('examples are shown in the language that was chosen last, on other pages too', async () => {
    const shown = () =>
      page.locator('.example:not([hidden])').first().getAttribute('data-language');
    assert.equal(await shown(), 'curl');
    await page.getByRole('button', { name: 'Python' }).first().click();
    assert.equal(await shown(), 'Python');
    await page.goto(`${address}/docs/accounts`);
    assert.equal(await shown(), 'Python');
  });

  test('a request is sent with the key of the form, which stays in the tab', async () => {
    const key = await service.makeKey(['read']);
    const panel = page.locator('section', { has: page.locator('#listAccounts') });
    await panel.getByText('Try it').click();
    await panel.getByLabel('API key').fill(key);
    await panel.getByRole('button', { name: 'Send' }).click();
    await panel.locator('.output strong', { hasText: '200' }).waitFor();
    assert.match((await panel.locator('.output').textContent()) ?? '', /"acc_own"/);
    const stored = `[JSON.stringify(sessionStorage), JSON.stringify(localStorage), document.cookie]`;
    const [session = '', ...others] = await page.evaluate<readonly string[]>(stored);
    assert(session.includes(key));
    assert(others.every((text) => !text.includes(key)));
    const another = await page.context().newPage();
    await another.goto(`${address}/docs/accounts`);
    assert.doesNotMatch(await another.evaluate('JSON.stringify(sessionStorage)'), /tm_live_/);
    await another.close();
    await panel.getByRole('button', { name: 'Forget the key' }).click();
    assert.equal(await page.evaluate('JSON.stringify(sessionStorage)'), '{}');
  });

  test('what changes something is sent by a second click alone', async () => {
    await page.goto(`${address}/docs/scripts`);
    const panel = page.locator('section', { has: page.locator('#createScript') });
    await panel.getByText('Try it').click();
    await panel.getByLabel('API key').fill(await service.makeKey([]));
    const button = panel.locator('.send');
    await button.click();
    assert.match((await button.textContent()) ?? '', /Click again/);
    assert.equal(await panel.locator('.output').textContent(), '');
    await button.click();
    await panel.locator('.output strong', { hasText: '201' }).waitFor();
    assert.equal(await button.textContent(), 'Send');
  });

  test('nothing that the policy forbids was tried, and nothing failed', () => {
    assert.deepEqual(faults, []);
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConsoleFile } from '#api/pages/console-pages.ts';
import { consolePage, consolePages } from '#api/pages/console-pages.ts';
import { renderStartPage } from '#api/pages/start-page.ts';

function fileOf(contentType: string, text: string): ConsoleFile {
  const bytes = (coding: string) => new TextEncoder().encode(`${coding} ${text}`);
  return { contentType, plain: bytes('plain'), br: bytes('br'), gzip: bytes('gzip') };
}

const FILES = {
  page: '<meta property="csp-nonce" nonce="__NONCE__" /> page',
  assets: new Map([['a-1.js', fileOf('text/javascript; charset=utf-8', 'script')]]),
  reportFrame: () => '',
};

const headerOf = (headers: readonly string[], name: string): string =>
  headers[headers.indexOf(name) + 1] ?? '';

test('the page takes scripts from the service alone, and none from its own text', () => {
  const { headers } = consolePage(FILES);
  const policy = headerOf(headers, 'Content-Security-Policy');
  assert.match(policy, /default-src 'none'; script-src 'self';/);
  assert.match(policy, /frame-ancestors 'none'/);
  assert.doesNotMatch(policy, /unsafe/);
  assert.equal(headerOf(headers, 'Cache-Control'), 'no-store');
});

test('the page names a number used once, by which its own styles are known', () => {
  const numbers = Array.from({ length: 3 }, () => {
    const { headers, body } = consolePage(FILES);
    const [, number = ''] =
      /'nonce-([\w+/]+)'/.exec(headerOf(headers, 'Content-Security-Policy')) ?? [];
    assert.equal(number.length, 24);
    assert.match(String(body), new RegExp(`nonce="${number.replaceAll('+', '\\+')}"`));
    return number;
  });
  assert.equal(new Set(numbers).size, numbers.length);
});

test('a file is sent as small as the browser takes it, and stays in the browser', async () => {
  const page = consolePages(FILES).find(({ path }) => path === '/assets/:name');
  assert(page !== undefined);
  const sent = await page.render({ name: 'a-1.js' }, { 'accept-encoding': 'gzip, br' });
  assert('headers' in sent && 'body' in sent && sent.body instanceof Uint8Array);
  assert.equal(new TextDecoder().decode(sent.body), 'br script');
  assert.match(headerOf(sent.headers, 'Cache-Control'), /immutable/);
  const missing = await page.render({ name: '../index.html' }, {});
  assert('code' in missing && missing.code === 'not_found');
});

test('without the console the address says how to build it', () => {
  const page = renderStartPage({ version: '1.2.3', baseUrl: 'http://t.test', isReady: true });
  assert.match(page, /npm run build -w console/);
});

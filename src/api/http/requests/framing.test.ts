// Headers that describe a body, and those that say which response is wanted.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { checkFraming, chooseForm, takesStream } from '#api/http/requests/framing.ts';

test('JSON is sent unless it is ruled out', () => {
  const cases: readonly (readonly [string | undefined, boolean])[] = [
    [undefined, true],
    ['', true],
    ['*/*', true],
    ['application/json', true],
    ['application/*;q=0.1', true],
    ['text/html, */*;q=0.1', true],
    ['application/problem+json', true],
    ['APPLICATION/JSON', true],
    ['text/html', false],
    ['application/json;q=0', false],
    ['application/json;q=0, */*', false],
    ['*/*;q=0', false],
    ['text/*', false],
  ];
  for (const [accept, isAccepted] of cases) {
    assert.equal(chooseForm(accept, {}), isAccepted ? 'json' : null, String(accept));
  }
});

test('a list is sent as CSV where that is preferred by name', () => {
  const cases: readonly (readonly [string | undefined, string | null])[] = [
    [undefined, 'json'],
    ['*/*', 'json'],
    ['text/csv', 'csv'],
    ['TEXT/CSV; charset=utf-8', 'csv'],
    ['text/*', 'csv'],
    ['text/csv, */*;q=0.1', 'csv'],
    ['text/csv;q=0.5, application/json', 'json'],
    ['application/vnd.apache.parquet', 'parquet'],
    ['application/vnd.apache.parquet, text/csv;q=0.9, */*;q=0.1', 'parquet'],
    ['application/*', 'json'],
    ['text/csv, application/json', 'json'],
    ['text/csv;q=0, */*', 'json'],
    ['text/html', null],
    ['text/csv;q=0', null],
  ];
  for (const [accept, form] of cases)
    assert.equal(chooseForm(accept, { hasTable: true }), form, String(accept));
});

test('a report is sent as HTML where that is preferred by name', () => {
  const cases: readonly (readonly [string | undefined, string | null])[] = [
    [undefined, 'json'],
    ['*/*', 'json'],
    ['text/html', 'html'],
    ['text/*', 'html'],
    ['text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8', 'html'],
    ['text/html, application/json', 'json'],
    ['text/html;q=0.4, application/json;q=0.5', 'json'],
    ['text/csv', null],
  ];
  for (const [accept, form] of cases)
    assert.equal(chooseForm(accept, { hasPage: true }), form, String(accept));
});

test('messages are sent unless JSON is preferred, or named alone', () => {
  const cases = [
    [undefined, true],
    ['', true],
    ['*/*', true],
    ['text/*', true],
    ['text/event-stream', true],
    ['Text/Event-Stream; q=0.5, */*', true],
    ['text/html, application/xml;q=0.9, */*;q=0.8', true],
    ['text/event-stream, application/json', true],
    ['application/json, text/event-stream', true],
    ['text/event-stream;q=0.5, application/json', false],
    ['application/json;q=0.5, text/event-stream;q=0.9', true],
    ['application/json', false],
    ['Application/JSON; charset=utf-8', false],
    ['application/json, text/plain, */*', false],
    ['application/json;q=0.1, */*', false],
    ['application/json;q=0, */*', true],
    ['application/*', false],
    ['application/*, */*;q=0.5', false],
    ['text/event-stream;q=0', false],
    ['text/event-stream;q=0, */*', false],
    ['text/html', false],
  ] as const;
  for (const [accept, isStream] of cases)
    assert.equal(takesStream(accept), isStream, String(accept));
});

test('a body is JSON in UTF-8, plain and within the limit', () => {
  const length = { 'content-length': '10' };
  const cases = [
    [{ ...length, 'content-type': 'application/json' }, null],
    [{ ...length, 'content-type': 'Application/JSON; Charset="UTF-8"' }, null],
    [{ ...length, 'content-type': 'application/json', 'content-encoding': 'identity' }, null],
    [{ 'content-length': '0', 'content-type': 'text/plain' }, null],
    [{}, null],
    [length, 'unsupported_media_type'],
    [{ ...length, 'content-type': 'application/json; charset=utf-16' }, 'unsupported_media_type'],
    [{ ...length, 'content-type': 'application/json-seq' }, 'unsupported_media_type'],
    [
      { ...length, 'content-type': 'application/json', 'content-encoding': 'br' },
      'unsupported_media_type',
    ],
    [{ 'transfer-encoding': 'chunked' }, 'unsupported_media_type'],
    [{ 'content-length': '101', 'content-type': 'application/json' }, 'payload_too_large'],
  ] as const;
  for (const [headers, code] of cases) {
    const refusal = checkFraming(headers, true, 100);
    assert.equal(refusal?.code ?? null, code, JSON.stringify(headers));
  }
});

test('operations that take no body read none', () => {
  assert.equal(checkFraming({ 'content-length': '9', 'content-type': 'x/y' }, false, 1), null);
});

// Bodies that are read, and those that are refused before anything looks at them.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readJsonBody } from '#api/http/json-body.ts';

function read(text: string): unknown {
  const body = readJsonBody(Buffer.from(text));
  return body.ok ? body.value : body.rejection.code;
}

test('an object is read, an empty body is none', () => {
  assert.deepEqual(read('{"a":[1,"ü😀"]}'), { a: [1, 'ü😀'] });
  assert.equal(read(''), undefined);
});

test('what is no object, no JSON, too deep or cannot be kept is refused', () => {
  const deep = `{"a":${'['.repeat(40)}${']'.repeat(40)}}`;
  const texts = ['1', '[]', 'null', '"a"', '{"a":1}}', '{a:1}', deep, String.raw`{"a":"\u0000"}`];
  for (const text of [...texts, String.raw`{"\ud800":1}`]) {
    assert.equal(read(text), 'invalid_request', text.slice(0, 20));
  }
});

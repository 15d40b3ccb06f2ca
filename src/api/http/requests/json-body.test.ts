// Bodies that are read, and those that are refused before they are read.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readJsonBody } from '#api/http/requests/json-body.ts';

function read(text: string): unknown {
  const body = readJsonBody(Buffer.from(text));
  return body.ok ? body.value : body.rejection.code;
}

test('an object is read, an empty body is none', () => {
  assert.deepEqual(read('{"a":[1,"ü😀"]}'), { a: [1, 'ü😀'] });
  assert.equal(read(''), undefined);
});

test('what is no object, no JSON, too deep or cannot be retained is refused', () => {
  const deep = `{"a":${'['.repeat(40)}${']'.repeat(40)}}`;
  const texts = ['1', '[]', 'null', '"a"', '{"a":1}}', '{a:1}', deep, String.raw`{"a":"\u0000"}`];
  for (const text of [...texts, String.raw`{"\ud800":1}`]) {
    assert.equal(read(text), 'invalid_request', text.slice(0, 20));
  }
});

test('text in characters that no screen shows is refused, flags are taken', () => {
  const hidden = '\u{e0062}\u{e0075}\u{e0079}';
  for (const text of [`{"a":"x${hidden}"}`, `{"x${hidden}":1}`, `{"a":["🏴${hidden}"]}`])
    assert.equal(read(text), 'invalid_request', JSON.stringify(text));
  const flag = '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}';
  assert.deepEqual(read(`{"a":"${flag} fund"}`), { a: `${flag} fund` });
  assert.equal(read(`{"a":"${flag}${hidden}"}`), 'invalid_request');
});

test('a name that an object has twice is refused, however it is written', () => {
  const texts = [
    '{"amount":"1","amount":"2"}',
    String.raw`{"amount":"1", "\u0061mount" :"2"}`,
    '{"a":{"b":[{"c":1,"c":1}]}}',
    '{"a":1,"b":{"a":1},"a":2}',
    '{"__proto__":1,"__proto__":2}',
  ];
  for (const text of texts) assert.equal(read(text), 'invalid_request', text);
  const body = readJsonBody(Buffer.from('{"amount":"1","amount":"2"}'));
  assert.match(body.ok ? '' : body.rejection.detail, /has the name "amount" twice/);
});

test('names that differ, or stand in different objects, or in texts are no repetition', () => {
  const texts = [
    '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}]}',
    String.raw`{"a":"{\"b\":1,\"b\":2}","b":["a","a"],"c\\":"b","c":"\"a\":"}`,
    '{"":1," ":2}',
  ];
  for (const text of texts) assert.deepEqual(read(text), JSON.parse(text), text);
});

test('a body of more members than any shape has is refused before it is parsed', () => {
  const objectOf = (count: number): string =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at])));
  assert.equal(read(objectOf(12_001)), 'invalid_request');
  assert.deepEqual(read(objectOf(12_000)), JSON.parse(objectOf(12_000)));
  // Not JSON either, which only who parses it would notice.
  const body = readJsonBody(Buffer.from(objectOf(12_001).slice(0, -1)));
  assert.match(body.ok ? '' : body.rejection.detail, /at most 12000 members/);
  const source = `{"source":"${String.raw`a:b \" \\`.repeat(20_000)}"}`;
  assert.deepEqual(read(source), JSON.parse(source));
});

test('a body of more levels than are parsed is refused before it is parsed', () => {
  const problemOf = (text: string): string => {
    const body = readJsonBody(Buffer.from(text));
    return body.ok ? '' : body.rejection.detail;
  };
  // Not JSON either, which only who parses it would notice.
  for (const open of ['[', '{"a":', '{"a":[']) {
    assert.match(problemOf(`{"a":${open.repeat(65)}`), /nested deeper than 32 levels/);
  }
  assert.match(problemOf(`{"a":${'['.repeat(63)}`), /not valid JSON/);
  assert.match(problemOf(`{"a":${'['.repeat(40)}${']'.repeat(40)}}`), /nested deeper than 32/);
  // Brackets within texts, and those of neighbours, are no levels.
  const flat = { a: '[{'.repeat(1_000), b: Array.from({ length: 500 }, () => [{}]) };
  assert.deepEqual(read(JSON.stringify(flat)), flat);
});

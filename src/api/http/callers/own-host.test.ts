// Names that lead to the service, and those that somebody made lead here.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOwnHost } from '#api/http/callers/own-host.ts';

const NAMES = { baseUrl: 'https://trade.example.com', hostNames: ['tidemill.example.net'] };

for (const [host, isOwn] of [
  ['127.0.0.1:8080', true],
  ['192.0.2.7', true],
  ['[::1]:8080', true],
  ['localhost:8080', true],
  ['app.localhost', true],
  ['tidemill:8080', true],
  ['trade.example.com', true],
  ['TRADE.example.com:443', true],
  ['trade.example.com.', true],
  ['tidemill.example.net', true],
  ['evil.example:8080', false],
  ['trade.example.com.evil.example', false],
  ['evil.example/trade.example.com', false],
  ['localhost@evil.example', false],
  ['127.0.0.1.nip.example', false],
  ['', false],
  ['localhost:port', false],
  ['local host', false],
] as const)
  test(`"${host}" is ${isOwn ? 'a name' : 'no name'} of the service`, () => {
    assert.equal(isOwnHost(NAMES, host), isOwn);
  });

// Passwords through argon2id, on the threads that Node has for such work, a few at a time: each
// takes 19 MiB, and guesses that come in masses must not take the memory of what trades.

import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { assert } from '#lib/assert.ts';
import { LIMITS } from '#lib/limits.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { Passwords } from '#ports/world/passwords.ts';

type Cost = { readonly memory: number; readonly passes: number; readonly parallelism: number };

/** What OWASP recommends at least; what a stored hash was made with stands beside it. */
const COST: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;
const STORED = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

/**
 * Passwords by argon2id; too many at once are refused. Verifying without a hash takes as long as
 * with one.
 */
export function argonPasswords(): Passwords {
  const inTurn = queue(LIMITS.passwordsAtOnceMax, LIMITS.passwordsWaitingMax);
  // A salt and a tag that belong to no password: what is compared with where there is none.
  const nobody = { cost: COST, salt: randomBytes(SALT_BYTES), tag: randomBytes(TAG_BYTES) };
  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES);
      const tag = await inTurn(() => derive(password, salt, COST));
      const { memory, passes, parallelism } = COST;
      const cost = `m=${memory},t=${passes},p=${parallelism}`;
      return `$argon2id$v=19$${cost}$${plainBase64(salt)}$${plainBase64(tag)}`;
    },
    async verify(password, hashed) {
      const { cost, salt, tag } = hashed === null ? nobody : readStored(hashed);
      const found = await inTurn(() => derive(password, salt, cost));
      return timingSafeEqual(found, tag) && hashed !== null;
    },
  };
}

function derive(password: string, nonce: Buffer, cost: Cost): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFC'), 'utf8');
  return new Promise((resolve, reject) => {
    argon2('argon2id', { message, nonce, tagLength: TAG_BYTES, ...cost }, (error, tag) =>
      error === null ? resolve(tag) : reject(error),
    );
  });
}

function readStored(hashed: string) {
  const [, memory, passes, parallelism, salt = '', tag = ''] = STORED.exec(hashed) ?? [];
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const bytes = Buffer.from(tag, 'base64');
  assert(bytes.length === TAG_BYTES, 'a stored password has the form that we write');
  return { cost, salt: Buffer.from(salt, 'base64'), tag: bytes };
}

function plainBase64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}

/** Runs so many at once, and turns away whom too many wait before. */
function queue(atOnceMax: number, waitingMax: number) {
  const waiting: (() => void)[] = [];
  let runningCount = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (runningCount >= atOnceMax) {
      if (waiting.length >= waitingMax)
        throw new Failure('unavailable', 'Too many passwords wait to be checked.');
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else runningCount += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) runningCount -= 1;
      else next();
    }
  };
}

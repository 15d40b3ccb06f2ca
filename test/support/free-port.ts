// TCP ports for services that tests start and start again. The port of a killed service must still
// be free when its successor listens, so it lies below the range that Linux takes the ports of
// outgoing connections from (32768 and above), and test processes claim each port by a file.

import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PORTS = { first: 12_000, count: 20_000 };
const CLAIMS_FOLDER = join(tmpdir(), `tidemill-test-ports-${process.getuid?.()}`);

const claimed = new Set<string>();
process.once('exit', () => {
  for (const file of claimed) rmSync(file, { force: true });
});

/** A TCP port of 127.0.0.1 that is free, and given to no other caller while this process runs. */
export async function freePort(): Promise<number> {
  const start = Math.floor(Math.random() * PORTS.count);
  for (let step = 0; step < PORTS.count; step += 1) {
    const port = PORTS.first + ((start + step) % PORTS.count);
    if (claimPort(port) && (await canListen(port))) return port;
  }
  throw new Error(`No port from ${PORTS.first} on is free`);
}

function claimPort(port: number): boolean {
  mkdirSync(CLAIMS_FOLDER, { recursive: true });
  const file = join(CLAIMS_FOLDER, String(port));
  removeLeftClaim(file);
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  }
  claimed.add(file);
  return true;
}

/** A process that was killed leaves its claims behind. */
function removeLeftClaim(file: string): void {
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8'));
  // It may be about to write its number, or have removed its claim just now.
  if (pid > 0 && !isRunning(pid)) rmSync(file, { force: true });
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !isCode(error, 'ESRCH');
  }
}

async function canListen(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return true;
  } catch (error) {
    if (isCode(error, 'EADDRINUSE')) return false;
    throw error;
  } finally {
    server.close();
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

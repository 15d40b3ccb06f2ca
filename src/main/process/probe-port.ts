// Checks that the port can be listened on, before anything is started, so that a busy port costs
// nothing.

import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pauseMs } from 'node:timers/promises';
import { CommandFailed } from '#cli/command-error.ts';

const TRIES_MAX = 20;
const TRY_MS = 50;

/**
 * The port to listen on: the one requested, or for 0 a free one. A server that was killed retains
 * its port somewhat longer than its locks: a busy port is tried again. Throws CommandFailed.
 */
export async function probePort(
  host: string,
  port: number,
  pause: () => Promise<void> = () => pauseMs(TRY_MS),
): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await listenOnce(host, port);
    } catch (error) {
      const isBusy = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
      if (!isBusy || tries === TRIES_MAX) throw explainListening(error, host, port);
      await pause();
    }
  }
}

async function listenOnce(host: string, port: number): Promise<number> {
  const server = createServer();
  try {
    server.listen({ host, port });
    await once(server, 'listening');
    const address = server.address();
    return address !== null && typeof address === 'object' ? address.port : port;
  } finally {
    server.close();
  }
}

/** Why listening failed, in words; another error stays what it is. */
export function explainListening(error: unknown, host: string, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  const options = { cause: error };
  switch (code) {
    case 'EADDRINUSE':
      return new CommandFailed(
        `Port ${port} on ${host} is used by another program.`,
        `Stop that program, or choose another port: --port ${port < 65_535 ? port + 1 : port - 1}`,
        options,
      );
    case 'EACCES':
      return new CommandFailed(
        `This user may not listen on port ${port}.`,
        'Choose a port of 1024 or above: --port 8080',
        options,
      );
    case 'EADDRNOTAVAIL':
    case 'EAI_AGAIN':
    case 'ENOTFOUND':
      return new CommandFailed(
        `"${host}" is not an address of this machine.`,
        'Use 127.0.0.1 for this machine only, or 0.0.0.0 for all its addresses: --host 127.0.0.1',
        options,
      );
    default:
      return error;
  }
}

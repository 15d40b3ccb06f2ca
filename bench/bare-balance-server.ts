// The least a Fastify server can do to return a balance: one prepared read, no key, no limits, no
// checks. Started by http.ts; prints its port.

import Fastify from 'fastify';
import { openDatabase } from '#adapters/postgres/connection/database.ts';
import { LOAD_WALLET } from '#adapters/postgres/stores/postgres-sim-store.ts';

const [url = '', accountId = ''] = process.argv.slice(2);
const database = openDatabase({ url });
const server = Fastify();

server.get('/balance', async () => ({ data: await database.read(LOAD_WALLET, [accountId]) }));

await server.listen({ host: '127.0.0.1', port: 0 });
const address = server.server.address();
process.stdout.write(`${typeof address === 'object' ? address?.port : address}\n`);

process.once('SIGTERM', () => {
  void server.close().then(() => database.close());
});

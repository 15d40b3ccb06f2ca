// Says what the client did on this runtime. Arguments: address, API key, account.

import process from 'node:process';
import { tryClient } from './try-client.ts';

const [baseUrl = '', apiKey = '', accountId = ''] = process.argv.slice(2);
console.log(JSON.stringify(await tryClient({ baseUrl, apiKey, accountId })));
process.exit(0);

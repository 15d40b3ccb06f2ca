// A process of its own: prints the hashes of the reports of every n-th pinned backtest.

import { bytesHere, everyNth } from './same-bytes.ts';

process.stdout.write(`${bytesHere(everyNth(Number(process.argv[2]))).join('\n')}\n`);

// The least a program can do to make a number of commits for each order: prepared inserts of about
// the size of an order, one commit each, no HTTP. Started by http.ts; prints orders per second.

import { openDatabase } from '#adapters/postgres/connection/database.ts';

const [url = '', commitsText = '1', workersText = '32', secondsText = '5'] = process.argv.slice(2);
const commits = Number(commitsText);
const database = openDatabase({ url });
const ROW = 'x'.repeat(200);
const INSERT = {
  name: 'bare_insert',
  text: 'INSERT INTO bench_commits (id, content) VALUES ($1, $2)',
};

await database.write({ text: 'DROP TABLE IF EXISTS bench_commits' }, []);
const columns = 'id bigint PRIMARY KEY, content text NOT NULL';
await database.write({ text: `CREATE TABLE bench_commits (${columns})` }, []);

let nextId = 0;
let orders = 0;
const beganMs = performance.now();
const endMs = beganMs + Number(secondsText) * 1_000;

async function work(): Promise<void> {
  while (performance.now() < endMs) {
    for (let count = 0; count < commits; count += 1) {
      nextId += 1;
      await database.write(INSERT, [nextId, ROW]);
    }
    orders += 1;
  }
}

await Promise.all(Array.from({ length: Number(workersText) }, work));
const seconds = (performance.now() - beganMs) / 1_000;
await database.write({ text: 'DROP TABLE bench_commits' }, []);
await database.close();
process.stdout.write(`${orders / seconds}\n`);

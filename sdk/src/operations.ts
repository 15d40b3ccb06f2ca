// What a client is made of: each operation and stream by its name, so that bundlers leave out what a
// program does not import.

export * from './operation-table.ts';
export { events } from './event-stream.ts';
export { market } from './market-stream.ts';

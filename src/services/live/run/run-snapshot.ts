// A run of a bot as one text, and back: what a replay of all its inputs would come to, so that only
// the inputs since have to be gone through.

import { bytesToHex } from '#lib/bytes-to-hex.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time.ts';
import type { RunMarket } from '#engine/run/run-market.ts';
import {
  RUN_STATE_FORMAT,
  readPlain,
  readRunState,
  writePlain,
  writeRunState,
} from '#engine/snapshot/run-state.ts';
import type { Digest } from '#ports/world/digest.ts';
import type { BotSnapshot } from '#ports/stores/bot-snapshot-store.ts';
import { fromStoredForm, toStoredForm } from '#lib/stored-form.ts';
import type { HostedEngine, HostedRun } from '#services/live/state/hosted-run.ts';
import type { LiveSetup } from '#services/live/state/live-setup.ts';
import { rowAt, rowsCut } from '#services/live/state/market-window.ts';
import { computeRows, restoreDelivered, deliveredToText } from '#services/live/state/run-series.ts';
import { newestChanges } from '#services/live/venue/held-changes.ts';
import type { VenueWallet } from '#services/live/state/venue-wallet.ts';

/**
 * What of a run stands beside its engine's state: the member of a part by the name that snapshots
 * have for it, in their order. Those names are retained, because stored snapshots are read by them.
 */
const SAVED = {
  doneRow: 'progress.doneRow',
  toldWallet: 'venue.deliveredWallet',
  placedCount: 'written.placedCount',
  placedDigest: 'written.placedDigest',
  inputsDigest: 'written.inputsDigest',
  orderIds: 'orders.orderIds',
  cancelsWanted: 'orders.cancelsWanted',
  waiting: 'orders.waiting',
  kept: 'orders.emulated',
  setOff: 'orders.triggered',
  leftTrails: 'orders.leftTrails',
  decidedAtMs: 'progress.decidedAtMs',
  heldChanges: 'venue.heldChanges',
  takenOver: 'orders.takenOver',
  attached: 'orders.attached',
  pieces: 'orders.pieces',
} as const satisfies Readonly<Record<string, Member>>;

type SavedMembers = typeof SAVED;

/** A member of a part, as `part.member`. */
type Member = {
  [Part in keyof HostedRun]: `${Part}.${keyof HostedRun[Part] & string}`;
}[keyof HostedRun];

type ValueOf<M extends Member> = M extends `${infer Part extends keyof HostedRun}.${infer Name}`
  ? Name extends keyof HostedRun[Part]
    ? HostedRun[Part][Name]
    : never
  : never;

/** Is as after a replay of the inputs, follows from what is retained, or is built. */
type Other =
  | `identity.${keyof HostedRun['identity']}`
  | `engine.${keyof HostedRun['engine']}`
  | 'venue.wallet'
  | 'venue.walletText'
  | 'venue.hasReadWallet'
  | 'venue.standing'
  | 'venue.seenFillIds'
  | 'venue.unresolvedOrderIds'
  | 'venue.uncoveredRounds'
  | 'orders.namesAdded'
  | 'orders.namesRemoved'
  | 'progress.polledRow'
  | 'progress.ending'
  | 'written.progress'
  | 'written.closedCount'
  | 'written.filledCount'
  | 'written.curve'
  | 'written.equity';

type MissingMember = Exclude<Member, SavedMembers[keyof SavedMembers] | Other>;

/** Nothing can be this once a run has a member that is named in neither list. */
type SavedRun = [MissingMember] extends [never]
  ? { readonly [K in keyof SavedMembers]: ValueOf<SavedMembers[K]> }
  : never;

function savedOf(live: HostedRun): SavedRun {
  const members = Object.entries(SAVED).map(([name, member]) => {
    const [part, key] = partOf(live, member);
    return [name, part[key]];
  });
  return Object.fromEntries(members) as SavedRun;
}

function restore(live: HostedRun, saved: SavedRun): void {
  for (const [name, member] of Object.entries(SAVED)) {
    if (!(name in saved)) continue;
    const [part, key] = partOf(live, member);
    part[key] = saved[name as keyof SavedMembers];
  }
}

function partOf(live: HostedRun, member: Member): [part: Record<string, unknown>, key: string] {
  const [part, key] = member.split('.') as [keyof HostedRun, string];
  return [live[part], key];
}

/**
 * What a script has written on the day; a replay writes fewer lines, for which this does not count.
 */
const LOG_COUNTS = ['droppedCount', 'day', 'lineCount', 'characterCount', 'isClosed'] as const;

/**
 * The run as it stands after the step that was made last. The rejection says in words what of it
 * cannot be stored.
 */
export function snapshotOf(digest: Digest, live: HostedRun): Result<BotSnapshot, string> {
  const cut = rowsCut(live.engine.setup);
  const { heldChanges, takenOver, attached, pieces, ...saved } = savedOf(live);
  const doneUntilMs = instantAt(live.engine.setup, live.progress.doneRow);
  const retained = newestChanges(heldChanges, doneUntilMs);
  // Without any the text is the same as before there were such.
  const held = retained.length === 0 ? {} : { heldChanges: retained };
  const taken = takenOver.size === 0 ? {} : { takenOver };
  const brought = attached.size === 0 ? {} : { attached };
  const inPieces = pieces.size === 0 ? {} : { pieces };
  const feeder = {
    ...saved,
    ...held,
    ...taken,
    ...brought,
    ...inPieces,
    doneRow: live.progress.doneRow + cut,
  };
  const written = writeRunState(live.engine, feeder);
  if (!written.ok) return written;
  const { bot } = live.identity;
  const { progress } = live.written;
  const { setup, dataSeries } = live.engine;
  const counts = JSON.stringify(pick(live.engine.run.log, LOG_COUNTS));
  const windowStartMs = windowStartOf(live.engine, live.progress.doneRow);
  const fromRow = rowAt(setup, windowStartMs);
  const text = [
    counts,
    written.value,
    writePlain(live.engine.series.seeds(fromRow, live.progress.doneRow - 1)),
    ...(dataSeries === null ? [] : [deliveredToText(dataSeries)]),
  ].join('\n');
  const snapshot = {
    botId: bot.botId,
    activation: bot.activation,
    ...madeBy(digest, live.engine),
    windowStartMs,
    doneUntilMs,
    eventCount: progress.eventCount,
    inputsDigest: live.written.inputsDigest,
    stateDigest: textDigest(digest, written.value),
    text,
  };
  return accepted({ ...snapshot, wholeDigest: wholeDigestOf(digest, snapshot) });
}

/** Of everything in it, by which damage is noticed. */
export function wholeDigestOf(digest: Digest, snapshot: Omit<BotSnapshot, 'wholeDigest'>): string {
  const { botId, activation, format, compiler, scriptHash, text } = snapshot;
  const { windowStartMs, doneUntilMs, eventCount, inputsDigest, stateDigest } = snapshot;
  const madeBy = [botId, activation, format, compiler, scriptHash];
  const place = [windowStartMs, doneUntilMs, eventCount, inputsDigest, stateDigest];
  return textDigest(digest, [...madeBy, ...place, text].join('|'));
}

type Seeds = ReturnType<HostedEngine['series']['seeds']>;

/**
 * Where the minutes have to begin that the run still reads: as far back as its columns show, on
 * whole days, so that runs can share them, and with a minute that has candles.
 */
function windowStartOf({ setup, series, run }: HostedEngine, doneRow: number): number {
  const needed = Math.min(series.firstRowNeeded(doneRow - 1), run.equity.markedRow);
  const dayRow = rowAt(setup, Math.floor(instantAt(setup, needed) / DAY_MS) * DAY_MS);
  const isThere = ({ candles, rowOffset }: RunMarket): boolean =>
    candles.isMissing[row + rowOffset] === 0;
  let row = dayRow;
  while (row > 0 && !run.markets.every(isThere)) row -= DAY_MS / MINUTE_MS;
  return instantAt(setup, Math.max(0, row));
}

function instantAt({ startMs }: LiveSetup, row: number): number {
  return startMs + row * MINUTE_MS;
}

function pick<T, K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>;
}

/** What has to be the same for a snapshot to be of use. */
function madeBy(digest: Digest, { brain, setup }: HostedEngine) {
  return {
    format: RUN_STATE_FORMAT,
    compiler: textDigest(digest, brain.state.code().join('\n')),
    scriptHash: textDigest(digest, toStoredForm(setup.brain)),
  };
}

function textDigest(digest: Digest, text: string): string {
  return bytesToHex(digest.sha256(text));
}

/** Why it cannot be of use for the run, in words; null when it can. */
export function whySnapshotUseless(
  digest: Digest,
  live: HostedRun,
  snapshot: BotSnapshot,
): string | null {
  const now = madeBy(digest, live.engine);
  if (snapshot.format !== now.format) return 'it has another format';
  if (snapshot.compiler !== now.compiler) return 'its script is compiled differently now';
  if (snapshot.scriptHash !== now.scriptHash) return 'it is of another script';
  return snapshot.wholeDigest === wholeDigestOf(digest, snapshot) ? null : 'it is damaged';
}

/** Of a snapshot's text, what its `stateDigest` is of. */
export function stateOf({ text }: Pick<BotSnapshot, 'text'>): string {
  return text.split('\n', 2)[1] ?? '';
}

/**
 * Puts a run that was built where the snapshot was made. The rejection says why it cannot; the
 * run is not to be used then.
 */
export function restoreSnapshot(
  digest: Digest,
  live: HostedRun,
  snapshot: BotSnapshot,
): Result<null, string> {
  const useless = whySnapshotUseless(digest, live, snapshot);
  if (useless !== null) return rejected(useless);
  const { text } = snapshot;
  const [counts = '', state = '', seeds = '', delivered = '[]'] = text.split('\n');
  Object.assign(live.engine.run.log, JSON.parse(counts));
  const { dataSeries, setup } = live.engine;
  const cut = rowsCut(setup);
  if (dataSeries !== null) {
    // Columns are requested with the state, of what was given and of the minutes that were run.
    restoreDelivered(dataSeries, delivered);
    computeRows(live.engine, rowAt(setup, snapshot.doneUntilMs));
  }
  const saved = readRunState(
    live.engine,
    state,
    cut === 0 ? [] : (readPlain(seeds) as Seeds),
  ) as SavedRun;
  restore(live, saved);
  live.progress.doneRow -= cut;
  live.venue.wallet = fromStoredForm(live.venue.deliveredWallet) as VenueWallet;
  live.venue.walletText = live.venue.deliveredWallet;
  live.orders.namesAdded.push(...live.orders.orderIds);
  return accepted(null);
}

// Snapshots of bots' runs: from one, and the inputs since, a run is taken up without going through
// all of its life. A run without one can always be made again from its inputs, so losing snapshots
// loses nothing. All throw Failure.

export type BotSnapshot = {
  readonly botId: string;
  readonly activation: number;
  /** What it was written by; one that was written by anything else is of no use. */
  readonly format: number;
  readonly compiler: string;
  readonly scriptHash: string;
  /** Minutes before this instant, and so many events, are in it. */
  readonly doneUntilMs: number;
  readonly eventCount: number;
  /** Of those events. */
  readonly inputsDigest: string;
  /** Of what a replay of the same inputs comes to, and of the whole text. */
  readonly stateDigest: string;
  readonly textDigest: string;
  readonly text: string;
};

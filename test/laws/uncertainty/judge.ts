// The rule of the law as a table: what a bot has after a message of one meaning, whatever it had
// before. Written from the rule alone, without the code that reads messages or decides signals.

/** Texts of one source, each with its meaning: `refuse`, an action, or `exit_long 3/7`, a part. */
export interface TextsOfSource {
  /** A public address, or why it was made. */
  readonly source: string;
  readonly texts: readonly (readonly [text: string, meaning: string])[];
}

/** What a bot has when a message comes; forming: an entry rests that has not filled. */
export const STATES = { flat: 0, long: 1, short: -1, forming: 1 } as const;
export type State = keyof typeof STATES;

/** The only words of the contract. */
export const WORDS: readonly string[] = [
  'buy',
  'enter_long',
  'sell',
  'enter_short',
  'exit_position',
  'exit_long',
  'exit_short',
];

/** Held and resting, in entries of the bot: 1 is one entry long, -1 one short. */
export function exposureAfter(meaning: string, state: State): number {
  const before: number = STATES[state];
  const [action = '', share] = meaning.split(' ');
  const [closed = 1, of = 1] = share?.split('/').map(Number) ?? [];
  const left = state === 'forming' ? 0 : 1 - closed / of;
  switch (action) {
    case 'refuse':
      return before;
    case 'buy':
    case 'enter_long':
      return 1;
    case 'sell':
    case 'enter_short':
      return -1;
    case 'exit_position':
      return 0;
    case 'exit_long':
      if (before < 0) return share === undefined ? before : 0;
      return before * left;
    case 'exit_short':
      if (before > 0) return share === undefined ? before : 0;
      return before * left;
    default:
      throw new RangeError(`"${meaning}" is no meaning`);
  }
}

/** Where the hook has the form "{{action}} {{ticker}}": two words, the first of them an action. */
export function meaningByForm(text: string, meaning: string): string {
  if (/^[\s\ufeff]*[{[]/.test(text)) return meaning;
  const [action = '', ...rest] = text.trim().split(/\s+/);
  const word = action.toLowerCase();
  if (rest.length !== 1 || !WORDS.includes(word) || text.includes('{{')) return 'refuse';
  // It says nothing of the position, so it closes.
  return word === 'sell' ? 'exit_long' : word;
}

/** In words; null where what came of it is what the rule says. */
export function findingOf(
  meaning: string,
  state: State,
  came: { readonly isTaken: boolean; readonly exposure: number },
): string | null {
  const isTaken = meaning !== 'refuse';
  if (came.isTaken !== isTaken)
    return came.isTaken ? 'it was taken, and means several things or nothing' : 'it was refused';
  const expected = exposureAfter(meaning, state);
  // Shares are rounded down to lots, a hundred of which are an entry.
  const isRight = Math.abs(came.exposure - expected) < 0.01;
  return isRight ? null : `the bot has ${came.exposure}, and ${expected} was said`;
}

// Contradictions in a message to its action: a second action, an order that only reduces, or
// a share of a position where all of it would be closed. A message trades if it can mean one thing.

import { decimal, parseDecimal } from '#lib/decimal.ts';
import type { SignalAction } from '#domain/strategy/signal-action.ts';
import type { SaidField } from '#domain/hook/said-fields.ts';
import { quoted } from '#domain/hook/said-fields.ts';

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** Names under which messages say what is to be done, without case and punctuation. */
const NAMES: ReadonlySet<string> = wordsOf(`
  action actions orderaction signalaction tradeaction act do side sides orderside
  tradeside positionside direction bias signal signals signaltype alerttype event
  intent type cmd command order orders ordertype trade tradetype operation op
  instruction
`);

type Deed = 'long' | 'short' | 'exit' | 'exit_long' | 'exit_short';

/** What is said there, by its letters alone. Other words, such as "market", say nothing of it. */
const WORDS: Readonly<Record<Deed, ReadonlySet<string>>> = {
  long: wordsOf(`
    buy long bull bullish enterlong entrylong golong openlong buylong longentry longopen
    startlong buytoopen
  `),
  short: wordsOf(`
    sell short bear bearish entershort entryshort goshort openshort sellshort shortentry
    shortopen startshort selltoopen
  `),
  exit: wordsOf(`
    exit close flat flatten cover exitposition closeposition closeall exitall
    closeatmarketprice stopout reduce
  `),
  exit_long: wordsOf('exitlong closelong longexit longclose exitbuy closebuy selltoclose'),
  exit_short: wordsOf(`
    exitshort closeshort shortexit shortclose exitsell closesell buytocover buytoclose covershort
  `),
};
const DEEDS: readonly Deed[] = ['long', 'short', 'exit', 'exit_long', 'exit_short'];

/** What may stand beside an action: the side of a closing order, or of what it closes. */
const AGREES: Readonly<Record<SignalAction, (deed: Deed, word: string) => boolean>> = {
  buy: (deed) => deed === 'long',
  enter_long: (deed) => deed === 'long',
  sell: (deed) => deed === 'short',
  enter_short: (deed) => deed === 'short',
  exit_position: () => true,
  exit_long: (deed, word) =>
    deed === 'exit' || deed === 'exit_long' || ['sell', 'long'].includes(word),
  exit_short: (deed, word) =>
    deed === 'exit' || deed === 'exit_short' || ['buy', 'short'].includes(word),
};

const ONLY_REDUCES: ReadonlySet<string> = wordsOf(`
  reduceonly isreduceonly closeonly exitonly closeposition closeall isexit isclose
  isclosing close exit flatten closetrade
`);

const SHARES: ReadonlySet<string> = wordsOf(`
  percent percentage pct closepercent closepercentage closepct exitpercent
  exitpercentage exitpct sellpercent quantitypercent qtypercent qtypct sizepercent
  sizepct amountpercent positionpercent reducepercent partial
`);
/** A share of the position where they are in percent. */
const SIZES: ReadonlySet<string> = new Set(['quantity', 'qty', 'size', 'amount', 'volume']);
const ALL_PERCENT = decimal('100');

/** In words; null where nothing does. */
export function contradictionOf(action: SignalAction, fields: readonly SaidField[]): string | null {
  const other = fields.find((field) => isAnotherDeed(action, field));
  if (other !== undefined)
    return `It says two things: the action "${action}", and ${quoted(other.value)} as ${quoted(other.name)}.`;
  const reducing = isEntry(action) ? fields.find(isReducing) : undefined;
  if (reducing !== undefined)
    return `${quoted(reducing.name)} says that it only reduces a position, and "${action}" may open one; use exit_long, exit_short or exit_position.`;
  const share = mayClose(action) ? fields.find((field) => isShare(field, fields)) : undefined;
  if (share === undefined) return null;
  return `${quoted(share.name)} says that a share of a position is closed, and "${action}" closes all of it; send the position that is left instead (docs/hooks.md).`;
}

function isAnotherDeed(action: SignalAction, { key, value }: SaidField): boolean {
  if (!NAMES.has(key) || typeof value !== 'string') return false;
  const word = value.toLowerCase().replaceAll(/[^a-z]/g, '');
  const deed = DEEDS.find((each) => WORDS[each].has(word));
  return deed !== undefined && !AGREES[action](deed, word);
}

function isEntry(action: SignalAction): boolean {
  return !action.startsWith('exit');
}

function isReducing({ key, value }: SaidField): boolean {
  if (!ONLY_REDUCES.has(key)) return false;
  // A number may be the price of a close.
  const words = key === 'close' || key === 'exit' ? ['true'] : ['true', '1', 'yes'];
  return words.includes(String(value).toLowerCase());
}

/** An order to sell may close what is held; one to buy is an entry, of the bot's own size. */
function mayClose(action: SignalAction): boolean {
  return action === 'sell' || !isEntry(action);
}

function isShare({ key, value }: SaidField, fields: readonly SaidField[]): boolean {
  const text = String(value);
  if (SIZES.has(key)) {
    const isOfPosition = fields.some(
      (field) => field.key.endsWith('type') && String(field.value).includes('position'),
    );
    return (isOfPosition || text.endsWith('%')) && !isAll(text);
  }
  return SHARES.has(key) && text !== '' && value !== false && !isAll(text);
}

function isAll(text: string): boolean {
  return parseDecimal(text.replace(/ ?%$/, '')) === ALL_PERCENT;
}

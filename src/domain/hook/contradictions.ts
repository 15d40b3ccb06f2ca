// Contradictions in a message to its action: a second action, an order that only reduces, or
// a share of a position where all of it would be closed. A message trades if it can mean one thing.

import { decimal, ONE, parseDecimal } from '#lib/decimal.ts';
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
  richtung seite auftrag lado accion direccion operacion orden ordre cote acao ordem azione
`);

type Deed = 'long' | 'short' | 'exit' | 'exit_long' | 'exit_short';

/**
 * What is said there, by its letters alone, in the languages of the alerts that people write. Other
 * words, such as "market", say nothing of it.
 */
const WORDS: Readonly<Record<Deed, ReadonlySet<string>>> = {
  long: wordsOf(`
    buy long bull bullish up enterlong entrylong golong openlong buylong longentry longopen
    startlong buytoopen
    kaufen kauf comprar compra acheter achat acquista comprare acquistare largo
  `),
  short: wordsOf(`
    sell short bear bearish down entershort entryshort goshort openshort sellshort shortentry
    shortopen startshort selltoopen sellshort
    verkaufen verkauf vender venta vendre vente venda vendi vendere corto
  `),
  exit: wordsOf(`
    exit close flat flatten cover exitposition closeposition closeall exitall
    closeatmarketprice stopout reduce exitat closeat
    schliessen cerrar salir salida cierre fermer sortir fechar fechamento chiudi chiudere
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

/** Words around what is said, which change nothing of it. */
const AROUND = wordsOf(`
  strong now signal signals alert order orders trade position positions entry market limit
  stop all full new at price immediately jetzt sofort ahora ya posicion posizione posicao
  orden ordine auftrag senal segnale sinal
`);

const ONLY_REDUCES: ReadonlySet<string> = wordsOf(`
  reduceonly isreduceonly closeonly exitonly closeposition closeall isexit isclose
  isclosing close exit flatten closetrade closeentry closeonly
`);
const TRUE_WORDS = ['true', 'yes', 'y', 'on', 'ja', 'sí', 'si', 'oui', 'sim', 'wahr'];

const SHARES: ReadonlySet<string> = wordsOf(`
  percent percentage pct closepercent closepercentage closepct exitpercent
  exitpercentage exitpct sellpercent quantitypercent qtypercent qtypct sizepercent
  sizepct amountpercent positionpercent reducepercent partial
`);
/** A share of the position where they are in percent. */
const SIZES: ReadonlySet<string> = wordsOf(`
  quantity qty size amount volume contracts ordercontracts units lots shares ordersize
  orderqty orderquantity orderamount positionsize tradesize tradeamount closesize closeqty
  closequantity closeamount exitsize exitqty exitquantity exitamount sellsize sellqty
  sellamount menge anzahl cantidad quantite quantita quantidade
`);
const SHARE_SIGN = /[%\uff05]$|(?:percents?|pct|prozent|por ?ciento|pour ?cent|por ?cento)$/;
const PARTS: ReadonlySet<string> = wordsOf(
  'half quarter third halb h\u00e4lfte mitad medio moiti\u00e9',
);
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

/** What TradingView calls the orders by which a strategy closes, where its script does not. */
const CLOSING_ORDER = /^(?:close (?:entry\(s\)|position) order|margin call)/i;

/**
 * In words: an entry that its sender calls the close of a position, and that says nothing of the
 * position by which it would be known for one. Null where there is none such.
 */
export function namedAsClosing(action: SignalAction, fields: readonly SaidField[]): string | null {
  const naming = isEntry(action)
    ? fields.find(({ value }) => typeof value === 'string' && CLOSING_ORDER.test(value))
    : undefined;
  if (naming === undefined) return null;
  return `${quoted(naming.value)} as ${quoted(naming.name)} closes a position, and "${action}" may open one; send the position after the order as well (docs/hooks.md).`;
}

function isAnotherDeed(action: SignalAction, { key, value }: SaidField): boolean {
  if (!NAMES.has(key) || typeof value !== 'string') return false;
  return formsOf(value).some((word) => {
    const deed = DEEDS.find((each) => WORDS[each].has(word));
    return deed !== undefined && !AGREES[action](deed, word);
  });
}

/** Its letters, and those without the words around it: "SELL now!" says "sell". */
function formsOf(value: string): readonly string[] {
  const small = value.replaceAll('\u00df', 'ss').normalize('NFKD').replaceAll(/\p{M}/gu, '');
  const words = small
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
  const essential = words.filter((word) => !AROUND.has(word));
  return [words.join(''), essential.join('')];
}

function isEntry(action: SignalAction): boolean {
  return !action.startsWith('exit');
}

function isReducing({ key, value }: SaidField): boolean {
  if (!ONLY_REDUCES.has(key)) return false;
  const word = String(value).toLowerCase();
  // A number may be the price of a close.
  const isPrice = key === 'close' || key === 'exit';
  return TRUE_WORDS.includes(word) || (!isPrice && parseDecimal(word) === ONE);
}

/** An order to sell may close what is held; one to buy is an entry, of the bot's own size. */
function mayClose(action: SignalAction): boolean {
  return action === 'sell' || !isEntry(action);
}

function isShare({ key, value }: SaidField, fields: readonly SaidField[]): boolean {
  const text = String(value).toLowerCase();
  if (SIZES.has(key)) {
    const isOfPosition = fields.some(
      (field) => field.key.endsWith('type') && String(field.value).includes('position'),
    );
    return (isOfPosition || SHARE_SIGN.test(text) || PARTS.has(text)) && !isAll(text);
  }
  return SHARES.has(key) && text !== '' && value !== false && !isAll(text);
}

function isAll(text: string): boolean {
  return parseDecimal(text.replace(SHARE_SIGN, '').trim()) === ALL_PERCENT;
}

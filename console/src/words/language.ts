// Language of the texts and of the numbers. Numbers and dates are written as in the browser's
// language. Texts are English unless another language was chosen for this browser; its catalogue is
// read before anything that has texts, so that texts are constants everywhere else.

const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** For tests: English in brackets, and longer. A text without them is in no catalogue. */
const PSEUDO = 'pseudo';

const NAME = 'tidemill-language';
/** Of a browser; tests of what is pure have none of it. */
type Surroundings = {
  readonly document?: { readonly documentElement: { lang: string } };
  readonly location?: { readonly protocol: string; reload(): void };
};
const { document: page, location: place } = globalThis as Surroundings;

function read(): string {
  // A report that is a file is not of the service, and has no settings.
  if (page === undefined || place?.protocol === 'file:') return 'en';
  return localStorage.getItem(NAME) ?? 'en';
}

const chosen = read();

export const language: Language = LANGUAGES.find((of) => of === chosen) ?? 'en';

/** It begins anew in the other language. */
export function chooseLanguage(next: Language): void {
  localStorage.setItem(NAME, next);
  place?.reload();
}

/** Of numbers and dates. */
export const LOCALE: string | undefined =
  language === 'de' && !/^de\b/.test(navigator.language) ? 'de-DE' : undefined;

/** As it stands within a sentence: nouns of German keep their capitals. */
export const withinSentence = (text: string): string =>
  language === 'de' ? text : text.toLowerCase();

if (page !== undefined) page.documentElement.lang = language;

/** Within a text. */
export type Piece = string | number;

/** A text, or one that is made of what is given to it. */
type Word = string | readonly string[] | ((...given: never[]) => string);
type Words = Readonly<Record<string, Word>>;

type Several<Texts extends readonly string[]> = { readonly [place in keyof Texts]: string };

/** The same texts in another language. */
export type WordsLike<English extends Words> = {
  readonly [key in keyof English]: English[key] extends string
    ? string
    : English[key] extends readonly string[]
      ? Several<English[key]>
      : English[key];
};

type Catalogue = Readonly<Record<string, Words>>;

const catalogue: Catalogue | null =
  language === 'de' ? (await import('./de/german.ts')).GERMAN : null;

/** The texts of a feature in the language that was chosen. */
export function wordsOf<const English extends Words>(
  feature: string,
  english: English,
): WordsLike<English> {
  if (chosen === PSEUDO) return pseudoWords(english) as WordsLike<English>;
  return (catalogue?.[feature] ?? english) as WordsLike<English>;
}

/**
 * What is made of texts, in the language that was chosen: read only where it is another than
 * English. In the language of tests each text of it is in brackets.
 */
export async function inLanguage<English extends object>(
  english: English,
  others: Readonly<Record<Exclude<Language, 'en'>, () => Promise<English>>>,
): Promise<English> {
  if (chosen === PSEUDO) return pseudoTree(english);
  return language === 'en' ? english : others[language]();
}

function pseudoTree<Of extends object>(of: Of): Of {
  return Object.fromEntries(
    Object.entries(of).map(([key, word]: [string, unknown]): [string, unknown] => {
      if (typeof word === 'string') return [key, pseudo(word)];
      if (typeof word === 'object' && word !== null) return [key, pseudoTree(word)];
      if (typeof word !== 'function') return [key, word];
      const made = word as (...given: never[]) => unknown;
      return [key, (...given: never[]) => pseudo(String(made(...given)))];
    }),
  ) as Of;
}

function pseudoWords(words: Words): Words {
  return Object.fromEntries(
    Object.entries(words).map(([key, word]): [string, Word] => {
      if (typeof word === 'string') return [key, pseudo(word)];
      if (typeof word !== 'function') return [key, word.map(pseudo)];
      return [key, (...given: never[]) => pseudo(word(...given))];
    }),
  );
}

/** Texts of other languages are longer than English ones by so much. */
const LONGER = 0.4;

/** In brackets, and as long as it may become. Spaces around it are of the sentence around it. */
function pseudo(text: string): string {
  const bare = text.trim();
  if (bare === '') return text;
  const added = '~'.repeat(Math.ceil(bare.length * LONGER)).replaceAll(/~{7}(?=~)/g, '$& ');
  return text.replace(bare, () => `⟦${bare} ${added}⟧`);
}

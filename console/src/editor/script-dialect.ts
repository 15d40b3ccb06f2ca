// Differences between texts in Lua and in Pine Script while one writes them.

import { StreamLanguage } from '@codemirror/language';
import type { Language } from '@codemirror/language';
import { lua } from '@codemirror/legacy-modes/mode/lua';
import { saysPine } from '#domain/script/says-pine.ts';
import { PINE_KEYWORDS, PINE_MODE } from './pine-mode.ts';

export type DialectName = 'lua' | 'pine';

export type Dialect = {
  readonly name: DialectName;
  readonly language: Language;
  readonly keywords: readonly string[];
  /** Begins a comment that goes to the end of the line. */
  readonly comment: string;
  /** Whether names have points in them: `ta.sma`. */
  readonly isDotted: boolean;
};

const LUA_KEYWORDS = [
  'and break do else elseif end false for function if in',
  'local nil not or repeat return then true until while',
];

export const DIALECTS: Readonly<Record<DialectName, Dialect>> = {
  lua: {
    name: 'lua',
    language: StreamLanguage.define(lua),
    keywords: LUA_KEYWORDS.join(' ').split(' '),
    comment: '--',
    isDotted: false,
  },
  pine: {
    name: 'pine',
    language: StreamLanguage.define(PINE_MODE),
    keywords: PINE_KEYWORDS,
    comment: '//',
    isDotted: true,
  },
};

export const dialectOf = (source: string): DialectName => (saysPine(source) ? 'pine' : 'lua');

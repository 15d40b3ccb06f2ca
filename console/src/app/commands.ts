// Commands of the palette, and the search among them.

import type { Account, Bot, LabDetail, Market, Script } from '@tidemill/client';
import type { useNavigate } from '@tanstack/react-router';
import type { IconName } from '../parts/icons.tsx';
import type { Place } from './places.ts';
import { applyTheme } from './theme.ts';
import { FRAME } from '../words/frame.ts';
import { SERVICE } from '../words/service.ts';

type Navigate = ReturnType<typeof useNavigate>;

export type Command = {
  readonly id: string;
  readonly section: string;
  readonly text: string;
  /** Beside the text, fainter. */
  readonly note: string;
  readonly icon: IconName;
  /** What is looked through, in lower case. */
  readonly words: string;
  readonly run: (navigate: Navigate) => void;
};

export type PaletteContents = {
  /** Where who is signed in may go. */
  readonly places: readonly Place[];
  readonly accounts: readonly Account[];
  readonly bots: readonly Bot[];
  readonly scripts: readonly Script[];
  readonly labs: readonly LabDetail[];
  readonly markets: readonly Market[];
  readonly onKeys: () => void;
  readonly onStop: () => void;
  readonly onSignOut: () => void;
};

const SHOWN_MAX = 40;
/** Of one section, so that markets do not hide bots. */
const SHOWN_OF_SECTION_MAX = 8;

function command(
  of: Pick<Command, 'id' | 'section' | 'text' | 'icon' | 'run'> & {
    readonly note?: string;
    readonly words?: string;
  },
): Command {
  const { note = '', words = '' } = of;
  return { ...of, note, words: `${of.text} ${note} ${words}`.toLowerCase() };
}

const goTo = ({ to, text, icon, key }: Place): Command =>
  command({
    id: to,
    section: FRAME.goTo,
    text,
    icon,
    note: key === null ? '' : `G ${key.toUpperCase()}`,
    run: (navigate) => void navigate({ to }),
  });

type Wish = { readonly to: '/scripts' | '/labs' | '/accounts'; readonly text: string };

/** Opens the page with the dialog of what is new. */
const newOf = ({ to, text }: Wish, icon: IconName, words: string): Command =>
  command({
    id: `new${to}`,
    section: FRAME.do,
    text,
    icon,
    words: SERVICE.createMakeAdd(words),
    run: (navigate) => void navigate({ to, search: { new: true } }),
  });

const SETTINGS = [
  [undefined, FRAME.profile, SERVICE.nameTheme],
  ['security', FRAME.security, SERVICE.securityAppTotpRecovery],
  ['sessions', FRAME.sessions, SERVICE.signedInDevicesBrowsers],
  ['notifications', FRAME.notifications, SERVICE.channelsRulesTelegramDiscord],
  ['webhooks', FRAME.webhooks, SERVICE.alertsTradingviewSignals],
  ['keys', FRAME.apiKeys, SERVICE.programsTokensScopes],
] as const;

const ACTS: readonly Command[] = [
  command({
    id: 'new-bot',
    section: FRAME.do,
    text: FRAME.newBot,
    icon: 'bots',
    words: SERVICE.createMake,
    run: (navigate) => void navigate({ to: '/bots', search: { new: true } }),
  }),
  command({
    id: 'new-strategy-bot',
    section: FRAME.do,
    text: FRAME.newStrategyBot,
    icon: 'bots',
    words: SERVICE.createMakeGridAveraging,
    run: (navigate) => void navigate({ to: '/bots/new-strategy' }),
  }),
  newOf({ to: '/scripts', text: FRAME.newScript }, 'scripts', SERVICE.writeLua),
  newOf({ to: '/labs', text: FRAME.newLab }, 'labs', SERVICE.searchOptimizeInputs),
  newOf({ to: '/accounts', text: FRAME.newAccount }, 'accounts', SERVICE.connectExchangePaper),
  ...(['light', 'dark', 'system'] as const).map((theme) =>
    command({
      id: `theme-${theme}`,
      section: FRAME.do,
      text: FRAME[theme],
      icon: 'settings',
      words: SERVICE.themeAppearanceModeNight,
      run: () => applyTheme(theme),
    }),
  ),
];

/** What needs more than the router. */
function shellActs({
  onKeys,
  onStop,
  onSignOut,
}: Pick<PaletteContents, 'onKeys' | 'onStop' | 'onSignOut'>): readonly Command[] {
  const shared = { section: FRAME.do, icon: 'settings' } as const;
  return [
    command({
      ...shared,
      id: 'stop-everything',
      text: FRAME.stopEverything,
      icon: 'bots',
      words: SERVICE.panicHaltKillSwitch,
      run: onStop,
    }),
    command({
      ...shared,
      id: 'keys',
      text: FRAME.keys,
      note: '?',
      words: 'shortcuts',
      run: onKeys,
    }),
    command({
      ...shared,
      id: 'sign-out',
      text: FRAME.signOut,
      words: SERVICE.leaveEnd,
      run: onSignOut,
    }),
  ];
}

const settingsActs: readonly Command[] = SETTINGS.map(([tab, text, words]) =>
  command({
    id: `settings-${tab ?? 'profile'}`,
    section: FRAME.settings,
    text,
    icon: 'settings',
    words,
    run: (navigate) => void navigate({ to: '/settings', search: tab === undefined ? {} : { tab } }),
  }),
);

/** Commands in groups: places, acts, settings, then the objects of the account. */
export function commandsOf(known: PaletteContents): readonly Command[] {
  const { places, accounts, bots, scripts, labs, markets } = known;
  return [
    ...places.map(goTo),
    ...ACTS,
    ...shellActs(known),
    ...settingsActs,
    ...bots.map(({ bot_id: botId, name, market_tag: tag }) =>
      command({
        id: botId,
        section: FRAME.bots,
        text: name,
        note: tag ?? '',
        icon: 'bots',
        run: (navigate) => void navigate({ to: '/bots/$botId', params: { botId } }),
      }),
    ),
    ...markets.map(({ market_tag: marketTag, base, quote, exchange, market_type: type }) =>
      command({
        id: marketTag,
        section: FRAME.markets,
        text: `${base}/${quote}`,
        note: `${exchange} · ${type}`,
        words: `${base}${quote}`,
        icon: 'markets',
        run: (navigate) =>
          void navigate({
            to: '/markets/$marketTag',
            params: { marketTag },
            search: { exchange },
          }),
      }),
    ),
    ...scripts.map(({ script_id: scriptId, name }) =>
      command({
        id: scriptId,
        section: FRAME.scripts,
        text: name,
        icon: 'scripts',
        run: (navigate) => void navigate({ to: '/scripts/$scriptId', params: { scriptId } }),
      }),
    ),
    ...labs.map(({ lab_id: labId, name, market_tag: tag }) =>
      command({
        id: labId,
        section: FRAME.labs,
        text: name,
        note: tag ?? '',
        icon: 'labs',
        run: (navigate) => void navigate({ to: '/labs/$labId', params: { labId } }),
      }),
    ),
    ...accounts.map(({ account_id: accountId, name, exchange }) =>
      command({
        id: accountId,
        section: FRAME.accounts,
        text: name,
        note: exchange,
        icon: 'accounts',
        run: (navigate) => void navigate({ to: '/accounts/$accountId', params: { accountId } }),
      }),
    ),
  ];
}

/** What is offered before anything is typed. */
const GENERAL: ReadonlySet<string> = new Set([FRAME.goTo, FRAME.do]);

/** Those with all words, what begins with the first before the others; without words, general. */
export function matchingCommands(all: readonly Command[], text: string): readonly Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return all.filter(({ section }) => GENERAL.has(section));
  const matching = all.filter((of) => words.every((word) => of.words.includes(word)));
  const [first = ''] = words;
  const ordered = [
    ...matching.filter((of) => of.words.startsWith(first)),
    ...matching.filter((of) => !of.words.startsWith(first)),
  ];
  const sections = new Map<string, Command[]>();
  for (const found of ordered) {
    const section = sections.get(found.section) ?? [];
    if (section.length < SHOWN_OF_SECTION_MAX) section.push(found);
    sections.set(found.section, section);
  }
  return [...sections.values()].flat().slice(0, SHOWN_MAX);
}

// Address of the form of a new strategy bot: everything that was chosen, so that neither a step
// back nor a link loses it.

export type StrategyAddress = {
  /** Type of the strategy. */
  readonly strategy?: string;
  readonly account?: string;
  readonly market?: string;
  readonly name?: string;
  /** Settings that differ from their defaults. */
  readonly set?: Readonly<Record<string, string | boolean>>;
  /** Who holds the stop; left out: the service. */
  readonly stops?: 'exchange' | 'service';
  /** Days of the backtest beside the form. */
  readonly days?: number;
  /** Backtest that is shown beside the form. */
  readonly test?: string;
};

const SETTINGS_MAX = 100;
const DAYS_MAX = 3_660;

/** Address of the form from its parameters; what is no text is left out. */
export function readStrategyAddress(found: Record<string, unknown>): StrategyAddress {
  const { strategy, account, market, name, set, stops, days, test } = found;
  const settings = readSettings(set);
  return {
    ...textOf('strategy', strategy),
    ...textOf('account', account),
    ...textOf('market', market),
    ...textOf('name', name),
    ...textOf('test', test),
    ...(settings === null ? {} : { set: settings }),
    ...(stops === 'exchange' || stops === 'service' ? { stops } : {}),
    ...(typeof days === 'number' && days >= 1 && days <= DAYS_MAX ? { days } : {}),
  };
}

type TextName = 'strategy' | 'account' | 'market' | 'name' | 'test';

/** A text of digits alone is read as a number from addresses. */
function textOf(key: TextName, value: unknown): StrategyAddress {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' ? { [key]: text } : {};
}

function readSettings(found: unknown): NonNullable<StrategyAddress['set']> | null {
  if (typeof found !== 'object' || found === null || Array.isArray(found)) return null;
  const settings: Record<string, string | boolean> = {};
  for (const [key, value] of Object.entries<unknown>({ ...found }).slice(0, SETTINGS_MAX)) {
    if (typeof value === 'boolean' || typeof value === 'string') settings[key] = value;
    if (typeof value === 'number') settings[key] = String(value);
  }
  return Object.keys(settings).length === 0 ? null : settings;
}

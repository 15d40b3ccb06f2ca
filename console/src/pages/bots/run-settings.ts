// Settings that backtests and bots share, and that a new bot takes over.

const SHARED = [
  'leverage',
  'margin_mode',
  'pyramiding',
  'trade_amount',
  'trade_amount_percent',
] as const;

type SettingsOfRun = { readonly [Name in (typeof SHARED)[number]]?: unknown };

/** Those that were chosen: what is null or absent is left to the script. */
export function runSettings<Of extends SettingsOfRun>(
  settings: Of,
): { readonly [Name in keyof Of & keyof SettingsOfRun]?: Exclude<Of[Name], null> } {
  const chosen = SHARED.filter((name) => (settings[name] ?? null) !== null);
  const taken = chosen.map((name) => [name, settings[name]] as const);
  return Object.fromEntries(taken) as ReturnType<typeof runSettings<Of>>;
}

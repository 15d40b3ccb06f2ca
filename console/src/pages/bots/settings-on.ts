// Settings of a new bot that its account takes.

type OfFutures = { readonly leverage?: unknown; readonly margin_mode?: unknown };

/** Leverage and margin are of futures; a form for spot does not show them. */
export function settingsOn<Of extends OfFutures>(
  marketType: string | undefined,
  settings: Of,
): Of | Omit<Of, keyof OfFutures> {
  if (marketType !== 'spot') return settings;
  const { leverage: _leverage, margin_mode: _marginMode, ...rest } = settings;
  return rest;
}

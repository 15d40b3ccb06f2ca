// Settings of a bracket that enters nothing more, and retains its exits.

type Config = Readonly<Record<string, string | number | boolean | null | object>>;

/** Copy of the settings that permits no entry. */
export function haltedConfig<T extends Config>(config: T): T {
  return { ...config, allows_entry: false };
}

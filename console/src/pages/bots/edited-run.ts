// Settings of a bot as its form holds them, and what of them was changed.

type Run<Parameters extends object, Settings extends object> = {
  readonly parameters: Parameters;
  readonly settings: Settings;
};

type Form<Parameters extends object, Settings extends object> = {
  readonly name: string;
  readonly run: Run<Parameters, Settings>;
};

type Changes<Parameters extends object, Settings extends object> = Partial<
  Run<Parameters, Settings>
> & { readonly name?: string };

/** Of the bot; what was not chosen is left out. */
export function runOf<Parameters extends object>({
  parameters,
  settings,
}: Run<Parameters, object>): Run<Parameters, object> {
  const chosen = Object.entries(settings).filter(([, value]) => value !== null);
  return { parameters, settings: Object.fromEntries(chosen) };
}

/** Only the parts that differ: they are replaced whole. */
export function editOf<Parameters extends object, Settings extends object>(
  before: Form<Parameters, Settings>,
  after: Form<Parameters, Settings>,
): Changes<Parameters, Settings> {
  const name = after.name.trim();
  const { parameters, settings } = after.run;
  return {
    ...(name === before.name ? {} : { name }),
    ...(isSame(parameters, before.run.parameters) ? {} : { parameters }),
    ...(isSame(settings, before.run.settings) ? {} : { settings }),
  };
}

function isSame(one: object, other: object): boolean {
  const sorted = (of: object) =>
    JSON.stringify(Object.entries(of).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return sorted(one) === sorted(other);
}

// Documents of HaasScript's visual editor, written down in short: each block by its command, what
// is typed into its inputs, and the outputs that they are connected to. Written from the public
// format and without the code that reads it.

export type ForeignSpec = {
  readonly id: string;
  readonly command: string;
  /** By port: a text is typed in; a list has the outputs that lead there (`id` or `id.part`). */
  readonly inputs?: Readonly<Record<string, string | null | readonly string[]>>;
  readonly gate?: readonly string[];
  readonly needsGate?: boolean;
  readonly disabled?: boolean;
  readonly type?: number;
  /** Names of sub-outputs that the block has. */
  readonly parts?: readonly string[];
  readonly x?: number;
  readonly y?: number;
  /** Typed into a port that is connected, where it means nothing. */
  readonly stale?: Readonly<Record<string, string>>;
};

type Connection = { readonly Guid: string; readonly Points: readonly unknown[] };

type ForeignPortJson = {
  readonly Guid: string;
  readonly Connections: Connection[];
  readonly Parameter: { readonly Name: string; readonly Type: number };
  readonly Storage: string | null;
};

/** 21 letters, as such documents have. */
function guid(text: string): string {
  const letters = text.replaceAll(/[^A-Za-z\d]/g, '_');
  return (letters + 'x'.repeat(21)).slice(0, Math.max(21, letters.length));
}

function port(id: string, name: string, storage: string | null): ForeignPortJson {
  return { Guid: guid(id), Connections: [], Parameter: { Name: name, Type: 4 }, Storage: storage };
}

export type ForeignBlockJson = {
  readonly W: number;
  readonly H: number;
  readonly Type: number;
  readonly Command: Readonly<Record<string, unknown>> | null;
  readonly IsReversed: boolean;
  readonly IsMirrored: boolean;
  readonly ShowUnusedParameters: boolean;
  readonly NeedsConnector: boolean;
  readonly Resizable: boolean;
  readonly Disabled: boolean;
  readonly Guid: string;
  readonly CommandName: string;
  readonly X: number;
  readonly Y: number;
  readonly Inputs: readonly ForeignPortJson[];
  readonly Output: ForeignPortJson;
  readonly SubOutputs: readonly ForeignPortJson[];
  readonly Connector: ForeignPortJson;
};

function outputId(text: string): string {
  const [id = '', part = ''] = text.split('.');
  return `${id}-out-${part}`;
}

function partsUsed(specs: readonly ForeignSpec[], id: string): readonly string[] {
  const wires = specs.flatMap(({ inputs = {}, gate = [] }) => [
    ...gate,
    ...Object.values(inputs).flatMap((each) => (Array.isArray(each) ? (each as string[]) : [])),
  ]);
  const own = wires.filter((wire) => wire.startsWith(`${id}.`));
  return [...new Set(own.map((wire) => wire.slice(id.length + 1)))];
}

function blockOf(specs: readonly ForeignSpec[], spec: ForeignSpec, at: number): ForeignBlockJson {
  const { id, command, inputs = {}, stale = {}, parts = partsUsed(specs, id) } = spec;
  return {
    X: spec.x ?? 10 * (at % 5),
    Y: spec.y ?? 50 * at,
    W: 0,
    H: 0,
    Guid: id,
    Type: spec.type ?? 1,
    CommandName: command,
    Inputs: Object.entries(inputs).map(([name, stands]) => {
      const storage = typeof stands === 'object' ? (stale[name] ?? null) : stands;
      return port(`${id}-in-${name}`, name, storage);
    }),
    Output: port(outputId(id), '', null),
    SubOutputs: parts.map((name) => port(outputId(`${id}.${name}`), name, null)),
    Connector: port(`${id}-gate`, 'connector', null),
    Command: null,
    IsReversed: false,
    IsMirrored: false,
    ShowUnusedParameters: false,
    NeedsConnector: spec.needsGate ?? false,
    Resizable: false,
    Disabled: spec.disabled ?? false,
  };
}

/** The blocks, connected at both ends. */
export function foreignBlocks(specs: readonly ForeignSpec[]): readonly ForeignBlockJson[] {
  const blocks = specs.map((spec, at) => blockOf(specs, spec, at));
  const ports = new Map<string, ForeignPortJson>();
  for (const { Inputs, Output, SubOutputs, Connector } of blocks) {
    for (const each of [...Inputs, Output, ...SubOutputs, Connector]) ports.set(each.Guid, each);
  }
  const connect = (input: string, wire: string): void => {
    const [to, from] = [guid(input), guid(outputId(wire))];
    ports.get(to)?.Connections.push({ Guid: from, Points: [] });
    ports.get(from)?.Connections.push({ Guid: to, Points: [{ X: 1, Y: 2 }] });
  };
  for (const { id, inputs = {}, gate = [] } of specs) {
    for (const [name, stands] of Object.entries(inputs)) {
      if (typeof stands !== 'object' || stands === null) continue;
      for (const wire of stands) connect(`${id}-in-${name}`, wire);
    }
    for (const wire of gate) connect(`${id}-gate`, wire);
  }
  return blocks;
}

export function foreignDocument(specs: readonly ForeignSpec[]): string {
  return JSON.stringify(foreignBlocks(specs));
}

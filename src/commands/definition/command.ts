// Definition of a script command, known before it runs: its parameters, its result, what it
// touches. Plain data; it says nothing of how a command is carried out.

/** Families of commands, each with the domain that it belongs to. */
export const CATEGORY_DOMAINS = {
  'Easy Indicators': 'technical-analysis',
  'Technical Analysis': 'technical-analysis',
  'Technical Analysis Helpers': 'technical-analysis',
  'Easy Insurances': 'trading',
  'Easy Safeties': 'trading',
  'Order Handling': 'trading',
  'Order Information': 'trading',
  'Position Information': 'trading',
  'Position Prices': 'trading',
  'Signal Helpers': 'trading',
  'Trade Actions (Managed)': 'trading',
  'Trade Actions (Unmanaged)': 'trading',
  'Trade Bot': 'trading',
  'Trade Market Information': 'trading',
  'Array Helpers': 'helpers',
  Equations: 'helpers',
  'Flow Control': 'helpers',
  Mathematical: 'helpers',
  'Memory Helpers': 'helpers',
  Miscellaneous: 'helpers',
  'String Helpers': 'helpers',
  'Price Data': 'data-and-prices',
  'Price Market Information': 'data-and-prices',
  'Profit Information': 'data-and-prices',
  'Time Information': 'data-and-prices',
  Wallet: 'data-and-prices',
  Charting: 'advanced',
  'Custom Commands Helpers': 'advanced',
  'Input Fields': 'advanced',
  'Input Settings': 'advanced',
  'MAchine Learning': 'advanced',
  Settings: 'advanced',
  'Social Media': 'advanced',
} as const;

export type CommandCategory = keyof typeof CATEGORY_DOMAINS;

/** Groups of constants; each enum parameter takes a constant of one of them. */
export const CONSTANT_GROUPS = {
  arrayFilter: 'Array filter Types',
  candlePattern: 'Candle Pattern',
  charting: 'Charting',
  color: 'Color',
  dataType: 'Data Types',
  marginMode: 'Margin Mode',
  movingAverage: 'Moving Averages',
  oca: 'OCA Types',
  orderType: 'Order Types',
  parameterType: 'Parameter Type',
  position: 'Position',
  positionMode: 'Position Mode',
  signal: 'Signal',
  signalType: 'Signal Types',
  priceSource: 'Source Price Types',
  trading: 'Trading',
  linearRegression: 'Trading LR',
} as const;

export type ConstantGroup = keyof typeof CONSTANT_GROUPS;

/** Kinds that need no more to be said; a series is a list of numbers, newest first. */
type PlainKind =
  | 'number'
  | 'boolean'
  | 'string'
  | 'series'
  | 'numberOrSeries'
  | 'table'
  | 'function'
  | 'any';

type ParameterKind =
  | { readonly kind: PlainKind }
  | {
      readonly kind: 'enum';
      /** 'any': which group depends on what the script passes. */
      readonly group: ConstantGroup | 'any';
      /** A signal comes with the properties that were given to it, not as its number alone. */
      readonly keepsProperties?: true;
    };

export type ParameterDefinition = ParameterKind & {
  readonly name: string;
  readonly meaning: string;
  readonly unit?: string;
  /**
   * An argument that is not required may be nil, also in front of required ones, and may be given
   * in its place or by name in a table at the end.
   */
  readonly isRequired: boolean;
  /** What stands in when the argument is left out, in Lua; absent when that is nil. */
  readonly defaultExpression?: string;
  /** Takes all arguments that follow. */
  readonly isVariadic?: true;
  /** Not in HaasScript: added here, behind all that are. */
  readonly isOwn?: true;
};

/** A part of a container, read by its name or its place counted from 1. */
export type FieldDefinition = ParameterKind & {
  readonly name: string;
  /** A field of ours, which stands behind those that are published. */
  readonly isOwn?: true;
};

export type ResultDefinition =
  | (ParameterKind & { readonly unit?: string })
  | { readonly kind: 'container'; readonly fields: readonly FieldDefinition[] }
  | { readonly kind: 'list'; readonly of: string }
  | { readonly kind: 'nothing' };

/** What a command reads or acts on besides its arguments. */
export type CommandSubject =
  | 'chance'
  | 'charts'
  | 'clock'
  | 'inputs'
  | 'log'
  | 'markets'
  | 'memory'
  | 'orders'
  | 'positions'
  | 'report'
  | 'run'
  | 'series'
  | 'settings'
  | 'signals'
  | 'wallet';

export type CommandDefinition = {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly category: CommandCategory;
  readonly meaning: string;
  readonly parameters: readonly ParameterDefinition[];
  readonly result: ResultDefinition;
  /** A command that reads nothing and acts on nothing is pure. */
  readonly reads: readonly CommandSubject[];
  readonly acts: readonly CommandSubject[];
  /** One line of a script. */
  readonly example: string;
  /** A command of ours, which is not published. */
  readonly isOwn?: true;
  /** What the name is without a call; a command that has none is a function there. */
  readonly value?: number;
} & (
  | { readonly isInert?: never }
  /** Accepted and recorded, without effect. */
  | { readonly isInert: true; readonly inertReason: string }
);

export type ConstantDefinition = {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly group: ConstantGroup;
  readonly value: number | string;
  readonly meaning: string;
  /** No value is published; this one was chosen here. */
  readonly isOwnValue?: true;
  /** A constant of ours, which is not published. */
  readonly isOwn?: true;
};

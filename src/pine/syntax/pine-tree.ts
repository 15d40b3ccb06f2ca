// The syntax tree of a Pine script, as written: names are not yet resolved and types not yet known.

export type Place = { readonly line: number; readonly column: number };

export type Qualifier = 'const' | 'input' | 'simple' | 'series';

/** `series float`, `array<line>`, `map<string, float>`, `Candle`, `chart.point`. */
export type TypeName = Place & {
  readonly qualifier: Qualifier | null;
  /** Empty where a qualifier stands alone. */
  readonly name: string;
  readonly parameters: readonly TypeName[];
};

export type Argument = Place & {
  /** Null: by its place. */
  readonly name: string | null;
  readonly value: Expression;
};

export type UnaryOperator = '-' | '+' | 'not';
export type BinaryOperator =
  | ('+' | '-' | '*' | '/' | '%')
  | ('==' | '!=' | '<' | '<=' | '>' | '>=')
  | ('and' | 'or');

export type Block = { readonly statements: readonly Statement[] };

export type Branch = Place & { readonly condition: Expression; readonly block: Block };

export type SwitchCase = Place & {
  /** Null: the one without a condition. */
  readonly condition: Expression | null;
  readonly block: Block;
};

export type CallExpression = Place & {
  readonly kind: 'call';
  /** A name, or a member of one: `ta.sma`, `lines.push`. */
  readonly callee: Expression;
  readonly typeParameters: readonly TypeName[];
  readonly arguments: readonly Argument[];
};

export type IfExpression = Place & {
  readonly kind: 'if';
  readonly branches: readonly Branch[];
  readonly otherwise: Block | null;
};

export type SwitchExpression = Place & {
  readonly kind: 'switch';
  /** Null: each case has a condition of its own. */
  readonly subject: Expression | null;
  readonly cases: readonly SwitchCase[];
};

export type ForExpression = Place & {
  readonly kind: 'for';
  readonly variable: string;
  readonly from: Expression;
  readonly to: Expression;
  readonly step: Expression | null;
  readonly block: Block;
};

export type ForInExpression = Place & {
  readonly kind: 'forIn';
  /** Null: none. */
  readonly indexVariable: string | null;
  readonly variable: string;
  readonly collection: Expression;
  readonly block: Block;
};

export type WhileExpression = Place & {
  readonly kind: 'while';
  readonly condition: Expression;
  readonly block: Block;
};

/** Runs its block the first time that the condition holds, and never again. */
export type OnceExpression = Place & {
  readonly kind: 'once';
  /** Null: on the first passage. */
  readonly condition: Expression | null;
  readonly block: Block;
};

export type Expression =
  | (Place & { readonly kind: 'integer' | 'float'; readonly value: number })
  | (Place & { readonly kind: 'text' | 'color'; readonly value: string })
  | (Place & { readonly kind: 'boolean'; readonly value: boolean })
  | (Place & { readonly kind: 'name'; readonly name: string })
  | (Place & { readonly kind: 'member'; readonly object: Expression; readonly name: string })
  | (Place & { readonly kind: 'history'; readonly value: Expression; readonly offset: Expression })
  | (Place & {
      readonly kind: 'unary';
      readonly operator: UnaryOperator;
      readonly operand: Expression;
    })
  | (Place & {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    })
  | (Place & {
      readonly kind: 'ternary';
      readonly condition: Expression;
      readonly yes: Expression;
      readonly no: Expression;
    })
  | (Place & { readonly kind: 'tuple'; readonly items: readonly Expression[] })
  | CallExpression
  | IfExpression
  | SwitchExpression
  | ForExpression
  | ForInExpression
  | WhileExpression
  | OnceExpression;

export type AssignOperator = ':=' | '+=' | '-=' | '*=' | '/=' | '%=';

export type Parameter = Place & {
  readonly name: string;
  readonly type: TypeName | null;
  readonly initial: Expression | null;
};

export type FunctionStatement = Place & {
  readonly kind: 'function';
  readonly name: string;
  readonly isMethod: boolean;
  readonly isExported: boolean;
  readonly parameters: readonly Parameter[];
  readonly block: Block;
};

export type Field = Place & {
  readonly name: string;
  readonly type: TypeName;
  readonly isVarip: boolean;
  readonly initial: Expression | null;
};

export type TypeStatement = Place & {
  readonly kind: 'type';
  readonly name: string;
  readonly isExported: boolean;
  readonly fields: readonly Field[];
};

export type EnumStatement = Place & {
  readonly kind: 'enum';
  readonly name: string;
  readonly isExported: boolean;
  readonly members: readonly (Place & { readonly name: string; readonly title: string | null })[];
};

export type ImportStatement = Place & {
  readonly kind: 'import';
  readonly owner: string;
  readonly library: string;
  readonly version: number;
  /** The library's own name where none is given. */
  readonly alias: string;
};

export type VariableStatement = Place & {
  readonly kind: 'variable';
  readonly mode: 'var' | 'varip' | null;
  readonly type: TypeName | null;
  readonly name: string;
  readonly isExported: boolean;
  readonly value: Expression;
};

export type Statement =
  | VariableStatement
  | (Place & {
      readonly kind: 'tupleVariables';
      readonly names: readonly (Place & { readonly name: string })[];
      readonly value: Expression;
    })
  | (Place & {
      readonly kind: 'assignment';
      readonly target: Expression;
      readonly operator: AssignOperator;
      readonly value: Expression;
    })
  | (Place & { readonly kind: 'expression'; readonly value: Expression })
  | (Place & { readonly kind: 'break' | 'continue' })
  | FunctionStatement
  | TypeStatement
  | EnumStatement
  | ImportStatement;

/** A whole script. */
export type PineTree = readonly Statement[];

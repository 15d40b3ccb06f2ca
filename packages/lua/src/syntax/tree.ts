// The syntax tree of a script. Plain data; names are not resolved here (see semantics/resolve.ts).

type Node = {
  readonly line: number;
  readonly column: number;
};

type ExpressionNode = Node & {
  /** How deep the tree below is. Bounded by the parser, so that no pass can exhaust the stack. */
  readonly height: number;
};

export type BinaryOperator =
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | '^'
  | '//'
  | '&'
  | '|'
  | '~'
  | '<<'
  | '>>'
  | '..'
  | '=='
  | '~='
  | '<'
  | '<='
  | '>'
  | '>=';

export type UnaryOperator = '-' | 'not' | '#' | '~';

export type Constant = ExpressionNode & { readonly kind: 'nil' | 'true' | 'false' };
export type NumberLiteral = ExpressionNode & { readonly kind: 'number'; readonly value: number };
export type StringLiteral = ExpressionNode & { readonly kind: 'string'; readonly bytes: string };
export type Varargs = ExpressionNode & { readonly kind: 'varargs' };
export type Name = ExpressionNode & { readonly kind: 'name'; readonly name: string };
export type Index = ExpressionNode & {
  readonly kind: 'index';
  readonly object: Expression;
  readonly key: Expression;
};
export type Call = ExpressionNode & {
  readonly kind: 'call';
  readonly callee: Expression;
  readonly args: readonly Expression[];
};
export type MethodCall = ExpressionNode & {
  readonly kind: 'method';
  readonly object: Expression;
  readonly name: string;
  readonly args: readonly Expression[];
};
export type FunctionExpression = ExpressionNode & {
  readonly kind: 'function';
  readonly body: FunctionBody;
};
export type Binary = ExpressionNode & {
  readonly kind: 'binary';
  readonly operator: BinaryOperator;
  readonly left: Expression;
  readonly right: Expression;
};
export type Logical = ExpressionNode & {
  readonly kind: 'logical';
  readonly operator: 'and' | 'or';
  readonly left: Expression;
  readonly right: Expression;
};
export type Unary = ExpressionNode & {
  readonly kind: 'unary';
  readonly operator: UnaryOperator;
  readonly operand: Expression;
};
export type TableItem =
  | { readonly kind: 'positional'; readonly value: Expression }
  | { readonly kind: 'keyed'; readonly key: Expression; readonly value: Expression };
export type TableConstructor = ExpressionNode & {
  readonly kind: 'table';
  readonly items: readonly TableItem[];
};
/** Parentheses stay in the tree, because they cut a call or `...` to one value. */
export type Parenthesized = ExpressionNode & {
  readonly kind: 'parenthesized';
  readonly inner: Expression;
};

export type Expression =
  | Constant
  | NumberLiteral
  | StringLiteral
  | Varargs
  | Name
  | Index
  | Call
  | MethodCall
  | FunctionExpression
  | Binary
  | Logical
  | Unary
  | TableConstructor
  | Parenthesized;

/** The declaration of one local name; its identity stands for the variable. */
export type Declaration = Node & {
  readonly name: string;
  readonly attribute: 'const' | 'close' | null;
};

export type FunctionBody = Node & {
  /** What a reader would call it, for messages: `main chunk`, `t.f`, `anonymous`. */
  readonly title: string;
  readonly parameters: readonly Declaration[];
  readonly isVararg: boolean;
  readonly block: Block;
};

export type Block = {
  readonly statements: readonly Statement[];
  /** Line of the token that ends it. */
  readonly endLine: number;
};

export type Local = Node & {
  readonly kind: 'local';
  readonly names: readonly Declaration[];
  readonly values: readonly Expression[];
};
export type Assign = Node & {
  readonly kind: 'assign';
  readonly targets: readonly (Name | Index)[];
  readonly values: readonly Expression[];
};
export type CallStatement = Node & { readonly kind: 'call'; readonly call: Call | MethodCall };
export type Do = Node & { readonly kind: 'do'; readonly block: Block };
export type While = Node & {
  readonly kind: 'while';
  readonly condition: Expression;
  readonly block: Block;
};
export type Repeat = Node & {
  readonly kind: 'repeat';
  readonly block: Block;
  readonly condition: Expression;
};
export type If = Node & {
  readonly kind: 'if';
  readonly clauses: readonly { readonly condition: Expression; readonly block: Block }[];
  readonly otherwise: Block | null;
};
export type NumericFor = Node & {
  readonly kind: 'numeric-for';
  readonly variable: Declaration;
  readonly start: Expression;
  readonly limit: Expression;
  readonly step: Expression | null;
  readonly block: Block;
};
export type GenericFor = Node & {
  readonly kind: 'generic-for';
  readonly names: readonly Declaration[];
  readonly values: readonly Expression[];
  readonly block: Block;
};
export type LocalFunction = Node & {
  readonly kind: 'local-function';
  readonly variable: Declaration;
  readonly value: FunctionExpression;
};
export type Return = Node & { readonly kind: 'return'; readonly values: readonly Expression[] };
export type Break = Node & { readonly kind: 'break' };
export type Goto = Node & { readonly kind: 'goto'; readonly label: string };
export type Label = Node & { readonly kind: 'label'; readonly name: string };

export type Statement =
  | Local
  | Assign
  | CallStatement
  | Do
  | While
  | Repeat
  | If
  | NumericFor
  | GenericFor
  | LocalFunction
  | Return
  | Break
  | Goto
  | Label;

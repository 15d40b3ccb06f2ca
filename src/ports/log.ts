// Structured logging as a port. Adapters redact secrets; callers never pass any.

export type LogFields = { readonly [name: string]: string | number | boolean | null };

export type Log = {
  info(event: string, fields: LogFields): void;
  warn(event: string, fields: LogFields): void;
  error(event: string, fields: LogFields & { readonly cause?: string }): void;
};

// Structured logging as a port. Adapters redact secrets; callers never pass any.

export type LogFields = { readonly [name: string]: string | number | boolean | null };

export type Log = {
  /** For what happens all the time and is of interest only while somebody looks. */
  debug(event: string, fields: LogFields): void;
  info(event: string, fields: LogFields): void;
  warn(event: string, fields: LogFields): void;
  error(event: string, fields: LogFields & { readonly cause?: string }): void;
};

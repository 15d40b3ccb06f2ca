// Interface of a command's implementation. The binding calls an implementation with the context of
// its run and with arguments that are already right: in the places of the catalogue, defaults
// filled in, named ones taken from a table at the end, kinds checked and converted.

import type { CallApi } from '#engine/run-api/call-api.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { LuaResult } from '#lua/runtime/value.ts';

/** What an implementation finds: the API of the run, and the call itself. */
export type CallContext = CommandContext & { readonly calls: CallApi };

/**
 * Takes the arguments in the order of the catalogue: `number` as a number (the newest value of a
 * series), `series` as a SeriesLike, a variadic one as the rest. Mistakes of the script are thrown
 * as LuaError. Implementations that need no more than the API take a CommandContext.
 */
export type CommandImplementation = (context: CallContext, ...args: never[]) => LuaResult;

/**
 * Implementations by the name of their command; one such table for each family.
 *
 * @public for the families
 */
export type CommandImplementations = Readonly<Record<string, CommandImplementation>>;

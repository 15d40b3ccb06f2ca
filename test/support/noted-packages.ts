// Loaded before a program: says at its end, on a line of JSON, which packages it has loaded.

import { registerHooks } from 'node:module';

const packages = new Set<string>();
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    const [, name] =
      /\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*\/node_modules\/)/.exec(resolved.url) ?? [];
    if (name !== undefined) packages.add(name);
    return resolved;
  },
});
process.on('exit', () => process.stdout.write(`${JSON.stringify([...packages])}\n`));

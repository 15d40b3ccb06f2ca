// Names of local variables, made from what a block is called. They are the same whatever the
// layout.

const RESERVED: ReadonlySet<string> = new Set(
  (
    'and break do else elseif end false for function goto if in local nil not or repeat return ' +
    'then true until while continue assert error getmetatable ipairs next pairs pcall print ' +
    'rawequal rawget rawlen rawset select setmetatable tonumber tostring type unpack xpcall ' +
    'string table math bit32 utf8 coroutine self _G _ENV'
  ).split(' '),
);

const LENGTH_MAX = 40;

/** `Buy Level` and `BuyLevel` as `buyLevel`, `RSI` as `rsi`; empty: no letter or digit is in it. */
function luaName(text: string): string {
  const words = text
    .slice(0, 4 * LENGTH_MAX)
    .replace(/^(?:CC_|Get(?=[A-Z]))/, '')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z\d]+/)
    .filter((word) => word !== '');
  const [first = '', ...others] = words.map((word) => word.toLowerCase());
  const joined =
    first + others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  const named = /^\d/.test(joined) ? `value${joined}` : joined;
  return named.slice(0, LENGTH_MAX);
}

export type LuaNames = (wanted: string, otherwise: string) => string;

/** Gives each name once: a second `rsi` is `rsi2`. */
export function luaNames(): LuaNames {
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  return (wanted, otherwise) => {
    const base = luaName(wanted) || luaName(otherwise) || 'value';
    for (let count = (counts.get(base) ?? 0) + 1; ; count += 1) {
      const name = count === 1 ? base : `${base}${count}`;
      if (taken.has(name) || RESERVED.has(name)) continue;
      counts.set(base, count);
      taken.add(name);
      return name;
    }
  };
}

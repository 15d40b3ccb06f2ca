// The idiomatic hand-written program that string-mix.lua is compared with.

export function stringMix(): number {
  let total = 0;
  for (let bar = 1; bar <= 300; bar += 1) {
    const counts = new Map<string, number>();
    const names: string[] = [];
    for (let i = 1; i <= 100; i += 1) {
      const key = `level${(i * 37 + bar) % 20}`;
      const count = counts.get(key);
      if (count === undefined) names.push(key);
      counts.set(key, (count ?? 0) + i);
    }
    names.sort();
    const text = names.map((name) => `${name}=${counts.get(name) ?? 0}`).join(';');
    for (const [, name = '', count = ''] of text.matchAll(/([a-z]+\d+)=(\d+)/g)) {
      total += name.length + Number(count);
    }
    let replaced = 0;
    text.replaceAll('level', () => {
      replaced += 1;
      return 'l';
    });
    total += replaced;
  }
  return total;
}

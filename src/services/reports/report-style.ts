// How a report looks, in light and in dark surroundings and on paper.

export const REPORT_STYLE = `
:root { color-scheme: light dark; --ink: #1c2330; --soft: #5b6575; --line: #dfe3e9; --paper: #fff;
  --panel: #f6f7f9; --good: #14804a; --bad: #c2352d; }
@media (prefers-color-scheme: dark) { :root { --ink: #dde3ec; --soft: #95a0b1; --line: #2b3341;
  --paper: #11151c; --panel: #181e28; --good: #4cc38a; --bad: #ff7b72; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem clamp(1rem, 4vw, 3rem) 4rem; max-width: 90rem;
  background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
h1 { margin: 0; font-size: 1.7rem; letter-spacing: -.01em; overflow-wrap: anywhere; }
h2 { margin: 2.5rem 0 .6rem; font-size: 1.1rem; }
p { margin: .2rem 0; } .soft { color: var(--soft); }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.6rem, 1fr)); gap: .75rem;
  margin: 1.5rem 0; }
.tile { background: var(--panel); border: 1px solid var(--line); border-radius: 10px;
  padding: .8rem 1rem; display: grid; align-content: start; gap: .1rem; }
.tile span, .tile small { color: var(--soft); font-size: .8rem; }
.tile strong { font-size: 1.25rem; font-weight: 650; white-space: nowrap; }
.good { color: var(--good); } .bad { color: var(--bad); }
.wide { overflow: auto; max-height: 40rem; border: 1px solid var(--line); border-radius: 10px; }
table { border-collapse: collapse; width: 100%; font-size: .88rem;
  font-variant-numeric: tabular-nums; }
th { color: var(--soft); font-weight: 600; text-align: left; }
th, td { padding: .35rem .7rem; border-bottom: 1px solid var(--line); white-space: nowrap; }
h3 { margin: 1.2rem 0 .4rem; font-size: .95rem; } h3 .soft { font-weight: 400; }
@media print { .wide { max-height: none; overflow: visible; } }
`;

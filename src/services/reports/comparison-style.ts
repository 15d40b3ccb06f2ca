// How the page of a comparison looks, beyond the style that all reports share.

export const COMPARISON_STYLE = `
.notes { margin: 1rem 0; padding: .7rem 1rem .7rem 2.2rem; background: var(--panel);
  border: 1px solid var(--line); border-radius: 10px; }
:is(td, th).figure { text-align: right; }
td small, th small { color: var(--soft); font-weight: 400; }
.causes th small { display: block; white-space: normal; }
.causes tbody th { color: var(--ink); } .causes tr.none :is(th, td) { color: var(--soft); }
.causes tfoot :is(th, td) { border-bottom: 0; font-weight: 650; color: var(--ink); }
.causes tfoot td.good { color: var(--good); } .causes tfoot td.bad { color: var(--bad); }
.causes .bars { position: relative; width: 34%; }
.causes td.bars i { position: absolute; left: 50%; top: 0; bottom: 0; border-left: 1px solid var(--line); }
.causes td.bars b { position: absolute; top: 25%; bottom: 25%; border-radius: 3px; }
.causes b.good { background: var(--good); } .causes b.bad { background: var(--bad); }
.orders thead { position: sticky; top: 0; background: var(--panel); z-index: 1; }
.orders th[colspan] { text-align: center; }
.orders .side { border-left: 1px solid var(--line); }
.orders td { vertical-align: top; } .orders .nothing { text-align: center; color: var(--soft); }
.orders .part { font-weight: 650; } .orders .whole { font-weight: 650; }
.orders .why { white-space: normal; min-width: 14rem; }
.cause { display: inline-block; margin-right: .8rem; } .cause b { font-weight: 600; }
.reason { display: block; }
details { margin-top: .8rem; border: 1px solid var(--line); border-radius: 10px; }
details > summary { padding: .7rem 1rem; cursor: pointer; font-weight: 600; border-radius: 10px; }
details > summary:hover { background: var(--panel); }
details[open] > summary { border-bottom: 1px solid var(--line); border-radius: 10px 10px 0 0; }
details > .wide { border: 0; border-radius: 0 0 10px 10px; } details > p { padding: .7rem 1rem; }
@media (max-width: 52rem) {
  details > .wide { padding: .6rem .6rem 0; }
  .causes .bars { display: none; } .wide:has(.causes) { max-height: none; }
  .causes :is(td, th) { padding: .35rem .5rem; } .causes th { white-space: normal; }
  .wide:has(.orders) { border: 0; max-height: none; border-radius: 0; }
  .orders, .orders tbody { display: block; } .orders thead { display: none; }
  .orders tr { display: grid; grid-template-columns: 4.6rem 1fr 1fr minmax(4.6rem, auto); gap: .1rem .6rem;
    border: 1px solid var(--line); border-radius: 10px; padding: .6rem .8rem; margin-bottom: .6rem; }
  .orders td { border: 0; padding: 0; white-space: normal; overflow-wrap: anywhere; }
  .orders .side { border-left: 0; } .orders .placed { color: var(--soft); }
  .orders .order { grid-column: 2 / 4; font-weight: 650; }
  .orders .whole { grid-column: 4; grid-row: 1; }
  .orders :is(.whole, .price, .fee) { white-space: nowrap; text-align: right; }
  .orders td[data-side] { text-align: right; grid-column: 2; }
  .orders td[data-side].nothing { grid-column: 2 / 5; text-align: left; }
  .orders td[data-side]::before { content: attr(data-side); position: absolute; left: .8rem;
    font-weight: 400; color: var(--soft); }
  .orders .part small { display: block; }
  .orders tr { position: relative; }
  .orders .late { grid-column: 1 / 5; text-align: left; }
  .orders .late:not(:empty)::before { content: "Late by "; color: var(--soft); }
  .orders .late:empty { display: none; }
  .orders .why { grid-column: 1 / 5; min-width: 0; }
}
`;

// Colours that a script takes from its chart, `chart.fg_color` and `chart.bg_color`, as the page
// has them by day and by night: the service sends two that nothing else has in their place.

type Colour = string | null;
type Shape = { readonly color: Colour };
type Plot = Shape & { readonly second_color: Colour; readonly fill_color: Colour };
type DrawnObject = Shape & { readonly fill_color: Colour; readonly text_color: Colour };

type Parts = {
  readonly plots: readonly Plot[];
  readonly shapes: readonly Shape[];
  readonly levels: readonly Shape[];
  readonly bands: readonly Shape[];
  readonly objects: readonly DrawnObject[];
};

const FOREGROUND = '#010101';
const BACKGROUND = '#FEFEFE';

/** `rgb(…)` of the page, with the opacity that the script gave it. */
function withOpacity(colour: string, opacity: string): string {
  const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map(Number);
  const hex = [red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('');
  return `#${hex}${opacity}`;
}

/** Parts whose two colours of the chart are those of the page; opacity is retained. */
export function inPageColours<Of extends Parts>(
  parts: Of,
  { text, ground }: { readonly text: string; readonly ground: string },
): Of {
  const shown = (colour: Colour): Colour => {
    const base = colour?.slice(0, 7).toUpperCase();
    if (base !== FOREGROUND && base !== BACKGROUND) return colour;
    return withOpacity(base === FOREGROUND ? text : ground, colour?.slice(7) ?? '');
  };
  const changed = <Each extends Shape>(of: Each): Each => ({ ...of, color: shown(of.color) });
  return {
    ...parts,
    plots: parts.plots.map((plot) => ({
      ...changed(plot),
      second_color: shown(plot.second_color),
      fill_color: shown(plot.fill_color),
    })),
    shapes: parts.shapes.map(changed),
    levels: parts.levels.map(changed),
    bands: parts.bands.map(changed),
    objects: parts.objects.map((object) => ({
      ...changed(object),
      fill_color: shown(object.fill_color),
      text_color: shown(object.text_color),
    })),
  };
}

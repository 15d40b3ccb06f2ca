// Charts on paper: canvases have the width of the screen, so that a picture that fits the page
// stands in for them while it is printed.

/** Returns what takes it back. */
export function printWhole(draw: () => HTMLCanvasElement, element: HTMLElement): () => void {
  let picture: HTMLCanvasElement | null = null;
  const begin = (): void => {
    picture = draw();
    picture.className = 'chart-print';
    element.after(picture);
  };
  const end = (): void => {
    picture?.remove();
    picture = null;
  };
  addEventListener('beforeprint', begin);
  addEventListener('afterprint', end);
  return () => {
    end();
    removeEventListener('beforeprint', begin);
    removeEventListener('afterprint', end);
  };
}

// The number by which the browser knows the styles that our pages write as our own. The browser
// shows it to scripts alone, and to no style.

/** Empty where the sources are served without the service. */
export const NONCE =
  document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';

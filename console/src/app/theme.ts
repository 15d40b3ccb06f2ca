// Light, dark, or as the system has it; chosen for this browser.

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const NAME = 'tidemill-theme';

/** Theme of this browser; `system` unless one was chosen. */
export function savedTheme(): Theme {
  const saved = localStorage.getItem(NAME);
  return THEMES.find((theme) => theme === saved) ?? 'system';
}

/** Shows a theme and stores it for this browser. */
export function applyTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
  localStorage.setItem(NAME, theme);
  window.dispatchEvent(new Event('tidemill-theme'));
}

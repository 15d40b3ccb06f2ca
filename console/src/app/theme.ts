// Light, dark, or as the system has it; chosen for this browser.

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const NAME = 'tidemill-theme';

export function savedTheme(): Theme {
  const saved = localStorage.getItem(NAME);
  return THEMES.find((theme) => theme === saved) ?? 'system';
}

export function applyTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
  localStorage.setItem(NAME, theme);
  window.dispatchEvent(new Event('tidemill-theme'));
}

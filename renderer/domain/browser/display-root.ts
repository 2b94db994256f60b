export const THEMES = ['system', 'light', 'dark', 'contrast'] as const;
export const PALETTES = ['calm', 'classic'] as const;

export type ShownTheme = Exclude<(typeof THEMES)[number], 'system'>;

interface Display {
  theme: ShownTheme;
  palette: (typeof PALETTES)[number];
  hasGloves: boolean;
  /** CSS pixels per millimetre; undefined = not calibrated. */
  pxPerMm: number | undefined;
}

/** The media queries that determine the system's theme. */
export const THEME_QUERIES = { contrast: '(prefers-contrast: more)', dark: '(prefers-color-scheme: dark)' } as const;

/** The theme that the system prefers now. */
export function systemTheme(): ShownTheme {
  const isAsked = (query: string): boolean => window.matchMedia(query).matches;
  return isAsked(THEME_QUERIES.contrast) ? 'contrast' : isAsked(THEME_QUERIES.dark) ? 'dark' : 'light';
}

/** Sets the display settings on the root element, where the design tokens read them. */
export function showDisplay({ theme, palette, hasGloves, pxPerMm }: Display): void {
  const { dataset, style } = document.documentElement;
  dataset['theme'] = theme;
  dataset['palette'] = palette;
  dataset['glove'] = hasGloves ? 'on' : 'off';
  if (pxPerMm !== undefined) style.setProperty('--mm', `${pxPerMm}px`);
}

export function isOneOf<Value>(values: readonly Value[], value: unknown): value is Value {
  return values.some((each) => each === value);
}

import { isOneOf, PALETTES, showDisplay, systemTheme, THEMES } from './display-root.ts';

/**
 * Runs before anything is painted, and is small for that: what a person chose on this screen is on the root before the first picture. The page
 * itself reads the choices again, and checks them.
 */
function kept(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null');
  } catch {
    return null;
  }
}

const [theme, palette, pxPerMm] = [kept('strobe.theme'), kept('strobe.palette'), kept('strobe.pxPerMm')];
showDisplay({
  theme: isOneOf(THEMES, theme) && theme !== 'system' ? theme : systemTheme(),
  palette: isOneOf(PALETTES, palette) ? palette : 'calm',
  hasGloves: kept('strobe.gloves') === true,
  pxPerMm: typeof pxPerMm === 'number' ? pxPerMm : undefined,
});

// The router reads its places from here at once. Where there are none it runs into an error, and to say where, the browser reads the whole
// script of the page once more: half of what starting it takes.
try {
  sessionStorage['vue-router:scroll'] ??= '{}';
} catch {
  // A forbidden storage: the page starts later.
}

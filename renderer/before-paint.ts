import { isOneOf, PALETTES, showDisplay, systemTheme, THEMES } from './domain/browser/display-root.ts';

/**
 * Runs before the first paint and is small for that reason: it puts the display settings of this screen on the root element. The page
 * itself reads and checks the settings again.
 */
function saved(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null');
  } catch {
    return null;
  }
}

const [theme, palette, pxPerMm] = [saved('strobe.theme'), saved('strobe.palette'), saved('strobe.pxPerMm')];
showDisplay({
  theme: isOneOf(THEMES, theme) && theme !== 'system' ? theme : systemTheme(),
  palette: isOneOf(PALETTES, palette) ? palette : 'calm',
  hasGloves: saved('strobe.gloves') === true,
  pxPerMm: typeof pxPerMm === 'number' ? pxPerMm : undefined,
});

// The router reads its scroll positions from here. If there are none it throws an error internally, and the browser parses the whole script
// again to build the error's stack trace, which is half of the page's start time.
try {
  sessionStorage['vue-router:scroll'] ??= '{}';
} catch {
  // The storage is blocked: the page only starts more slowly.
}

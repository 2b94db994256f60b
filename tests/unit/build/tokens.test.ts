import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const TOKENS = 'renderer/styles/tokens.css';
/** Files that may use red: they show the state of a printer or its ink, or an alarm. */
const MAY_BE_CRITICAL =
  /^renderer\/(ui\/StatusBadge|panels\/printer\/InkGauges|panels\/monitor\/PrinterTile|plant\/lines\/PlantTile|panels\/line-stops\/LineStopState|panels\/alarms?\/[\w-]+)\.(vue|css)$/;

const NAMES =
  'aqua|beige|black|blue|brown|crimson|cyan|fuchsia|gold|gr[ae]y|green|indigo|ivory|lime|magenta|maroon|navy|olive|orange|orchid|pink|plum|' +
  'purple|red|salmon|silver|tan|teal|tomato|turquoise|violet|white|yellow';
const RAW_COLOUR = new RegExp(
  String.raw`#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(|(?<![\w-])(?:(?:light|dark|pale|medium)?(?:${NAMES}))(?![\w-])`,
  'i',
);
/** Physical sides of the screen, instead of the sides of the text that right-to-left languages need. */
const SIDE = /^(?:(?:margin|padding|border)-)?(?:left|right)(?:-|$)/;
/** JSON is left to right in every language, centring is independent of direction, and notices are on the side away from what was pressed. */
const HAS_SIDES = /^renderer\/(?:ui\/(?:JsonEditor|ToastArea)\.vue|styles\/dialogs\.css)$/;
const DECLARATION = /^\s*(--[\w-]+|[a-z-]+)\s*:\s*([^;{}]+);?\s*$/;
const COLOUR_ATTRIBUTE = /\s(?:fill|stroke|color|style)="([^"]*)"/g;

const tokens = new Set([...readFileSync(join(ROOT, TOKENS), 'utf8').matchAll(/^\s*(--[\w-]+):/gm)].map(([, name]) => name));

/** Style faults in a file of the page. */
function faultsIn(file: string, text: string): string[] {
  const styles = file.endsWith('.css') ? text : [...text.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, css]) => css).join('\n');
  const template = /<template>([\s\S]*)<\/template>/.exec(text)?.[1] ?? '';
  const declarations = styles.split('\n').flatMap((line) => {
    const found = DECLARATION.exec(line);
    return found ? [{ name: found[1] ?? '', value: found[2] ?? '' }] : [];
  });
  // Custom properties that a component's script sets.
  const measured = [...text.matchAll(/'(--[\w-]+)'/g)].map(([, name = '']) => name);
  const own = new Set([...declarations.map(({ name }) => name), ...measured]);
  const raw = [...declarations.map(({ value }) => value), ...[...template.matchAll(COLOUR_ATTRIBUTE)].map(([, value = '']) => value)]
    .filter((value) => RAW_COLOUR.test(value.replaceAll(/var\(--[\w-]+|url\([^)]*\)/g, '')))
    .map((value) => `a colour that is not a token: ${value}`);
  const unknown = [...`${styles}${template}`.matchAll(/var\((--[\w-]+)\)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !tokens.has(name) && !own.has(name) && !name.startsWith('--reka-'))
    .map((name) => `no such token: ${name}`);
  const critical = !MAY_BE_CRITICAL.test(file) && text.includes('--alarm-critical') ? ['red, but no alarm'] : [];
  const sides = declarations
    .filter(({ name, value }) => !HAS_SIDES.test(file) && (SIDE.test(name) || (name === 'text-align' && SIDE.test(value))))
    .map(({ name, value }) => `a side of the screen: ${name}: ${value}`);
  return [...raw, ...unknown, ...critical, ...sides];
}

describe('the looks of the page', () => {
  it('H3 are tokens everywhere, and red only where an alarm or the state of a printer is shown', () => {
    const files = globSync('renderer/**/*.{vue,css}', { cwd: ROOT }).map((file) => file.replaceAll('\\', '/'));
    const faults = files
      .filter((file) => file !== TOKENS)
      .flatMap((file) => faultsIn(file, readFileSync(join(ROOT, file), 'utf8')).map((fault) => `${file}: ${fault}`));
    expect([files.length > 80, faults]).toEqual([true, []]);
  });

  it.each([
    ['a hex colour', '  color: #c00;', 'a colour that is not a token: #c00'],
    ['a function', '  background: rgb(200 0 0 / 50%);', 'a colour that is not a token: rgb(200 0 0 / 50%)'],
    ['a name', '  border: 1px solid darkred;', 'a colour that is not a token: 1px solid darkred'],
    ['an unknown token', '  color: var(--txt);', 'no such token: --txt'],
    ['a side of the screen', '  margin-left: 4px;', 'a side of the screen: margin-left: 4px'],
    ['red outside of an alarm', '  color: var(--alarm-critical);', 'red, but no alarm'],
  ])('are refused with %s', (_case, css, fault) => {
    expect(faultsIn('renderer/panels/label/DeleteButton.vue', `<style scoped>\n${css}\n</style>`)).toEqual([fault]);
  });

  it('are refused with a colour in a drawing', () => {
    expect(faultsIn('renderer/ui/Mark.vue', '<template><rect fill="white" /></template>')).toEqual(['a colour that is not a token: white']);
  });

  it('may be red in an alarm', () => {
    expect(faultsIn('renderer/panels/alarm/AlarmRow.vue', '<style>\n  color: var(--alarm-critical);\n</style>')).toEqual([]);
  });
});

import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import type { PageWindowOptions } from './page-window.ts';

const CONTROLLER_PORT = 7311;
const HIGHEST_PORT = 65_535;

/** The parsed command line of the desktop app. */
export interface DesktopFlags {
  /** Undefined = the default folder for application data. */
  dataFolder: string | undefined;
  /** Addresses of controllers for this run. */
  controllers: string[];
  hasEmbedded: boolean;
  controllerPort: number;
  screenMode: PageWindowOptions['screenMode'];
}

/** Switches for the display that Chromium reads itself. All others are refused, above all remote debugging. */
const CHROMIUM_SWITCH =
  /^--(no-sandbox|disable-gpu|disable-features|enable-features|force-device-scale-factor|lang|ozone-platform(-hint)?|touch-events)(=|$)/;

/** All flags except `--help`. */
export const DESKTOP_OPTIONS = {
  data: { type: 'string' },
  controller: { type: 'string', multiple: true, default: [] },
  'no-embedded': { type: 'boolean', default: false },
  'controller-port': { type: 'string', default: String(CONTROLLER_PORT) },
  'full-screen': { type: 'boolean', default: false },
  kiosk: { type: 'boolean', default: false },
} as const satisfies ParseArgsOptionsConfig;

/** Parses the flags. Throws an error with a one-line message for the first invalid one. */
export function parseDesktopFlags(flags: string[]): DesktopFlags {
  const { values } = parseArgs({
    args: withoutSwitches(flags),
    options: DESKTOP_OPTIONS,
  });
  if (values.data === '') throw new Error('--data needs a folder.');
  for (const url of values.controller) checkAddress(url);
  return {
    dataFolder: values.data,
    controllers: values.controller,
    hasEmbedded: !values['no-embedded'],
    controllerPort: portOf(values['controller-port']),
    screenMode: values.kiosk ? 'kiosk' : values['full-screen'] ? 'full-screen' : 'window',
  };
}

/** Removes the switches that Chromium reads itself. */
export function withoutSwitches(flags: readonly string[]): string[] {
  return flags.filter((flag) => !CHROMIUM_SWITCH.test(flag));
}

/** The flags in `argv`: after the app's folder in a checkout, after the program when it is installed. */
export function flagsOf(argv: string[], isPackaged: boolean): string[] {
  if (isPackaged) return argv.slice(1);
  const app = argv.findIndex((argument, index) => index > 0 && !argument.startsWith('-'));
  return app < 0 ? [] : argv.slice(app + 1);
}

function checkAddress(url: string): void {
  const protocol = URL.parse(url)?.protocol;
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new Error(`--controller needs an address such as http://10.0.0.7:7311, not "${url}".`);
}

function portOf(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > HIGHEST_PORT)
    throw new Error(`--controller-port needs a number from 0 to ${HIGHEST_PORT}, not "${text}".`);
  return port;
}

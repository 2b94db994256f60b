import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { App } from 'electron';
import { writeTextFile } from './window-bounds.ts';

/** Whether the app starts when a person signs in to the computer. */
export interface StartWithSystem {
  isOn(): boolean;
  /** Throws what the disk throws. */
  set(isOn: boolean): void;
}

export interface StartOptions {
  /** Path of the installed program. */
  program: string;
  /** The flags of this start, which the later ones get too. */
  flags: readonly string[];
}

/** On Windows a login item; on Linux, where Electron has none, a file in the folder for programs that start with a session. */
export function startWithSystem(
  app: Pick<App, 'getLoginItemSettings' | 'setLoginItemSettings'>,
  options: StartOptions,
  platform: NodeJS.Platform = process.platform,
): StartWithSystem {
  return platform === 'linux' ? autostartFile(options) : loginItem(app, options);
}

function loginItem(app: Pick<App, 'getLoginItemSettings' | 'setLoginItemSettings'>, { program, flags }: StartOptions): StartWithSystem {
  const item = { path: program, args: flags.map((flag) => (/\s/.test(flag) ? `"${flag}"` : flag)) };
  return {
    isOn: () => app.getLoginItemSettings(item).openAtLogin,
    set: (isOn) => app.setLoginItemSettings({ ...item, openAtLogin: isOn }),
  };
}

/** `folder`: that of the autostart files (XDG Desktop Application Autostart). */
export function autostartFile({ program, flags }: StartOptions, folder = autostartFolder(process.env)): StartWithSystem {
  const file = join(folder, 'strobe.desktop');
  const text = desktopEntry([program, ...flags]);
  return {
    // A person may have switched it off with a program of the desktop, which keeps the file.
    isOn: () => existsSync(file) && !/^(Hidden=true|X-GNOME-Autostart-enabled=false)$/m.test(readFileSync(file, 'utf8')),
    set: (isOn) => {
      if (!isOn) return rmSync(file, { force: true });
      mkdirSync(dirname(file), { recursive: true });
      writeTextFile(file, text);
    },
  };
}

/** The folder of the account. A relative path in the variable is invalid and ignored, as the specification says. */
export function autostartFolder({ XDG_CONFIG_HOME: home }: NodeJS.ProcessEnv): string {
  return join(home?.startsWith('/') ? home : join(homedir(), '.config'), 'autostart');
}

function desktopEntry(command: readonly string[]): string {
  const lines = [
    'Type=Application',
    'Name=Strobe',
    `Exec=${command.map(quoted).join(' ')}`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
  ];
  return ['[Desktop Entry]', ...lines, ''].join('\n');
}

/**
 * An argument in the quoting of the key `Exec`. Backslashes are escaped twice: once for the quoting, and once because the value is a string. Throws for a
 * line break, which the file cannot hold.
 */
function quoted(argument: string): string {
  if (/[\n\r\0]/.test(argument)) throw new Error('The command line of the app contains a line break.');
  const inQuotes = argument.replaceAll(/["`$\\]/g, String.raw`\$&`).replaceAll('%', '%%');
  return `"${inQuotes.replaceAll('\\', '\\\\')}"`;
}

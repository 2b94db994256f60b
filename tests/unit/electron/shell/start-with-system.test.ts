import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { autostartFile, autostartFolder, startWithSystem } from '#shell/start-with-system.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

describe('the start with the system on Linux', () => {
  it('is a file of the account, written and removed', () => {
    const folder = join(temporaryFolder(), 'autostart');
    const start = autostartFile({ program: '/opt/Strobe/strobe', flags: ['--kiosk'] }, folder);
    const file = join(folder, 'strobe.desktop');
    const states = [start.isOn()];
    start.set(true);
    states.push(start.isOn());
    expect([readFileSync(file, 'utf8'), (statSync(file).mode & 0o777).toString(8)]).toEqual([
      '[Desktop Entry]\nType=Application\nName=Strobe\nExec="/opt/Strobe/strobe" "--kiosk"\nTerminal=false\nX-GNOME-Autostart-enabled=true\n',
      '600',
    ]);
    start.set(false);
    start.set(false);
    expect([...states, start.isOn(), existsSync(file)]).toEqual([false, true, false, false]);
  });

  it.each(['Hidden=true', 'X-GNOME-Autostart-enabled=false'])('is off when a program of the desktop has written %s', (line) => {
    const folder = temporaryFolder();
    const start = autostartFile({ program: '/opt/strobe', flags: [] }, folder);
    start.set(true);
    const file = join(folder, 'strobe.desktop');
    writeFileSync(file, `${readFileSync(file, 'utf8').replace('X-GNOME-Autostart-enabled=true\n', '')}${line}\n`);
    expect(start.isOn()).toBe(false);
  });

  it('quotes the command line so that no shell or launcher reads anything else', () => {
    const folder = temporaryFolder();
    const flags = ['--data', '/srv/a "b" $HOME `id` \\ %f'];
    autostartFile({ program: '/opt/My Apps/strobe', flags }, folder).set(true);
    const exec = /^Exec=(.*)$/m.exec(readFileSync(join(folder, 'strobe.desktop'), 'utf8'))?.[1] ?? '';
    // The value of a key is a string with its own escapes, and then quoted as for a shell; `%%` is a percent sign.
    const command = exec.replaceAll('\\\\', '\\').replaceAll('%%', '%');
    const { stdout } = spawnSync('sh', ['-c', `printf '%s\\n' ${command}`], { encoding: 'utf8' });
    expect(stdout.split('\n').slice(0, -1)).toEqual(['/opt/My Apps/strobe', ...flags]);
  });

  it('refuses a line break, which could add a key to the file', () => {
    expect(() => autostartFile({ program: '/opt/strobe', flags: ['a\nExec=b'] }, temporaryFolder())).toThrow('line break');
  });

  it.each([
    ['/home/op/.conf', '/home/op/.conf/autostart'],
    ['relative', join(homedir(), '.config/autostart')],
    [undefined, join(homedir(), '.config/autostart')],
  ])('is in the configuration folder of the account: %s', (home, folder) => {
    expect(autostartFolder({ ...(home !== undefined && { XDG_CONFIG_HOME: home }) })).toBe(folder);
  });
});

describe('the start with the system on Windows', () => {
  it('is a login item with the same flags', () => {
    const calls: unknown[] = [];
    const app = {
      getLoginItemSettings: (item: unknown) => {
        calls.push(item);
        return { openAtLogin: true } as Electron.LoginItemSettings;
      },
      setLoginItemSettings: (item: unknown) => void calls.push(item),
    };
    const start = startWithSystem(app, { program: 'C:\\Strobe\\strobe.exe', flags: ['--data', 'C:\\My Data'] }, 'win32');
    expect(start.isOn()).toBe(true);
    start.set(false);
    const item = { path: 'C:\\Strobe\\strobe.exe', args: ['--data', '"C:\\My Data"'] };
    expect(calls).toEqual([item, { ...item, openAtLogin: false }]);
  });
});

import { describe, expect, it, vi } from 'vitest';
import { ensureBrowser, type Installer } from '../../../build/scripts/ensure-browser.ts';
import { findChromium, findInstalledChromium, findTestBrowser, type Machine } from '../../../build/scripts/find-chromium.ts';

function machine(files: string[], rest: Partial<Machine> = {}): Machine {
  return { platform: 'linux', env: { PATH: '/opt/bin:/usr/bin' }, exists: (path) => files.includes(path), ...rest };
}

describe('an installed browser', () => {
  it('is found on the PATH, Chromium before Chrome before Edge', () => {
    const files = ['/usr/bin/microsoft-edge', '/opt/bin/google-chrome', '/usr/bin/chromium'];
    expect(findInstalledChromium(machine(files))).toBe('/usr/bin/chromium');
    expect(findInstalledChromium(machine(files.slice(0, 2)))).toBe('/opt/bin/google-chrome');
  });

  it('is found in its usual folder with an empty PATH', () => {
    expect(findInstalledChromium(machine(['/snap/bin/chromium'], { env: {} }))).toBe('/snap/bin/chromium');
  });

  it('is found on Windows', () => {
    const edge = 'C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe';
    const env = { 'PROGRAMFILES(X86)': 'C:/Program Files (x86)' };
    expect(findInstalledChromium(machine([edge], { platform: 'win32', env }))).toBe(edge);
  });

  it('is found on macOS', () => {
    const chrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
    expect(findInstalledChromium(machine([chrome], { platform: 'darwin' }))).toBe(chrome);
  });

  it('is the one that STROBE_CHROMIUM names', () => {
    const env = { STROBE_CHROMIUM: '/own/chrome', PATH: '/usr/bin' };
    expect(findInstalledChromium(machine(['/usr/bin/chromium', '/own/chrome'], { env }))).toBe('/own/chrome');
  });

  it('of tests is the one without windows, unless STROBE_CHROMIUM names another', async () => {
    const files = ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell', '/own/chrome'];
    expect(await findTestBrowser(machine(files))).toBe('/usr/bin/chromium-headless-shell');
    expect(await findTestBrowser(machine(files.slice(0, 1)))).toBe('/usr/bin/chromium');
    expect(await findTestBrowser(machine(files, { env: { STROBE_CHROMIUM: '/own/chrome', PATH: '/usr/bin' } }))).toBe('/own/chrome');
  });

  it('is undefined if there is none, not even one of Playwright', async () => {
    expect(await findChromium(machine([]))).toBeUndefined();
  });
});

describe('ensuring a browser', () => {
  const installer = (rest: Partial<Installer>): Installer => ({
    find: () => Promise.resolve(undefined),
    canInstall: () => true,
    run: () => true,
    say: () => undefined,
    ...rest,
  });

  it('installs nothing when one is found', async () => {
    const run = vi.fn(() => true);
    expect(await ensureBrowser(installer({ find: () => Promise.resolve('/usr/bin/chromium'), run }))).toBe('/usr/bin/chromium');
    expect(run).not.toHaveBeenCalled();
  });

  it('installs Debian’s packages where possible', async () => {
    const commands: string[] = [];
    const run = (command: string, parameters: string[]) => commands.push([command, ...parameters].join(' ')) > 0;
    const find = () => Promise.resolve(commands.length > 1 ? '/usr/bin/chromium' : undefined);
    expect(await ensureBrowser(installer({ find, run }))).toBe('/usr/bin/chromium');
    expect(commands).toEqual([
      'apt-get update',
      'apt-get install -y --no-install-recommends chromium',
      'apt-get install -y --no-install-recommends chromium-headless-shell',
    ]);
  });

  it('says what to install if it may not install itself', async () => {
    await expect(ensureBrowser(installer({ canInstall: () => false }))).rejects.toThrow(/^No browser was found: install Chromium/);
  });

  it('reports a failed installation', async () => {
    await expect(ensureBrowser(installer({ run: () => false }))).rejects.toThrow(/could not be installed/);
  });
});

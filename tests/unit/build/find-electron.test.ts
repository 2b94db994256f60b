import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findElectron } from '../../../build/scripts/find-electron.ts';
import { hasDisplay, obtainElectron } from '../../../build/scripts/obtain-electron.ts';

describe('Electron', () => {
  let packageFolder = '';
  const put = (...path: string[]): string => {
    const file = join(packageFolder, ...path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'electron');
    return file;
  };
  beforeEach(() => (packageFolder = mkdtempSync(join(tmpdir(), 'strobe-electron-'))));
  afterEach(() => rmSync(packageFolder, { recursive: true }));

  it('is not found in a package that was never downloaded', () => {
    expect(findElectron({ env: {}, packageFolder })).toBeUndefined();
  });

  it('is found where the package downloaded it', () => {
    const binary = put('dist', 'electron');
    put('path.txt');
    expect(findElectron({ env: {}, packageFolder })).toBe(binary);
  });

  it('is found in the folder named by ELECTRON_OVERRIDE_DIST_PATH', () => {
    const binary = put('mirror', 'electron');
    expect(findElectron({ env: { ELECTRON_OVERRIDE_DIST_PATH: join(packageFolder, 'mirror') }, packageFolder })).toBe(binary);
  });

  it('is not downloaded where no window could be opened', () => {
    const download = vi.fn();
    const obtained = obtainElectron({ find: () => '/electron', hasDisplay: false, download });
    expect([obtained, download.mock.calls]).toEqual([{ missing: 'there is no display' }, []]);
  });

  it('is downloaded once if it is missing, and reported as missing if that fails', () => {
    const download = vi.fn();
    const obtained = obtainElectron({ find: () => undefined, hasDisplay: true, download });
    expect([obtained, download.mock.calls.length]).toEqual([{ missing: 'its binary is not installed and could not be downloaded' }, 1]);
  });

  it('is found after a successful download', () => {
    let binary: string | undefined;
    expect(obtainElectron({ find: () => binary, hasDisplay: true, download: () => (binary = '/electron') })).toEqual({ path: '/electron' });
  });
});

describe('a display', () => {
  it('exists on Windows, on macOS, and with X or Wayland', () => {
    const answers = [
      hasDisplay('win32', {}),
      hasDisplay('darwin', {}),
      hasDisplay('linux', { DISPLAY: ':0' }),
      hasDisplay('linux', { WAYLAND_DISPLAY: 'wayland-0' }),
      hasDisplay('linux', { DISPLAY: '' }),
    ];
    expect(answers).toEqual([true, true, true, true, false]);
  });
});

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openPageWindow, type PageWindowOptions } from '#shell/page-window.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

const opened = vi.hoisted(() => ({ options: {} as Record<string, unknown>, listened: [] as string[] }));

vi.mock('electron', () => ({
  screen: { getAllDisplays: () => [] },
  BrowserWindow: class {
    webContents = { on: () => undefined, setWindowOpenHandler: () => undefined };
    constructor(options: Record<string, unknown>) {
      opened.options = options;
    }
    on(event: string): void {
      opened.listened.push(event);
    }
    once(): void {}
    loadURL(): Promise<void> {
      return Promise.resolve();
    }
  },
}));

function open(screenMode: PageWindowOptions['screenMode']): void {
  openPageWindow({ preload: 'preload.cjs', boundsFolder: temporaryFolder(), screenMode, hasDevTools: false, openLink: () => undefined });
}

describe('the window', () => {
  beforeEach(() => {
    opened.listened.length = 0;
  });

  it('H30 fills the screen in kiosk mode, without window controls or saved bounds', () => {
    open('kiosk');
    expect(opened.options).toMatchObject({ kiosk: true, fullscreen: false, autoHideMenuBar: true });
    expect(opened.listened).toEqual([]);
  });

  it('fills the screen on request', () => {
    open('full-screen');
    expect(opened.options).toMatchObject({ kiosk: false, fullscreen: true });
  });

  it('is a window with saved bounds by default', () => {
    open('window');
    expect(opened.options).toMatchObject({ kiosk: false, fullscreen: false });
    expect(opened.listened).toEqual(['move', 'resize', 'close']);
  });
});

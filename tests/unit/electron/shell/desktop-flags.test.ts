import { describe, expect, it } from 'vitest';
import { DESKTOP_OPTIONS, flagsOf, parseDesktopFlags } from '#shell/desktop-flags.ts';
import { DESKTOP_HELP } from '#shell/desktop-help.ts';

describe('the flags of the desktop app', () => {
  it('are optional', () => {
    expect(parseDesktopFlags([])).toEqual({
      dataFolder: undefined,
      controllers: [],
      hasEmbedded: true,
      controllerPort: 7311,
      screenMode: 'window',
    });
  });

  it('set the data folder, the controllers and the screen mode', () => {
    const flags = [
      '--data',
      '/d',
      '--controller=http://a',
      '--controller',
      'https://b',
      '--no-embedded',
      '--controller-port=0',
      '--full-screen',
      '--kiosk',
    ];
    expect(parseDesktopFlags(flags)).toEqual({
      dataFolder: '/d',
      controllers: ['http://a', 'https://b'],
      hasEmbedded: false,
      controllerPort: 0,
      screenMode: 'kiosk',
    });
  });

  it('are all in --help', () => {
    const told = [...DESKTOP_HELP.matchAll(/^ {2}--([\w-]+)/gm)].map(([, flag]) => flag);
    expect(told).toEqual([...Object.keys(DESKTOP_OPTIONS), 'help']);
  });

  it('allow Chromium’s switches for the screen', () => {
    expect(parseDesktopFlags(['--force-device-scale-factor=2', '--no-sandbox', '--full-screen']).screenMode).toBe('full-screen');
  });

  it.each([
    ['--remote-debugging-port=9222'],
    ['--inspect'],
    ['--load-extension=/x'],
    ['--controller', 'file:///etc'],
    ['--controller-port', '70000'],
    ['--controller-port', 'x'],
    ['--data='],
    ['app://evil'],
  ])('G6 G7 are refused: %s', (...flags) => {
    expect(() => parseDesktopFlags(flags)).toThrow();
  });

  it("follow the program when it is installed, and the app's folder in a checkout", () => {
    expect([
      flagsOf(['/opt/strobe', '--kiosk'], true),
      flagsOf(['electron', '--inspect=0', '.', '--kiosk'], false),
      flagsOf(['electron'], false),
    ]).toEqual([['--kiosk'], ['--kiosk'], []]);
  });
});

import { describe, expect, it } from 'vitest';
import { sortFlags } from '../../../build/scripts/start-flags.ts';

describe('the flags of npm start', () => {
  it('have defaults', () => {
    expect(sortFlags([])).toEqual({
      station: ['--data', 'data', '--port', '7310', '--controller-port', '7311'],
      desktop: ['--data', 'data', '--controller-port', '7311'],
      browser: [],
      dataFolder: 'data',
    });
  });

  it('are passed through and override the defaults', () => {
    const flags = ['--data', '/var/strobe', '--port=0', '--controller-port', '0', '--controller', 'http://10.0.0.7:7311'];
    expect(sortFlags(flags)).toEqual({
      station: flags,
      desktop: ['--data', '/var/strobe', '--controller-port', '0', '--controller', 'http://10.0.0.7:7311'],
      browser: [],
      dataFolder: '/var/strobe',
    });
  });

  it('about the window go to the program with the window', () => {
    const { station, desktop, browser } = sortFlags(['--full-screen', '--kiosk']);
    expect([station.includes('--kiosk'), desktop.slice(-2), browser]).toEqual([
      false,
      ['--full-screen', '--kiosk'],
      ['--start-fullscreen', '--kiosk'],
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { InstalledCommandError, readCommand } from '#service/installed-command.ts';

describe('the command of the installed package', () => {
  it('gives the programs the data folders of the package', () => {
    expect(['controller', 'station', 'plant'].map((word) => readCommand([word, '--port', '7']))).toEqual([
      { kind: 'program', program: 'controller', args: ['--port', '7', '--data', '/var/lib/strobe/controller'], isOnData: false },
      { kind: 'program', program: 'station', args: ['--port', '7', '--data', '/var/lib/strobe'], isOnData: false },
      { kind: 'program', program: 'plant', args: ['--port', '7'], isOnData: false },
    ]);
  });

  it('keeps the data folder that a person names', () => {
    for (const data of [['--data', '/srv/line'], ['--data=/srv/line']])
      expect(readCommand(['keys', 'list', ...data])).toEqual({
        kind: 'program',
        program: 'controller',
        args: ['keys', 'list', ...data],
        isOnData: true,
      });
  });

  it('works on the data of the controller for keys, backups and restores', () => {
    expect(readCommand(['restore', '/media/stick/monday.strobe-backup'])).toEqual({
      kind: 'program',
      program: 'controller',
      args: ['restore', '/media/stick/monday.strobe-backup', '--data', '/var/lib/strobe/controller'],
      isOnData: true,
    });
  });

  it('asks no data folder for a help text or an audit log', () => {
    expect([readCommand(['controller', '--help']), readCommand(['audit', 'verify', 'log.jsonl'])]).toEqual([
      { kind: 'program', program: 'controller', args: ['--help'], isOnData: false },
      { kind: 'program', program: 'controller', args: ['audit', 'verify', 'log.jsonl'], isOnData: false },
    ]);
  });

  it('passes flags on to the browser of the kiosk', () => {
    expect(readCommand(['kiosk', '--browser-flag=--disable-gpu', '--profile', '/p'])).toEqual({
      ...{ kind: 'kiosk', startFile: '/run/strobe/open-strobe.html', browser: undefined, profile: '/p', flags: ['--disable-gpu'] },
    });
  });

  it('names what it does not know', () => {
    expect(readCommand(['prnt'])).toEqual({ kind: 'unknown', word: 'prnt' });
    expect(() => readCommand(['kiosk', '--brwser', 'x'])).toThrow(InstalledCommandError);
  });

  it('explains itself without a word', () => {
    expect([[], ['help'], ['--help']].map((words) => readCommand(words))).toEqual(Array.from({ length: 3 }, () => ({ kind: 'help' })));
  });
});

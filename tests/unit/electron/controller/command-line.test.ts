import { describe, expect, it } from 'vitest';
import { CommandLineError, parseCommandLine } from '#controller/command-line.ts';

const parse = (...args: string[]) => parseCommandLine(args, {});

function refusal(...args: string[]): string {
  try {
    parse(...args);
  } catch (error) {
    if (error instanceof CommandLineError) return error.message;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('the command line of the controller', () => {
  it('needs a data folder only', () => {
    expect(parse('--data', 'here')).toEqual({
      dataFolder: 'here',
      port: 7311,
      host: '127.0.0.1',
      virtualPrinters: undefined,
      isEmpty: false,
      isSafeMode: false,
      samplesFolder: undefined,
      logLevel: 'warn',
      hasLogFile: false,
    });
  });

  it('understands every flag', () => {
    const flags = '--data=d --port=0 --host=::1 --virtual-printers=3 --empty --safe-mode --samples=s --log-level=debug --log-file';
    expect(parse(...flags.split(' '))).toEqual({
      dataFolder: 'd',
      port: 0,
      host: '::1',
      virtualPrinters: 3,
      isEmpty: true,
      isSafeMode: true,
      samplesFolder: 's',
      logLevel: 'debug',
      hasLogFile: true,
    });
  });

  it('takes samples and log level from the environment', () => {
    const { samplesFolder, logLevel } = parseCommandLine(['--data', 'd'], { STROBE_SAMPLES: 's', STROBE_LOG_LEVEL: 'info' });
    expect({ samplesFolder, logLevel }).toEqual({ samplesFolder: 's', logLevel: 'info' });
  });

  it.each([
    [[], /--data DIR is required/],
    [['--data'], /--data/],
    [['--data', 'd', '--prot', '1'], /--prot/],
    [['--data', 'd', 'extra'], /extra/],
    [['--data', 'd', '--port', '70000'], /--port must be a whole number from 0 to 65535/],
    [['--data', 'd', '--port', '1e3'], /--port/],
    [['--data', 'd', '--port=-1'], /--port/],
    [['--data', 'd', '--virtual-printers', '65'], /--virtual-printers/],
    [['--data', 'd', '--log-level', 'loud'], /--log-level/],
  ])('refuses %j in one line', (args, expected) => {
    const message = refusal(...args);
    expect(message).toMatch(expected);
    expect(message).not.toContain('\n');
  });

  it.each(['0.0.0.0', '::', '192.168.1.5', 'printer.example', '127.0.0.1.evil.example', ''])('E27 refuses to listen on "%s"', (host) => {
    expect(refusal('--data', 'd', '--host', host)).toBe('Strobe listens on loopback only until API keys are set up');
  });
});

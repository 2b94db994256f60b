import { describe, expect, it } from 'vitest';
import { CommandLineError, parseCommandLine } from '#controller/process/command-line.ts';

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
  it('requires only a data folder', () => {
    expect(parse('--data', 'here')).toEqual({
      dataFolder: 'here',
      isDataRequired: false,
      port: 7311,
      host: '127.0.0.1',
      isLoopback: true,
      publicNames: [],
      tls: undefined,
      isInsecureWithoutKeys: false,
      virtualPrinters: undefined,
      isEmpty: false,
      isSafeMode: false,
      samplesFolder: undefined,
      logLevel: 'warn',
      requestsPerSecond: undefined,
      text: undefined,
      textUnauthenticated: undefined,
      hasLogFile: false,
      isAttaching: false,
    });
  });

  it('understands every flag', () => {
    const flags = '--data=d --port=0 --host=::1 --virtual-printers=3 --empty --safe-mode --samples=s --log-level=debug --log-file --attach';
    const others = '--tls-cert=c --tls-key=k --public-name=Line-7.example --public-name=proxy.example:443 --insecure-without-keys';
    const more = '--requests-per-second=9 --text-port=10001 --text-host=localhost';
    const plain = '--text-unauthenticated-port=10002 --text-unauthenticated-host=10.1.2.1 --text-unauthenticated-allow=10.1.2.0/24';
    expect(parse(...`${flags} ${others} ${more} ${plain}`.split(' '))).toEqual({
      dataFolder: 'd',
      isDataRequired: false,
      port: 0,
      host: '::1',
      isLoopback: true,
      publicNames: ['line-7.example', 'proxy.example:443'],
      tls: { cert: 'c', key: 'k' },
      isInsecureWithoutKeys: true,
      virtualPrinters: 3,
      isEmpty: true,
      isSafeMode: true,
      samplesFolder: 's',
      logLevel: 'debug',
      requestsPerSecond: 9,
      text: { host: 'localhost', port: 10_001, isLoopback: true },
      textUnauthenticated: { host: '10.1.2.1', port: 10_002, allowed: expect.objectContaining({ ranges: ['10.1.2.0/24'] }) as unknown },
      hasLogFile: true,
      isAttaching: true,
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
    [['--data', 'd', '--host', ''], /--host must be an address or a name/],
    [['--data', 'd', '--tls-cert', 'c'], /must be given together/],
    [['--data', 'd', '--tls-key', 'k'], /must be given together/],
    [['--data', 'd', '--public-name', 'http://printer'], /--public-name must be a name/],
    [['--data', 'd', '--public-name', '*.plant.example'], /--public-name must be a name/],
    [['--data', 'd', '--requests-per-second', '0'], /--requests-per-second must be a whole number from 1 to 1000000/],
    [['--data', 'd', '--text-port', '-1'], /--text-port/],
  ])('refuses %j in one line', (args, expected) => {
    const message = refusal(...args);
    expect(message).toMatch(expected);
    expect(message).not.toContain('\n');
  });

  it.each(['0.0.0.0', '::', '192.168.1.5', 'printer.example', '127.0.0.1.evil.example'])(
    'E27 refuses to listen on "%s" without encryption',
    (host) => {
      expect(refusal('--data', 'd', '--host', host)).toMatch(/^other computers can reach .* add --tls-cert FILE and --tls-key FILE/);
      const tls = ['--tls-cert', 'c', '--tls-key', 'k'];
      expect(parse('--data', 'd', '--host', host, ...tls)).toMatchObject({ host, isLoopback: false, isInsecureWithoutKeys: false });
      expect(parse('--data', 'd', '--host', host, '--insecure-without-tls')).toMatchObject({ host, tls: undefined });
    },
  );

  it.each(['0.0.0.0', '::', '192.168.1.5'])('E27 speaks the text protocol on "%s" with encryption only', (host) => {
    const text = ['--text-port', '10001', '--text-host', host];
    for (const more of [[], ['--insecure-without-tls'], ['--insecure-without-keys']]) {
      expect(refusal('--data', 'd', ...text, ...more)).toMatch(/without encryption their keys can be read/);
    }
    expect(parse('--data', 'd', ...text, '--tls-cert', 'c', '--tls-key', 'k')).toMatchObject({
      text: { host, port: 10_001, isLoopback: false },
    });
  });

  it('E27 speaks the text protocol without keys to listed addresses only', () => {
    const [port, host] = [
      ['--text-unauthenticated-port', '10002'],
      ['--text-unauthenticated-host', '0.0.0.0'],
    ] as const;
    const allow = (range: string) => ['--text-unauthenticated-allow', range];
    for (const given of [[...port], [...host], [...port, ...host], [...port, ...allow('10.1.2.3')], allow('10.1.2.3')]) {
      expect(refusal('--data', 'd', ...given)).toMatch(/must be given together/);
    }
    for (const range of ['0.0.0.0/0', '::/0', 'plc', '10.1.2.3/40']) {
      expect(refusal('--data', 'd', ...port, ...host, ...allow(range))).toMatch(/^--text-unauthenticated-allow: "/);
    }
    const { textUnauthenticated } = parse('--data', 'd', ...port, ...host, ...allow('10.1.2.3'), ...allow('10.2.0.0/16'));
    expect(textUnauthenticated?.allowed.ranges).toEqual(['10.1.2.3', '10.2.0.0/16']);
  });
});

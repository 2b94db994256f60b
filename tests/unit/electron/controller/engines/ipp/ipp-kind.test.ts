import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { printerConfigurationSchema } from '#contract/api-v3/printer-configuration.ts';
import type { ConfigurationWith } from '#controller/engines/engine-kind.ts';
import { ippKind } from '#controller/engines/ipp/ipp-kind.ts';
import { engineDeps } from '#support/engine-rig.ts';
import { FakeIppPrinter } from '#support/fake-ipp-printer.ts';

function configure(engine: object, over: object = {}): ConfigurationWith<'ipp'> {
  const configuration = printerConfigurationSchema.parse({
    engine: { kind: 'ipp', ...engine },
    ...{ dpi: 300, physicalWidth: 100, height: 50, ...over },
  });
  return configuration as ConfigurationWith<'ipp'>;
}

describe('a test of an IPP printer', () => {
  it('says what it is, and what is wrong with the configuration', async () => {
    const printer = await FakeIppPrinter.start();
    printer.reasons = ['media-low-warning'];
    const test = await ippKind.test(configure({ url: printer.url, media: 'na_index-4x6_4x6in' }, { dpi: 600 }), engineDeps());
    expect(test).toEqual({
      reachable: true,
      identity: { model: 'Fake 1', serial: 'urn:uuid:1' },
      ...{ state: 'ERROR', proof: 'id' },
      errors: [
        'The printer does not print 600 x 600 dpi. It prints 300 x 300.',
        'The printer has no media "na_index-4x6_4x6in".',
        'The media is low.',
      ],
      configurationErrors: [
        { pointer: '/dpi', detail: 'The printer does not print 600 x 600 dpi. It prints 300 x 300.' },
        { pointer: '/engine/media', detail: 'The printer has no media "na_index-4x6_4x6in".' },
      ],
    });
    expect(printer.requests).toEqual(['printer']);
  });

  it('names the side of the print area that is larger than every media', async () => {
    const printer = await FakeIppPrinter.start();
    const testOf = (over: object) => ippKind.test(configure({ url: printer.url }, over), engineDeps());
    const wide = 'The print area (physicalWidth) is 150 mm wide, but the media of the printer has 105 mm at most.';
    expect(await testOf({ physicalWidth: 150 })).toMatchObject({
      state: 'ERROR',
      errors: [wide],
      configurationErrors: [{ pointer: '/physicalWidth', detail: wide }],
    });
    expect(await testOf({ height: 150 })).toMatchObject({ configurationErrors: [{ pointer: '/height' }] });
    expect(await testOf({ physicalWidth: 148, height: 105, rotation: 'CW90' })).not.toHaveProperty('configurationErrors');
    printer.media = ['na_index-4x6_4x6in', 'auto'];
    expect(await testOf({ physicalWidth: 101.6, height: 152.4 })).not.toHaveProperty('configurationErrors');
  });

  it('D12 names the field of a password that is missing or wrong, and is answered with the right one', async () => {
    const printer = await FakeIppPrinter.start();
    printer.credentials = 'line:secret: ä';
    const testOf = (engine: object) => ippKind.test(configure({ url: printer.url, ...engine }), engineDeps());
    const refused = { reachable: false, configurationErrors: [{ pointer: '/engine/password' }] };
    expect(await testOf({})).toMatchObject(refused);
    expect(await testOf({ user: 'line', password: 'wrong' })).toMatchObject(refused);
    expect(await testOf({ user: 'line', password: 'secret: ä' })).toMatchObject({ reachable: true, errors: [] });
  });

  it('is refused if the password would travel without encryption', async () => {
    const url = 'ipp://192.168.0.41/ipp/print';
    await expect(ippKind.test(configure({ url, password: 'secret' }), engineDeps())).rejects.toMatchObject({ pointer: '/engine/password' });
  });

  it('says that another device than the expected one answers', async () => {
    const printer = await FakeIppPrinter.start();
    const expected = { model: 'Fake 1', serial: 'urn:uuid:7' };
    const { errors } = await ippKind.test(configure({ url: printer.url }), engineDeps({ expected }));
    expect(errors[0]).toContain('Fake 1 urn:uuid:1 instead of Fake 1 urn:uuid:7');
  });

  it('D12 says why there is no printer', async () => {
    const server = createServer((socket) => socket.end('220 mail\r\n'));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void server.close());
    const url = `ipp://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    expect(await ippKind.test(configure({ url }), engineDeps())).toMatchObject({
      reachable: false,
      reason: expect.stringContaining('Parse Error'),
    });
    expect(await ippKind.test(configure({ url: 'ipp://127.0.0.1:1/' }), engineDeps())).toMatchObject({
      reachable: false,
      reason: expect.stringContaining('ECONNREFUSED'),
    });
  });
});

import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { printerConfigurationSchema } from '#contract/api-v3/printer-configuration.ts';
import { bitmapRows } from '#controller/engines/bitmap-rows.ts';
import type { ConfigurationWith } from '#controller/engines/engine-kind.ts';
import { rawKind } from '#controller/engines/raw/raw-kind.ts';
import { aPicture, aPrint, engineDeps, followEngine } from '#support/engine-rig.ts';
import { tcpDevice, udpDevice } from '#support/fake-raw-device.ts';
import { untilHolds } from '#support/until-holds.ts';
import { worded } from '#support/worded.ts';

function configure(engine: object, over: object = {}): ConfigurationWith<'raw'> {
  const configuration = printerConfigurationSchema.parse({
    engine: { kind: 'raw', host: '127.0.0.1', port: 9, ...engine },
    ...{ dpi: 300, physicalWidth: 100, height: 50, ...over },
  });
  return configuration as ConfigurationWith<'raw'>;
}

async function startEngine(engine: object) {
  const deps = engineDeps();
  const raw = rawKind.make(configure(engine), deps);
  const facts = followEngine(raw);
  await raw.start();
  await untilHolds(() => expect(raw.condition().state).toBe('STARTED'));
  return { raw, facts, frames: deps.frames };
}

const PICTURE = aPicture();
const ROWS = bitmapRows(PICTURE);

describe('the raw engine', () => {
  it('sends the rows of the picture, and only hands over', async () => {
    const device = await tcpDevice();
    const { raw, facts, frames } = await startEngine({ port: device.port });
    frames.record(true);
    expect(raw.traits.proof).toBe('none');
    await raw.send(aPrint(1, { bitmap: PICTURE }));
    await untilHolds(() => expect(device.received().equals(ROWS)).toBe(true));
    expect(facts).toEqual(['INITIALIZING', 'STARTING', 'STARTED']);
    expect(frames.list()).toMatchObject([{ direction: 'sent', length: ROWS.length }]);
    expect(await raw.abort()).toEqual([]);
  });

  it('fills in the placeholders of a template', async () => {
    const device = await tcpDevice();
    const template = '{stx}P{id};{width}x{height};{bytesPerRow};{rowsHex};{other}{etx}{cr}{lf}';
    const { raw } = await startEngine({ port: device.port, format: 'template', template });
    await raw.send(aPrint(7, { bitmap: PICTURE }));
    const expected = `\u0002P7;203x41;26;${ROWS.toString('hex').toUpperCase()};{other}\u0003\r\n`;
    await untilHolds(() => expect(device.received().toString('latin1')).toBe(expected));
  });

  it('sends the bytes of the picture inside of a text', async () => {
    const device = await tcpDevice();
    const { raw } = await startEngine({ port: device.port, format: 'template', template: '<{rows}>' });
    await raw.send(aPrint(7, { bitmap: PICTURE }));
    const expected = Buffer.concat([Buffer.from('<'), ROWS, Buffer.from('>')]);
    await untilHolds(() => expect(device.received().equals(expected)).toBe(true));
  });

  it('confirms each print by the acknowledgement of the device, one at a time', async () => {
    const device = await tcpDevice();
    const { raw, facts } = await startEngine({ port: device.port, acknowledge: 'OK\\r' });
    expect(raw).toMatchObject({ depth: 1, traits: { proof: 'ack' } });
    for (const id of [1, 2, 3]) {
      await raw.send(aPrint(id));
      await expect(raw.send(aPrint(id + 100))).rejects.toMatchObject({ refusal: 'buffer-full' });
      device.say('O');
      device.say('K\r');
      await untilHolds(() => expect(facts).toContain(`printed ${id}`));
    }
    device.say('OK\r');
    await raw.send(aPrint(4));
    expect(facts.filter((fact) => fact.startsWith('printed'))).toEqual(['printed 1', 'printed 2', 'printed 3']);
  });

  it('D1 leaves a print open whose acknowledgement is lost with the connection, and goes on', async () => {
    const device = await tcpDevice();
    const { raw, facts } = await startEngine({ port: device.port, acknowledge: 'OK' });
    await raw.send(aPrint(1));
    device.disconnect();
    await untilHolds(() => expect(facts.join()).toContain('unresolved 1: not acknowledged: '));
    await expect(raw.send(aPrint(2))).rejects.toMatchObject({ refusal: 'cannot-print' });
    await untilHolds(() => expect(worded(raw.condition())).toMatchObject({ state: 'STARTED', errors: [] }));
    await raw.send(aPrint(2));
    device.say('OK');
    await untilHolds(() => expect(facts).toContain('printed 2'));
    expect(facts).not.toContain('printed 1');
  });

  it('D15 resets the connection at an abort, so that nothing that was sent arrives later', async () => {
    const ends: string[] = [];
    const server = createServer((socket) =>
      socket
        .on('end', () => ends.push('end'))
        .on('error', ({ message }) => ends.push(message))
        .resume(),
    );
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void server.close());
    const { raw } = await startEngine({ port: (server.address() as AddressInfo).port, acknowledge: 'OK' });
    await raw.send(aPrint(1));
    await expect(raw.abort()).rejects.toThrow('may still make it');
    await untilHolds(() => expect(ends).toEqual(['read ECONNRESET']));
  });

  it('D15 says that an abort cannot drop a print, and takes no late acknowledgement for the next one', async () => {
    const device = await tcpDevice();
    const { raw, facts } = await startEngine({ port: device.port, acknowledge: 'OK' });
    await raw.send(aPrint(1));
    await expect(raw.abort()).rejects.toThrow('may still make it');
    device.say('OK');
    await untilHolds(() => expect(raw.condition().state).toBe('STARTED'));
    await raw.send(aPrint(2));
    expect(facts.join()).not.toContain('printed');
  });

  it('D1 says why a device that is off is not connected', async () => {
    const raw = rawKind.make(configure({ port: 1 }), engineDeps());
    const facts = followEngine(raw);
    await raw.start();
    await untilHolds(() => expect(worded(raw.condition()).errors.join()).toContain('ECONNREFUSED'));
    await expect(raw.send(aPrint(1))).rejects.toMatchObject({ refusal: 'cannot-print' });
    await raw.stop();
    expect(facts).toEqual(['INITIALIZING', 'ERROR', 'STOPPED']);
  });

  it('sends one packet for each print over UDP, and takes acknowledgements', async () => {
    const device = await udpDevice();
    const { raw, facts } = await startEngine({ protocol: 'udp', port: device.port, acknowledge: 'OK' });
    await raw.send(aPrint(1, { bitmap: PICTURE }));
    await untilHolds(() => expect(device.received().equals(ROWS)).toBe(true));
    device.say('OK');
    await untilHolds(() => expect(facts).toContain('printed 1'));
    await expect(raw.send(aPrint(2, { bitmap: aPicture(2_000, 400) }))).rejects.toMatchObject({ refusal: 'cannot-print' });
  });

  it('D8 goes on after a pattern that takes too long', async () => {
    const device = await tcpDevice();
    const { raw, facts } = await startEngine({ port: device.port, acknowledge: '(a+)+b' });
    await raw.send(aPrint(1));
    device.say('a'.repeat(300));
    await untilHolds(() =>
      expect(facts.join()).toContain('unresolved 1: not acknowledged: the pattern of the acknowledgement takes too long'),
    );
    await untilHolds(() => expect(raw.condition().state).toBe('STARTED'));
  });

  it.each([
    ['/engine/acknowledge', { acknowledge: '(' }],
    ['/engine/acknowledge', { acknowledge: 'a*' }],
    ['/engine/template', { format: 'template' }],
    ['/engine/template', { format: 'template', template: 'no place' }],
    ['/engine/template', { template: '{rows}' }],
  ])('refuses a configuration that cannot work and names the field %s: %o', async (pointer, engine) => {
    expect(() => rawKind.make(configure(engine), engineDeps())).toThrow(expect.objectContaining({ name: 'EngineConfigError', pointer }));
    await expect(rawKind.test(configure(engine), engineDeps())).rejects.toMatchObject({ name: 'EngineConfigError', pointer });
  });

  it('refuses four inks', () => {
    expect(() => rawKind.make(configure({}, { color: 'CMYK' }), engineDeps())).toThrow(expect.objectContaining({ pointer: '/color' }));
  });

  it('is tested without a print', async () => {
    const device = await tcpDevice();
    expect(await rawKind.test(configure({ port: device.port }), engineDeps())).toMatchObject({
      reachable: true,
      proof: 'none',
      errors: [],
    });
    expect(await rawKind.test(configure({ port: 1 }), engineDeps())).toMatchObject({
      reachable: false,
      reason: expect.stringContaining('ECONNREFUSED'),
    });
    const udp = await rawKind.test(configure({ protocol: 'udp', acknowledge: 'x' }), engineDeps());
    expect(udp).toMatchObject({ reachable: true, proof: 'ack', errors: ['Over UDP it is not known whether the device is there.'] });
    expect(device.received()).toHaveLength(0);
  });
});

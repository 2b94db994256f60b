import { describe, expect, it } from 'vitest';
import { ModbusClient, ModbusException } from '#controller/engines/connection/modbus/modbus-client.ts';
import { encodeModbus, frameModbus, type ModbusMessage } from '#controller/engines/connection/modbus/modbus-frames.ts';
import type { Question } from '#controller/engines/connection/device-connection.ts';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');

/** A connection whose device gives these bodies as answers, one for each question. */
function answering(...bodies: string[]) {
  const asked: string[] = [];
  const ask = async <Answer>({ bytes, read }: Question<ModbusMessage, Answer>): Promise<Answer> => {
    asked.push(Buffer.from(bytes).toString('hex'));
    const transaction = Buffer.from(bytes).readUInt16BE(0);
    const answer = read({ transaction, unit: 1, body: hex(bodies.shift() ?? '') });
    if (answer === undefined) throw new Error('that is no answer');
    return answer;
  };
  return { client: new ModbusClient({ connection: { ask }, unit: 1 }), asked };
}

describe('frames of Modbus TCP', () => {
  it('have a header before the function and its data', () => {
    const message = { transaction: 0x1234, unit: 1, body: hex('04 0052 0002') };
    expect(encodeModbus(message)).toEqual(hex('1234 0000 0006 01 04 0052 0002'));
    expect(frameModbus(encodeModbus(message))).toEqual({ length: 12, message });
  });

  it.each(['', '1234 0000 0006', '1234 0000 0006 01 04 0052 00'])('wait for the rest of %j', (received) => {
    expect(frameModbus(hex(received))).toBeUndefined();
  });

  it.each([
    ['another protocol', '1234 0001 0006 01 04 0052 0002'],
    ['no function', '1234 0000 0001 01 04 0052 0002'],
    ['more than the protocol allows', '1234 0000 00ff 01 04 0052 0002'],
  ])('read past a header with %s', (_, received) => {
    expect(frameModbus(hex(received))).toEqual({ length: 1 });
  });
});

describe('a Modbus client', () => {
  it('reads input registers', async () => {
    const { client, asked } = answering('04 04 0001 0203');
    await expect(client.readInput(0x0052, 2)).resolves.toEqual([1, 0x0203]);
    expect(asked).toEqual(['00010000000601' + '0400520002']);
  });

  it('reads holding registers', async () => {
    const { client, asked } = answering('03 02 0002');
    await expect(client.readHolding(0x0008, 1)).resolves.toEqual([2]);
    expect(asked).toEqual(['00010000000601' + '0300080001']);
  });

  it('writes one register', async () => {
    const { client, asked } = answering('06 2490 0001');
    await client.writeOne(0x2490, 1);
    expect(asked).toEqual(['00010000000601' + '0624900001']);
  });

  it('writes characters as the manual of the Hitachi coders shows it: an attribute and a code each', async () => {
    const { client, asked } = answering('10 0084 000C');
    await client.writeMany(0x0084, [0, 0x41, 0, 0x42, 0, 0x43, 0, 0x44, 0, 0x45, 0, 0x46]);
    expect(asked).toEqual(['00010000001f01' + '100084000c18' + '000000410000004200000043000000440000004500000046']);
  });

  it('numbers its requests, and takes no answer to another one', async () => {
    const { client, asked } = answering('03 02 0001', '03 02 0002');
    await client.readHolding(8, 1);
    await client.readHolding(8, 1);
    expect(asked.map((bytes) => bytes.slice(0, 4))).toEqual(['0001', '0002']);
    const late: ModbusMessage = { transaction: 1, unit: 1, body: hex('03 02 0001') };
    let read: Question<ModbusMessage, unknown>['read'] | undefined;
    const ask = <Answer>(question: Question<ModbusMessage, Answer>): Promise<Answer> => {
      read = question.read;
      return Promise.reject(new Error('not asked'));
    };
    const other = new ModbusClient({ connection: { ask }, unit: 1 });
    await expect(other.readHolding(8, 1)).rejects.toThrow('not asked');
    expect(read?.({ ...late, transaction: 2 })).toBeUndefined();
    expect(read?.({ ...late, unit: 2 })).toBeUndefined();
    expect(read?.(late)).toEqual([1]);
  });

  it.each([
    ['an exception', '83 02', /refuses to read register 0x0008: it does not have this register/],
    ['an unknown exception', '83 77', /exception 119/],
    ['fewer words than asked for', '03 02 0001', /no answer/],
    ['the answer of another function', '04 04 0001 0002', /no answer/],
  ])('rejects for %s', async (_, body, message) => {
    await expect(answering(body).client.readHolding(0x0008, 2)).rejects.toThrow(message);
  });

  it('tells the code of an exception', async () => {
    await expect(answering('86 04').client.writeOne(0, 1)).rejects.toMatchObject({ name: 'ModbusException', code: 4 });
    expect(new ModbusException({ name: 'write', address: 1, code: 6 }).message).toMatch(/it is busy/);
  });

  it('takes no answer to a write that repeats other data', async () => {
    await expect(answering('06 2490 0000').client.writeOne(0x2490, 1)).rejects.toThrow('no answer');
    await expect(answering('10 0084 0001').client.writeMany(0x0084, [1, 2])).rejects.toThrow('no answer');
  });
});

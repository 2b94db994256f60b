import { expect, it } from 'vitest';
import { signalDeviceSchema } from '#contract/api-v3/signal-device.ts';
import { deviceOf, formOf } from '#renderer/panels/signals/signal-form.ts';

const OTHER = { kind: 'modbus', host: '10.0.0.7', profile: 'generic' };
const DETECTOR = { name: 'Photocell', channel: 0, function: { kind: 'product-detector', printer: 'Line 1' } };

it.each([
  ['with all of its registers', { inputs: [{ ...DETECTOR, function: { ...DETECTOR.function, useCounter: true } }] }, 'full'],
  ['without counters', { inputs: [DETECTOR] }, 'plain'],
])('shows a module of another maker %s, and stores it as it was', (_, signals, layout) => {
  const registers = {
    full: {
      inputs: { table: 'coils', address: 0x200 },
      outputs: { address: 0x300, readTable: 'discrete-inputs', readAddress: 0x400 },
      counters: { table: 'holding-registers', address: 0x500, stride: 3, bits: 32, highWordFirst: false },
    },
    plain: { inputs: { table: 'discrete-inputs', address: 0 }, outputs: { address: 16, readTable: 'coils' } },
  }[layout];
  const device = signalDeviceSchema.parse({ connection: { ...OTHER, registers }, ...signals });
  expect(deviceOf(formOf(device), device)).toEqual(device);
});

it('leaves the registers out that a person removes', () => {
  const counters = { table: 'input-registers', address: 0, stride: 2, bits: 16, highWordFirst: true };
  const layout = { inputs: { table: 'coils', address: 0 }, outputs: { address: 16, readAddress: 32 }, counters };
  const device = signalDeviceSchema.parse({ connection: { ...OTHER, registers: layout } });
  const form = formOf(device);
  form.registers.hasCounters = false;
  form.registers.outputReadAddress = undefined;
  expect(deviceOf(form, device).connection).toMatchObject({
    registers: { inputs: { table: 'coils', address: 0 }, outputs: { address: 16, readTable: 'coils' } },
  });
  expect(deviceOf(form, device).connection).not.toHaveProperty('registers.counters');
  expect(deviceOf(form, device).connection).not.toHaveProperty('registers.outputs.readAddress');
});

it('gives a device without a number one that the controller refuses', () => {
  const form = { ...formOf(undefined), host: '10.0.0.7', profile: 'generic' as const };
  form.registers.inputAddress = undefined;
  const { error } = signalDeviceSchema.safeParse(deviceOf(form, undefined));
  expect(error?.issues.map(({ path }) => path.join('/'))).toEqual(['connection/registers/inputs/address']);
});

it('leaves out the registers of a module that is listed', () => {
  expect(deviceOf({ ...formOf(undefined), host: '10.0.0.7' }, undefined).connection).not.toHaveProperty('registers');
});

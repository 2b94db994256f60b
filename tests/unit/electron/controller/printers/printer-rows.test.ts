import { expect, it } from 'vitest';
import { parseConfiguration } from '#controller/printers/printer-rows.ts';

it('reads a stored configuration that is older than the rules about slices: its printer goes on printing', () => {
  const stored = { engine: { kind: 'virtual' }, dpi: 300, physicalWidth: 100, height: 70, slices: [{ phs: ['PH1'] }, { phs: ['PH1'] }] };
  expect(parseConfiguration(JSON.stringify({ ...stored, sliceHeight: 70 }))).toMatchObject({ ...stored, sliceHeight: 70 });
});

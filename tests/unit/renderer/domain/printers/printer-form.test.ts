import { describe, expect, it } from 'vitest';
import { printerConfigurationSchema } from '#contract/api-v3/printer-configuration.ts';
import {
  addressOf,
  chooseKind,
  configurationOf,
  hasPrintHeads,
  headFaults,
  KINDS,
  newPrinterForm,
  printerFormOf,
  textFaults,
  type PrinterForm,
} from '#renderer/domain/printers/printer-form.ts';
import { withSliceCount } from '#renderer/domain/printers/slices-form.ts';

/** A form that a person has filled in. */
function filled(kind: (typeof KINDS)[number]): PrinterForm {
  const form = newPrinterForm();
  chooseKind(form, kind);
  for (const name of ['zpl', 'codenet', 'zipher', 'wsi', 'hitachi', 'raw'] as const) form.engines[name].host = ' 192.168.0.40 ';
  form.engines.ipp.url = 'ipp://192.168.0.41/ipp/print';
  form.engines.raw.port = 2_000;
  return form;
}

describe('the form of a printer', () => {
  it.each(KINDS)('makes a configuration that the contract accepts, and is made from it again: %s', (kind) => {
    const form = filled(kind);
    const configuration = printerConfigurationSchema.parse(configurationOf(form));
    expect(configuration.engine.kind).toBe(kind);
    expect(configurationOf(printerFormOf(configuration), configuration)).toMatchObject(configurationOf(form));
  });

  it('keeps, replaces or removes a stored password, and sends one as it was typed', () => {
    const stored = printerConfigurationSchema.parse({
      ...{ engine: { kind: 'ipp', url: 'ipps://printer/', user: 'line', password: null, passwordSet: true } },
      ...{ dpi: 300, physicalWidth: 100, height: 50 },
    });
    const form = printerFormOf(stored);
    const engineOf = () => configurationOf(form, stored)['engine'];
    expect(engineOf()).toEqual({ kind: 'ipp', url: 'ipps://printer/', user: 'line' });
    form.engines.ipp.removesPassword = true;
    expect(engineOf()).toEqual({ kind: 'ipp', url: 'ipps://printer/', user: 'line', password: null });
    form.engines.ipp.password = ' new ';
    expect(engineOf()).toMatchObject({ password: ' new ' });
  });

  it('leaves out what is empty, and the resolution down if it is that across', () => {
    const configuration = configurationOf(filled('ipp'));
    expect(Object.keys(configuration['engine'] as object)).toEqual(['kind', 'url']);
    expect(configuration).not.toHaveProperty('vdpi');
    expect(configuration).not.toHaveProperty('type');
  });

  it('keeps the colour, slices and inks of the stored printer while it is of the same kind', () => {
    const before = printerConfigurationSchema.parse({
      ...configurationOf(filled('virtual')),
      ...{ color: 'CMYK', height: 70, sliceHeight: 35, slices: [{ phs: ['PH1'], inkSupplies: ['IS1'] }, { phs: ['a, b'] }] },
    });
    const form = printerFormOf(before);
    expect(configurationOf(form, before)).toMatchObject({ color: 'CMYK', slices: before.slices });
    chooseKind(form, 'zpl');
    expect(configurationOf(form, before)).not.toHaveProperty('color');
    expect(configurationOf(form, before)).toMatchObject({ slices: [{ phs: ['PH1'] }, { phs: ['a', 'b'] }] });
  });

  it('leaves the height of the slices to the controller, so that another height is shared by them', () => {
    const stored = { ...configurationOf(filled('virtual')), height: 70, sliceHeight: 35, slices: [{ phs: ['PH1'] }, { phs: ['PH2'] }] };
    const before = printerConfigurationSchema.parse(stored);
    expect(configurationOf(printerFormOf(before), before)).not.toHaveProperty('sliceHeight');
  });

  it('has no heads for a printer that draws on board, and keeps those that are stored', () => {
    const form = filled('hitachi');
    form.slices = withSliceCount(form.slices, 2);
    expect(configurationOf(form)).not.toHaveProperty('slices');
    const before = printerConfigurationSchema.parse({ ...configurationOf(form), slices: [{ phs: ['Left'] }] });
    expect(configurationOf(form, before)).toMatchObject({ slices: [{ phs: ['Left'] }] });
    expect(hasPrintHeads(form)).toBe(false);
  });

  it('names the faults of heads that a person has set up, at their fields', () => {
    const form = filled('virtual');
    form.slices = [
      { heads: 'PH1', supplies: 'IS1, IS1' },
      { heads: ' , ', supplies: '' },
      { heads: 'PH1', supplies: '' },
    ];
    const faults = { '/slices/0/inkSupplies': 'supplyTaken', '/slices/1/phs': 'headMissing', '/slices/2/phs': 'headTaken' };
    expect(headFaults(form)).toEqual(faults);
    chooseKind(form, 'hitachi');
    expect(headFaults(form)).toEqual({});
  });

  it('has the usual print area of its kind until a person enters another one', () => {
    const form = newPrinterForm();
    chooseKind(form, 'zpl');
    expect(form.geometry).toMatchObject({ physicalWidth: 104, dpi: 203 });
    form.geometry.physicalWidth = 90;
    chooseKind(form, 'ipp');
    expect(form.geometry).toMatchObject({ physicalWidth: 90, dpi: 203 });
  });

  it('keeps the fields of every kind', () => {
    const form = filled('zpl');
    chooseKind(form, 'virtual');
    chooseKind(form, 'zpl');
    expect(configurationOf(form)).toMatchObject({ engine: { kind: 'zpl', host: '192.168.0.40', port: 9_100 } });
  });

  it('H25 names the texts that are missing or wrong', () => {
    const faultsOf = (kind: (typeof KINDS)[number], change: (form: PrinterForm) => void) => {
      const form = filled(kind);
      change(form);
      return textFaults(form);
    };
    expect(faultsOf('zpl', ({ engines }) => (engines.zpl.host = ' '))).toEqual({ '/engine/host': 'hostMissing' });
    expect(faultsOf('ipp', ({ engines }) => (engines.ipp.url = 'http://printer'))).toEqual({ '/engine/url': 'urlWrong' });
    expect(faultsOf('raw', ({ engines }) => (engines.raw.acknowledge = '('))).toEqual({ '/engine/acknowledge': 'patternWrong' });
    expect(faultsOf('raw', ({ engines }) => (engines.raw.format = 'template'))).toEqual({ '/engine/template': 'templateMissing' });
    expect(KINDS.map((kind) => textFaults(filled(kind)))).toEqual(KINDS.map(() => ({})));
    expect(faultsOf('hitachi', ({ engines }) => (engines.hitachi.host = ' '))).toEqual({ '/engine/host': 'hostMissing' });
  });
});

it('the address of a device is that at which it is reached', () => {
  const engines = KINDS.map((kind) => printerConfigurationSchema.parse(configurationOf(filled(kind))).engine);
  expect(engines.map(addressOf)).toEqual([
    ...['192.168.0.40:9100', 'ipp://192.168.0.41/ipp/print', '192.168.0.40:7000', '192.168.0.40:3002', '192.168.0.40:3100'],
    ...['192.168.0.40:502', '192.168.0.40:2000', undefined],
  ]);
});

import { describe, expect, it } from 'vitest';
import type { ArchivedPrintDetail } from '#contract/plant/archive-search.ts';
import { archivedPrintFacts } from '#renderer/plant/prints/archived-print-facts.ts';

const PRINT: ArchivedPrintDetail = {
  ...{ controller: 'c1', controllerName: 'PC 1', line: 'Filling 1', id: 7, printer: 'Case left', job: 'job-1', label: 'Carton' },
  ...{ state: 'printed', proof: 'id', reserved: 'T1', settled: 'T3', serials: ['A1'], pictureHash: 'ab', hdpi: 300, vdpi: 300 },
  ...{ texts: [{ pointer: '/objs/0', text: 'Lot B 7' }], variables: { batch: 'B 7' }, hasDocument: true },
};
const texts = {
  t: (key: string, values: Record<string, unknown> = {}) => [key, ...Object.values(values)].join(' '),
  moment: (at: string) => `moment of ${at}`,
};

/** The values by their headings. */
const factsOf = (changes: Partial<ArchivedPrintDetail> = {}) =>
  Object.fromEntries(archivedPrintFacts({ ...PRINT, ...changes }, texts).map(({ head, values }) => [head, values]));

describe('what the archive knows of a print', () => {
  it('is said under headings that have a value', () => {
    expect(factsOf()).toEqual({
      'plantPrints.line': ['Filling 1'],
      'plantPrints.controller': ['PC 1'],
      'prints.columns.printer': ['Case left'],
      'prints.detail.label': ['Carton'],
      'prints.detail.serials': ['A1'],
      'prints.detail.variables': ['batch: B 7'],
      'prints.detail.texts': ['Lot B 7'],
      'prints.detail.job': ['job-1'],
      'prints.detail.operator': ['prints.detail.noOperator'],
      'plantPrints.reserved': ['moment of T1'],
      'plantPrints.settled': ['moment of T3'],
    });
  });

  it('has the name of the controller in place of a line, once', () => {
    expect(factsOf({ line: '' })).toMatchObject({ 'plantPrints.line': ['PC 1'] });
    expect(factsOf({ line: '' })).not.toHaveProperty('plantPrints.controller');
  });

  it('counts table rows from 1, and names a key without a table alone', () => {
    expect(factsOf({ table: 'Products', key: '4012', row: 4 })['prints.detail.row']).toEqual(['prints.detail.rowOf Products 4012 5']);
    expect(factsOf({ key: '4012' })['prints.detail.row']).toEqual(['4012']);
  });

  it('says that a label came with its job, and why a result was unknown', () => {
    expect(factsOf({ label: '', unknownSince: 'T2', unknownReason: 'power failure', resolvedBy: 'Ana' })).toMatchObject({
      'prints.detail.label': ['prints.detail.ownLabel'],
      'plantPrints.unknownSince': ['moment of T2'],
      'plantPrints.unknownReason': ['power failure'],
      'plantPrints.resolvedBy': ['Ana'],
    });
  });
});

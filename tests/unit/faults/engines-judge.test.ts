import { describe, expect, it } from 'vitest';
import { findFaults, type Evidence, type LedgerPrint } from '../../faults/engines/judge.ts';

const print = (id: number, state: string, over: Partial<LedgerPrint> = {}): LedgerPrint => ({
  ...{ id, state, serial: `Z${id}`, key: `key-${id}`, isResolved: false },
  ...over,
});
const sheet = (id: number, isWhole = true) => ({ serial: `Z${id}`, isWhole });

/** Two printed prints, one that is unknown and in part on the paper, and one that is void and owed. */
const evidence = (over: Partial<Evidence> = {}): Evidence => ({
  printer: 'P',
  prints: [print(1, 'printed'), print(2, 'printed'), print(3, 'unknown'), print(4, 'void')],
  sheets: [sheet(1), sheet(2), sheet(3, false)],
  rowsBefore: ['Z1', 'Z2', 'Z3', 'Z4'],
  owed: ['Z4'],
  acknowledged: ['key-1', 'key-4'],
  maxUnknown: 1,
  mayHold: 0,
  isProven: true,
  count: { counted: 3, tests: 1 },
  ...over,
});

describe('the judge of the run with engines', () => {
  it('finds nothing wrong with prints that the paper shows', () => {
    expect(findFaults(evidence())).toEqual([]);
  });

  it('I2 finds a serial that is on the paper twice, once in part', () => {
    const sheets = [...evidence().sheets, sheet(1, false)];
    expect(findFaults(evidence({ sheets }))).toEqual(['P: serial Z1 is on the paper twice']);
  });

  it('I2 finds a void print on the paper, also in part', () => {
    const sheets = [...evidence().sheets, sheet(4, false)];
    expect(findFaults(evidence({ sheets }))).toEqual(['P: serial Z4 is on the paper, but no print of it was sent, or it is void']);
  });

  it('I1 finds a sheet without a print', () => {
    const sheets = [...evidence().sheets, sheet(9, false)];
    expect(findFaults(evidence({ sheets }))).toEqual(['P: serial Z9 is on the paper, but no print of it was sent, or it is void']);
  });

  it('finds a printed print that is not on the paper', () => {
    const found = findFaults(evidence({ sheets: [sheet(1), sheet(3, false)], count: { counted: 1, tests: 0 }, owed: ['Z2', 'Z4'] }));
    expect(found).toEqual(['P: print 2 is printed, but serial Z2 is not on the paper']);
  });

  it('accepts the last prints as open on a device that holds them until a product comes', () => {
    const held = { mayHold: 1, prints: [...evidence().prints, print(5, 'sent')], rowsBefore: ['Z5'] };
    expect(findFaults(evidence(held))).toEqual([]);
    expect(findFaults(evidence({ ...held, prints: [...held.prints, print(6, 'sent')] }))).toEqual(['P: print 5 is still sent']);
  });

  it('finds prints that are still open', () => {
    const prints = [...evidence().prints, print(5, 'reserved'), print(6, 'sent')];
    expect(findFaults(evidence({ prints }))).toEqual(['P: print 5 is still reserved', 'P: print 6 is still sent']);
  });

  it('finds more unknown prints than the device holds', () => {
    expect(findFaults(evidence({ maxUnknown: 0 }))).toEqual(['P: 1 prints are unknown, at most 0 may be']);
  });

  it('I8 finds an acknowledged trigger without a print', () => {
    expect(findFaults(evidence({ acknowledged: ['key-7'] }))).toEqual(['P: the trigger key-7 was acknowledged, but has no print']);
  });

  it('I5 finds a count that the paper does not explain', () => {
    const count = { counted: 4, tests: 1 };
    expect(findFaults(evidence({ count }))).toEqual(['P: the device counts 4 labels; 2 and 1 test labels are on the paper']);
  });

  it('finds a row that is neither on the paper nor owed', () => {
    expect(findFaults(evidence({ owed: [] }))).toEqual(['P: serial Z4 is lost: it is not on the paper and not owed']);
  });

  it('finds handed-over prints on a printer that proves them, and printed ones on one that does not', () => {
    const prints = [print(1, 'printed'), print(2, 'handed-over'), print(3, 'printed', { isResolved: true })];
    const plain = { prints, rowsBefore: [], owed: [], acknowledged: [] };
    expect(findFaults(evidence(plain))).toEqual(['P: print 2 is handed over on a printer that proves prints']);
    expect(findFaults(evidence({ ...plain, isProven: false }))).toEqual(['P: print 1 is printed on a printer that proves nothing']);
  });
});

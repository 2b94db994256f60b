import { describe, expect, it } from 'vitest';
import type { InkStatus, PrinterStatus } from '#contract/api-v3/printer.ts';
import type { Connection } from '#contract/station/connections.ts';
import type { FleetPrinter } from '#contract/station/fleet.ts';
import { countDifference, judgeByCount } from '#controller/ledger/engine-count.ts';
import { conditionsOf, isOfNobody, isUnknown } from '#station/alarms/picture.ts';
import { raised } from '#station/alarms/alarm-state.ts';
import { aConnection, aPrinter, aStatus } from '#support/fleet.ts';

function wrong(connection: Partial<Connection>, ...printers: Partial<FleetPrinter>[]): string[] {
  const listed = new Map(printers.map((parts) => aPrinter(parts)).map((printer) => [printer.name, printer]));
  return conditionsOf({ connection: aConnection(connection), printers: listed }).map(({ kind, printer, subject, detail }) =>
    [kind, printer ?? 'controller', subject, detail].join(' | '),
  );
}

const withStatus = (parts: Partial<PrinterStatus>): string[] => wrong({}, { status: aStatus(parts) });
const ink = (parts: Partial<InkStatus>): InkStatus => ({
  ...{ state: 'STARTED', ragStatus: 'GREEN', level: 'OK', errors: [], warnings: [], supply: 'K' },
  ...parts,
});

describe('what is wrong with a printer', () => {
  it('is nothing while it prints', () => {
    expect(withStatus({ ink: [ink({})] })).toEqual([]);
  });

  it('that stopped for empty ink is the ink, once', () => {
    const errors = ['Ink supply K is empty: refill it to go on.'];
    const empty = ink({ state: 'ERROR', ragStatus: 'RED', level: 'EMPTY', errors: ['Ink supply K is empty.'] });
    expect(withStatus({ state: 'ERROR', ragStatus: 'RED', errors, ink: [empty] })).toEqual([
      'ink-empty | Line 1 | K | Ink supply K is empty.',
    ]);
  });

  it('in error is told in its own words, whatever its numbers', () => {
    expect(withStatus({ state: 'ERROR', ragStatus: 'RED', errors: ['Head at 71.5 °C'] })).toEqual([
      'printer-error | Line 1 | Head at # °C | Head at 71.5 °C',
    ]);
    expect(withStatus({ state: 'ERROR', ragStatus: 'RED' })).toEqual(['printer-error | Line 1 |  | ']);
  });

  it('that goes on with an error is a warning', () => {
    expect(withStatus({ ragStatus: 'AMBER', errors: ['Filter is due'] })).toEqual([
      'printer-warning | Line 1 | Filter is due | Filter is due',
    ]);
  });

  it('D7 that says more errors than anybody reads is the first fifty, and those that are known', () => {
    const full = 'The disk of the controller is full: nothing is printed until there is room.';
    const errors = [...Array.from({ length: 5_000 }, (_, place) => `Fault ${'x'.repeat(place)}`), full];
    const told = withStatus({ ragStatus: 'AMBER', errors });
    expect([told.length, told.at(-1)]).toEqual([51, `controller-disk-full | controller |  | ${full}`]);
  });

  it('D7 that has more ink supplies than any printer is told of the first fifty', () => {
    const supplies = Array.from({ length: 5_000 }, (_, place) => ink({ supply: `K${place}`, level: 'LOW' }));
    expect(withStatus({ ink: supplies })).toHaveLength(50);
  });

  it('that waits for a person without a reason is a line that stands', () => {
    expect(withStatus({ ragStatus: 'RED' })).toEqual(['line-stopped | Line 1 |  | ']);
  });

  it.each([
    ['ink-low | Line 1 | K | Ink supply K is low.', ink({ level: 'LOW', ragStatus: 'AMBER', warnings: ['Ink supply K is low.'] })],
    ['ink-warning | Line 1 | K | Ink K expires soon', ink({ warnings: ['Ink K expires soon'] })],
    ['ink-error | Line 1 | K | Pump K stands', ink({ errors: ['Pump K stands'] })],
    ['ink-error | Line 1 | 1 | ', ink({ state: 'ERROR', supply: undefined })],
  ])('is "%s"', (told, supply) => {
    expect(withStatus({ ink: [supply] })).toEqual([told]);
  });

  it.each([
    [countDifference({ counted: 9, accounted: 7, unknown: 0 }), 'count-differs', 'Line 1'],
    [countDifference({ counted: 3, accounted: 7, unknown: 0 }), 'count-differs', 'Line 1'],
    [judgeByCount({ counted: 8, accounted: 7, unknown: twoMoments() }).fault, 'prints-unknown', 'Line 1'],
    ['Nobody knows of 1 print whether it was made: look, and say so.', 'prints-unknown', 'Line 1'],
    ['Nobody knows of 12 prints whether it was made: look, and say so.', 'prints-unknown', 'Line 1'],
    ['The accounts of the ledger differ: a counter.', 'ledger-differs', 'controller'],
    ['The line was stopped because a product came that was not printed: no row.', 'line-stopped', 'Line 1'],
    ['A product passed and was not printed: no row.', 'product-missed', 'Line 1'],
    ['The disk of the controller is full: nothing is printed until there is room.', 'controller-disk-full', 'controller'],
    [
      'The disk of the controller is read-only: nothing is printed until it can be written again.',
      'controller-disk-read-only',
      'controller',
    ],
    ['The controller can open no more files: nothing is printed until it can.', 'controller-files-exhausted', 'controller'],
    ['Nothing is printed until the clock of the controller is set right or confirmed: x.', 'clock-doubtful', 'controller'],
    ['Nothing with a date is printed until the clock of the controller is set right or confirmed: x.', 'dates-stopped', 'Line 1'],
  ])('by "%s" is %s of %s', (error, kind, owner) => {
    expect(withStatus({ errors: [error!] })).toEqual([[kind, owner, '', error].join(' | ')]);
  });

  it('is nothing before it has answered', () => {
    expect(wrong({}, { status: null })).toEqual([]);
  });
});

describe('what is wrong with a controller', () => {
  const silent = { stale: true, reason: 'no answer within 2 s' };

  it('H15 that is lost is one matter, and not one for each printer', () => {
    expect(wrong({ state: 'lost', reason: 'nothing listens there' }, silent, { ...silent, name: 'Line 2' })).toEqual([
      'controller-lost | controller |  | nothing listens there',
    ]);
  });

  it('H15 that answers while one of its printers does not is that printer', () => {
    expect(wrong({}, silent, { name: 'Line 2' })).toEqual(['printer-stale | Line 1 |  | no answer within 2 s']);
  });

  it('that was never reached waits longer before it is told, and is quiet during the first attempt', () => {
    expect(wrong({ state: 'connecting', reason: null })).toEqual([]);
    const [condition] = conditionsOf({ connection: aConnection({ state: 'connecting', reason: 'refused' }), printers: new Map() });
    expect(condition).toMatchObject({ kind: 'controller-lost', onDelay: 15_000 });
  });

  it('that somebody switched off is nothing', () => {
    expect(wrong({ state: 'off', reason: 'switched off' }, { ...silent, status: aStatus({ state: 'ERROR' }) })).toEqual([]);
  });

  it('goes on to be what its printers said last while it is silent', () => {
    const status = aStatus({ state: 'ERROR', errors: ['Head is hot'] });
    expect(wrong({ state: 'lost', reason: 'gone' }, { ...silent, status })).toEqual([
      'controller-lost | controller |  | gone',
      'printer-error | Line 1 | Head is hot | Head is hot',
    ]);
  });

  it.each([
    [{ state: 'refused', reason: 'another controller' } as const, 'controller-refused | controller |  | another controller'],
    [{ state: 'refused', refusal: 'certificate', reason: 'x' } as const, 'controller-untrusted | controller |  | x'],
    [{ state: 'refused', refusal: 'key', reason: 'x' } as const, 'controller-locked | controller |  | x'],
    [{ safeMode: true }, 'controller-safe-mode | controller |  | '],
    [{ clock: 'doubtful' } as const, 'clock-doubtful | controller |  | '],
    [{ isDrawingDown: true } as const, 'controller-drawing-down | controller |  | '],
    [{ state: 'lost', reason: 'x', isFolderLost: true } as const, 'controller-folder-lost | controller |  | x'],
    [{ isLogStuck: true } as const, 'controller-log-stuck | controller |  | '],
    [{ clock: 'stepped' } as const, 'clock-stepped | controller |  | '],
  ])('with %j is told', (parts, told) => {
    expect(wrong(parts)).toEqual([told]);
  });
});

describe('what nobody can say', () => {
  const alarm = (kind: 'printer-error' | 'clock-doubtful' | 'controller-lost', printer: string | null) =>
    raised({ kind, connection: 'c1', printer, subject: '', detail: '' }, 0);
  const picture = (state: Connection['state'], printers: FleetPrinter[]) => ({
    connection: aConnection({ state }),
    printers: new Map(printers.map((printer) => [printer.name, printer])),
  });

  it('is whether an alarm of a printer holds that has not answered since the station started', () => {
    expect(isUnknown(picture('connecting', []), alarm('printer-error', 'Line 1'))).toBe(true);
    expect(isUnknown(picture('online', [aPrinter({ status: null })]), alarm('printer-error', 'Line 1'))).toBe(true);
    expect(isUnknown(picture('online', [aPrinter()]), alarm('printer-error', 'Line 1'))).toBe(false);
  });

  it('is whether an alarm of a controller holds that does not answer', () => {
    expect(isUnknown(picture('lost', [aPrinter()]), alarm('clock-doubtful', null))).toBe(true);
    expect(isUnknown(picture('lost', [aPrinter()]), alarm('controller-lost', null))).toBe(false);
    expect(isUnknown(picture('online', [aPrinter()]), alarm('clock-doubtful', null))).toBe(false);
    expect(isUnknown(picture('off', [aPrinter()]), alarm('clock-doubtful', null))).toBe(false);
  });

  it('is nothing about a printer that its controller does not list any more', () => {
    expect(isOfNobody(picture('online', []), { printer: 'Line 1' })).toBe(true);
    expect(isOfNobody(picture('lost', []), { printer: 'Line 1' })).toBe(false);
    expect(isOfNobody(picture('online', []), { printer: null })).toBe(false);
  });
});

function twoMoments() {
  return [
    { id: 1, unknown_since: 1 },
    { id: 2, unknown_since: 2 },
  ];
}

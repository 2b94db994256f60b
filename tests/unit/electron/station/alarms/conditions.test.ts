import { describe, expect, it } from 'vitest';
import type { InkStatus, PrinterStatus } from '#contract/api-v3/printer.ts';
import type { Connection } from '#contract/station/connections.ts';
import type { FleetPrinter } from '#contract/station/fleet.ts';
import { countDifference, judgeByCount } from '#controller/ledger/count-reconciliation.ts';
import { ledgerWarnings } from '#controller/printing/ledger-warnings.ts';
import { conditionsOf, isPrinterGone, isUnknown } from '#station/alarms/connection-alarms.ts';
import { raised } from '#station/alarms/alarm-state.ts';
import { readStatus } from '#station/connections/read-status.ts';
import { aConnection, aPrinter, aStatus } from '#support/fleet.ts';

function wrong(connection: Partial<Connection>, ...printers: Partial<FleetPrinter>[]): string[] {
  const listed = new Map(printers.map((parts) => aPrinter(parts)).map((printer) => [printer.name, printer]));
  return conditionsOf({ connection: aConnection(connection), printers: listed }).map(({ kind, printer, subject, detail }) =>
    [kind, printer ?? 'controller', subject, detail].join(' | '),
  );
}

const withStatus = (parts: Partial<PrinterStatus>): string[] => wrong({}, { status: readStatus(aStatus(parts)) });
const ink = (parts: Partial<InkStatus>): InkStatus => ({
  ...{ state: 'STARTED', ragStatus: 'GREEN', level: 'OK', errors: [], warnings: [], supply: 'K' },
  ...parts,
});

describe('the conditions of a printer', () => {
  it('are empty while it prints', () => {
    expect(withStatus({ ink: [ink({})] })).toEqual([]);
  });

  it('that stopped for empty ink are the empty ink only', () => {
    const errors = ['Ink supply K is empty: refill it to go on.'];
    const empty = ink({ state: 'ERROR', ragStatus: 'RED', level: 'EMPTY', errors: ['Ink supply K is empty.'] });
    expect(withStatus({ state: 'ERROR', ragStatus: 'RED', errors, ink: [empty] })).toEqual([
      'ink-empty | Line 1 | K | Ink supply K is empty.',
    ]);
  });

  it('in state ERROR have its own text, and a subject without numbers', () => {
    expect(withStatus({ state: 'ERROR', ragStatus: 'RED', errors: ['Head at 71.5 °C'] })).toEqual([
      'printer-error | Line 1 | Head at # °C | Head at 71.5 °C',
    ]);
    expect(withStatus({ state: 'ERROR', ragStatus: 'RED' })).toEqual(['printer-error | Line 1 |  | ']);
  });

  it.each([
    ['No connection to 192.168.0.40:9100 since 12:01:36.', 'printer-not-connected'],
    ['The printer does not answer: it has no power.', 'printer-not-connected'],
    [
      'Another device answers at 192.168.0.40:9100: ZT411 1 instead of ZT411 2. Accept it, or connect the right one.',
      'printer-other-device',
    ],
  ])('name what a person has to do about the device: %s', (error, kind) => {
    expect(withStatus({ state: 'ERROR', ragStatus: 'RED', errors: [error] })).toEqual([`${kind} | Line 1 |  | ${error}`]);
  });

  it('that prints in spite of an error are a warning', () => {
    expect(withStatus({ ragStatus: 'AMBER', errors: ['Filter is due'] })).toEqual([
      'printer-warning | Line 1 | Filter is due | Filter is due',
    ]);
  });

  it('D7 are the first fifty errors, and every error with an alarm kind of its own', () => {
    const full = 'The disk of the controller is full: nothing is printed until space is free.';
    const errors = [...Array.from({ length: 5_000 }, (_, place) => `Fault ${'x'.repeat(place)}`), full];
    const told = withStatus({ ragStatus: 'AMBER', errors });
    expect([told.length, told.at(-1)]).toEqual([51, `controller-disk-full | controller |  | ${full}`]);
  });

  it('D7 are those of the first fifty ink supplies', () => {
    const supplies = Array.from({ length: 5_000 }, (_, place) => ink({ supply: `K${place}`, level: 'LOW' }));
    expect(withStatus({ ink: supplies })).toHaveLength(50);
  });

  it('are empty while a person has it disabled', () => {
    expect(withStatus({ state: 'STOPPED', ragStatus: 'AMBER', errors: ['The printer is disabled.'] })).toEqual([]);
  });

  it('with ragStatus RED and no error are a stopped line', () => {
    expect(withStatus({ ragStatus: 'RED' })).toEqual(['line-stopped | Line 1 |  | ']);
  });

  it.each([
    ['ink-low | Line 1 | K | Ink supply K is low.', ink({ level: 'LOW', ragStatus: 'AMBER', warnings: ['Ink supply K is low.'] })],
    ['ink-warning | Line 1 | K | Ink K expires soon', ink({ warnings: ['Ink K expires soon'] })],
    ['ink-error | Line 1 | K | Pump K stands', ink({ errors: ['Pump K stands'] })],
    ['ink-error | Line 1 | 1 | ', ink({ state: 'ERROR', supply: undefined })],
  ])('with this ink supply are "%s"', (expected, supply) => {
    expect(withStatus({ ink: [supply] })).toEqual([expected]);
  });

  it.each([
    [countDifference({ counted: 9, accounted: 7, unknown: 0 })?.text, 'count-differs', 'Line 1'],
    [countDifference({ counted: 3, accounted: 7, unknown: 0 })?.text, 'count-differs', 'Line 1'],
    [judgeByCount({ counted: 8, accounted: 7, unknown: twoMoments(), leavesPartialPrints: false }).fault?.text, 'prints-unknown', 'Line 1'],
    ['The outcome of 1 print is unknown: check the products and resolve it.', 'prints-unknown', 'Line 1'],
    ['The outcome of 12 prints is unknown: check the products and resolve them.', 'prints-unknown', 'Line 1'],
    ['The ledger is inconsistent: a counter.', 'ledger-differs', 'controller'],
    ['The line was stopped because a product was not printed: no row.', 'line-stopped', 'Line 1'],
    ['The line "Filling" is stopped: no ink. Resume it with a reason.', 'line-stopped-by-rule', 'Line 1'],
    ['The line is stopped from outside: The input "Guard" of "Rack" is on.', 'line-stopped-by-rule', 'Line 1'],
    ['A product was not printed: no row.', 'product-missed', 'Line 1'],
    ['The disk of the controller is full: nothing is printed until space is free.', 'controller-disk-full', 'controller'],
    [
      'The disk of the controller is read-only: nothing is printed until it can be written again.',
      'controller-disk-read-only',
      'controller',
    ],
    ['The controller can open no more files: nothing is printed until it can.', 'controller-files-exhausted', 'controller'],
    [
      'Nothing is printed until the clock of the controller is set right or confirmed: it shows 2026-11-26 09:00, but 2026-11-26 12:00 was expected (Europe/Zurich).',
      'clock-doubtful',
      'controller',
    ],
    [
      'Nothing with a date is printed until the clock of the controller is set right or confirmed: it shows 2026-11-26 09:00, but 2026-11-26 12:00 was expected (Europe/Zurich).',
      'dates-stopped',
      'Line 1',
    ],
  ])('with the error "%s" are %s of %s', (error, kind, owner) => {
    expect(withStatus({ errors: [error!] })).toEqual([[kind, owner, '', error].join(' | ')]);
  });

  it.each([
    [
      'No connection to 192.168.0.40:9100 since 12:01:36.',
      { code: 'no-connection', parameters: { address: '192.168.0.40:9100', time: '12:01:36' } },
    ],
    ['The printer does not answer: it has no power.', { code: 'no-power', parameters: {} }],
    [
      'Another device answers at 10.0.0.1:9100: ZT411 1 instead of ZT411 2. Accept it, or connect the right one.',
      { code: 'other-device', parameters: { address: '10.0.0.1:9100', found: 'ZT411 1', expected: 'ZT411 2' } },
    ],
    [ledgerWarnings({ unknown: 12, countFault: undefined, ledgerFaults: [] })[0]?.text, { code: 'prints-unknown', parameters: { n: 12 } }],
    [
      'The ledger is inconsistent: print 7 is recorded as superseding print 3 but differs from it.',
      { code: 'ledger-rework-differs', parameters: { print: 7, original: 3 } },
    ],
    [
      'The ledger is inconsistent: a difference that an earlier version found.',
      { code: 'ledger-inconsistent', parameters: { difference: 'a difference that an earlier version found' } },
    ],
    [
      judgeByCount({ counted: 8, accounted: 7, unknown: twoMoments(), leavesPartialPrints: false }).fault?.text,
      { code: 'prints-undecided', parameters: { made: 1, n: 2 } },
    ],
    [countDifference({ counted: 9, accounted: 7, unknown: 0 })?.text, { code: 'count-too-high', parameters: { n: 2 } }],
    [countDifference({ counted: 3, accounted: 7, unknown: 0 })?.text, { code: 'count-went-back', parameters: { from: 7, to: 3 } }],
    [
      'The reader "Camera" did not verify 3 of the last 100 products.',
      { code: 'prints-not-verified', parameters: { reader: 'Camera', n: 3, of: 100 } },
    ],
    [
      'The reader "Camera" is not connected: no route.',
      { code: 'reader-not-connected', parameters: { reader: 'Camera', reason: 'no route' } },
    ],
    [
      'A product was not printed: Nothing is selected on "Line 1".',
      { code: 'product-not-printed-no-job', parameters: { printer: 'Line 1' } },
    ],
    [
      'The line was stopped because a product was not printed: no row.',
      { code: 'printer-stopped-after-product', parameters: { reason: 'no row.' } },
    ],
  ])('carry what the controller says: %s', (text, stated) => {
    const status = readStatus(aStatus({ errors: [text!] }));
    const [condition] = conditionsOf({ connection: aConnection(), printers: new Map([['Line 1', aPrinter({ status })]]) });
    expect(condition?.errors).toEqual([{ ...stated, text }]);
  });

  it('with a text of the device carry no code', () => {
    const status = readStatus(aStatus({ errors: ['Filter is due'] }));
    const [condition] = conditionsOf({ connection: aConnection(), printers: new Map([['Line 1', aPrinter({ status })]]) });
    expect([condition?.detail, condition?.errors]).toEqual(['Filter is due', undefined]);
  });

  it('count the products that passed unmarked', () => {
    const status = readStatus(aStatus({ errors: ['A product was not printed: no row.'], missedTriggers: 110 }));
    const conditions = conditionsOf({ connection: aConnection(), printers: new Map([['Line 1', aPrinter({ status })]]) });
    expect(conditions).toMatchObject([{ kind: 'product-missed', count: 110 }]);
  });

  it('are empty before its first answer', () => {
    expect(wrong({}, { status: null })).toEqual([]);
  });
});

describe('the conditions of a controller', () => {
  const silent = { stale: true, reason: 'no answer within 2 s' };

  it('H15 that is lost are one alarm, not one for each printer', () => {
    expect(wrong({ state: 'lost', reason: 'the connection was refused' }, silent, { ...silent, name: 'Line 2' })).toEqual([
      'controller-lost | controller |  | the connection was refused',
    ]);
  });

  it('H15 that answers while one of its printers does not are those of that printer', () => {
    expect(wrong({}, silent, { name: 'Line 2' })).toEqual(['printer-stale | Line 1 |  | no answer within 2 s']);
  });

  it('that has never answered have a longer on-delay, and are empty during the first attempt', () => {
    expect(wrong({ state: 'connecting', reason: null })).toEqual([]);
    const [condition] = conditionsOf({ connection: aConnection({ state: 'connecting', reason: 'refused' }), printers: new Map() });
    expect(condition).toMatchObject({ kind: 'controller-lost', onDelay: 15_000 });
  });

  it('that is switched off are empty', () => {
    expect(wrong({ state: 'off', reason: 'switched off' }, { ...silent, status: aStatus({ state: 'ERROR' }) })).toEqual([]);
  });

  it('that does not answer include the last conditions of its printers', () => {
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
  ])('with %j are listed', (parts, expected) => {
    expect(wrong(parts)).toEqual([expected]);
  });
});

describe('an unknown condition', () => {
  const alarm = (kind: 'printer-error' | 'clock-doubtful' | 'controller-lost', printer: string | null) =>
    raised({ kind, connection: 'c1', printer, subject: '', detail: '' }, 0);
  const picture = (state: Connection['state'], printers: FleetPrinter[]) => ({
    connection: aConnection({ state }),
    printers: new Map(printers.map((printer) => [printer.name, printer])),
  });

  it('is one of a printer that has not answered since the station started', () => {
    expect(isUnknown(picture('connecting', []), alarm('printer-error', 'Line 1'))).toBe(true);
    expect(isUnknown(picture('online', [aPrinter({ status: null })]), alarm('printer-error', 'Line 1'))).toBe(true);
    expect(isUnknown(picture('online', [aPrinter()]), alarm('printer-error', 'Line 1'))).toBe(false);
  });

  it('is one of a controller that does not answer', () => {
    expect(isUnknown(picture('lost', [aPrinter()]), alarm('clock-doubtful', null))).toBe(true);
    expect(isUnknown(picture('lost', [aPrinter()]), alarm('controller-lost', null))).toBe(false);
    expect(isUnknown(picture('online', [aPrinter()]), alarm('clock-doubtful', null))).toBe(false);
    expect(isUnknown(picture('off', [aPrinter()]), alarm('clock-doubtful', null))).toBe(false);
  });

  it('is not one of a printer that its controller no longer lists', () => {
    expect(isPrinterGone(picture('online', []), { printer: 'Line 1' })).toBe(true);
    expect(isPrinterGone(picture('lost', []), { printer: 'Line 1' })).toBe(false);
    expect(isPrinterGone(picture('online', []), { printer: null })).toBe(false);
  });
});

function twoMoments() {
  return [
    { id: 1, unknown_since: 1 },
    { id: 2, unknown_since: 2 },
  ];
}

import type { Sheet } from './paper.ts';

/** A print of one printer, as the ledger has it. */
export interface LedgerPrint {
  id: number;
  state: string;
  serial: string;
  /** The idempotency key of its request; null for none. */
  key: string | null;
  /** Whether a person has said what became of it. */
  isResolved: boolean;
}

/** Everything that is compared for one printer, while nothing is open. */
export interface Evidence {
  printer: string;
  /** All prints, oldest first. */
  prints: readonly LedgerPrint[];
  sheets: readonly Sheet[];
  /** Serials of all rows before the last one that was printed, and those of rows that are printed again. */
  rowsBefore: readonly string[];
  owed: readonly string[];
  /** Keys of the triggers that were acknowledged. */
  acknowledged: readonly string[];
  /** The most prints that may have become unknown since the evidence before: the depth times the number of faults. */
  maxUnknown: number;
  /** The most prints that the device holds while no product comes. */
  mayHold: number;
  /** Whether it proves prints. If not, prints are handed over and never printed. */
  isProven: boolean;
  /** The device's count of whole labels, and the test labels in it; absent without a count. */
  count?: { counted: number; tests: number } | undefined;
}

/** Sentences about violated invariants. */
export function findFaults(evidence: Evidence): string[] {
  return [
    ...sheetFaults(evidence),
    ...evidence.prints.flatMap((print) => printFaults(evidence, print)),
    ...heldFaults(evidence),
    ...unknownFaults(evidence),
    ...acknowledgementFaults(evidence),
    ...countFaults(evidence),
    ...rowFaults(evidence),
  ].map((fault) => `${evidence.printer}: ${fault}`);
}

/** Every serial is on the paper at most once, whole or in part, and belongs to a print that was sent. */
function sheetFaults({ sheets, prints }: Evidence): string[] {
  const sent = new Set(prints.filter(({ state }) => state !== 'reserved' && state !== 'void').map(({ serial }) => serial));
  const seen = new Set<string>();
  return sheets.flatMap(({ serial }) => {
    const isRepeated = seen.has(serial);
    seen.add(serial);
    if (isRepeated) return [`serial ${serial} is on the paper twice`];
    return sent.has(serial) ? [] : [`serial ${serial} is on the paper, but no print of it was sent, or it is void`];
  });
}

/** The prints that the device holds are the last ones. */
function heldFaults({ prints, mayHold }: Evidence): string[] {
  const open = prints.filter(isOpen);
  const held = mayHold === 0 ? [] : prints.slice(-mayHold);
  return open
    .filter((print) => !held.includes(print) || print.state === 'reserved')
    .map(({ id, state }) => `print ${id} is still ${state}`);
}

function isOpen({ state }: LedgerPrint): boolean {
  return state === 'reserved' || state === 'sent';
}

function printFaults({ sheets, isProven }: Evidence, { id, state, serial, isResolved }: LedgerPrint): string[] {
  if (isProven && state === 'handed-over') return [`print ${id} is handed over on a printer that proves prints`];
  if (state !== 'printed') return [];
  if (!isProven && !isResolved) return [`print ${id} is printed on a printer that proves nothing`];
  return sheets.some((sheet) => sheet.serial === serial) ? [] : [`print ${id} is printed, but serial ${serial} is not on the paper`];
}

function unknownFaults({ prints, maxUnknown }: Evidence): string[] {
  const unknown = prints.filter(({ state }) => state === 'unknown').length;
  return unknown > maxUnknown ? [`${unknown} prints are unknown, at most ${maxUnknown} may be`] : [];
}

function acknowledgementFaults({ prints, acknowledged }: Evidence): string[] {
  const recorded = new Set(prints.map(({ key }) => key));
  return acknowledged.filter((key) => !recorded.has(key)).map((key) => `the trigger ${key} was acknowledged, but has no print`);
}

/** Whole sheets and test labels are the device's count. */
function countFaults({ sheets, count }: Evidence): string[] {
  if (!count) return [];
  const whole = sheets.filter(({ isWhole }) => isWhole).length;
  return whole + count.tests === count.counted
    ? []
    : [`the device counts ${count.counted} labels; ${whole} and ${count.tests} test labels are on the paper`];
}

/** Every row before the last one is on the paper, is unknown, is held by the device, or is printed again. Nothing is known of prints that were only handed over. */
function rowFaults({ rowsBefore, owed, sheets, prints, isProven }: Evidence): string[] {
  if (!isProven) return [];
  const accounted = new Set([...owed, ...sheets.map(({ serial }) => serial)]);
  for (const { state, serial } of prints) if (state === 'unknown' || state === 'sent') accounted.add(serial);
  return rowsBefore
    .filter((serial) => !accounted.has(serial))
    .map((serial) => `serial ${serial} is lost: it is not on the paper and not owed`);
}

import { STATE_REVISIONS } from '#contract/plant/archived-print.ts';
import type { LedgerPrint } from '../ledger-file.ts';
import type { LineRecord } from './plant-judge.ts';

/** A print in the archive. */
export interface ArchivedPrint {
  line: string;
  print: number;
  printer: string;
  state: string;
  /** As printed. */
  serials: string[];
  pictureHash: string;
  /** The serial numbers by which it is found; null if there are none. */
  found: string[] | null;
}

/**
 * The archive has every print of every ledger, in its last state, and no other. A print that a restore has undone is in the archive if the plant had acknowledged it;
 * if not, it may be there in a state that it had.
 */
export function archiveFaults(lines: readonly LineRecord[], archive: readonly ArchivedPrint[]): string[] {
  const byLine = Map.groupBy(archive, ({ line }) => line);
  const unknown = [...byLine.keys()].filter((name) => !lines.some(({ line }) => line === name));
  return [
    ...unknown.map((name) => `the archive has prints of ${name}, which is none of the lines`),
    ...lines.flatMap((line) => lineFaults(line, byLine.get(line.line) ?? [])),
  ];
}

function lineFaults({ line, ledger, replaced }: LineRecord, archive: readonly ArchivedPrint[]): string[] {
  const archived = new Map(archive.map((print) => [print.print, print]));
  const ledgers = [...replaced, ledger];
  const known = new Map(ledgers.flatMap(({ prints }) => [...prints]));
  const faults = [...known.values()].flatMap((print) => {
    const { id, state } = print;
    const inArchive = archived.get(id);
    if (inArchive)
      return [...contentFaults(line, print, inArchive), ...stateFaults(line, { print, inArchive, isUndone: !ledger.prints.has(id) })];
    const isDue = ledger.prints.has(id) || replaced.some((copy) => copy.prints.has(id) && copy.isSent(id));
    return isDue ? [`${line}: print ${id} (${state}) is not in the archive`] : [];
  });
  return [
    ...faults,
    ...(archive.length === archived.size ? [] : [`${line}: ${archive.length - archived.size} prints are in the archive twice`]),
    ...[...archived.keys()].filter((id) => !known.has(id)).map((id) => `${line}: print ${id} is in the archive, and in no ledger`),
  ];
}

interface ComparedPrint {
  print: LedgerPrint;
  inArchive: ArchivedPrint;
  /** Whether a restore has undone it: then the archive may have an earlier state. */
  isUndone: boolean;
}

function stateFaults(line: string, { print: { id, state }, inArchive, isUndone }: ComparedPrint): string[] {
  const isRight = isUndone ? isReached(inArchive.state, state) : inArchive.state === state;
  return isRight
    ? []
    : [`${line}: print ${id} is ${state}${isUndone ? ' in a replaced ledger' : ''}, and ${inArchive.state} in the archive`];
}

function contentFaults(line: string, print: LedgerPrint, { printer, pictureHash, serials, found }: ArchivedPrint): string[] {
  const wanted = print.serials.map((serial) => Number(serial.slice(serial.indexOf('=') + 1)));
  const isSame = printer === print.printer && pictureHash === print.pictureHash && String(serials.map(Number)) === String(wanted);
  const isFound = String((found ?? []).toSorted()) === String(serials.toSorted());
  return [
    ...(isSame ? [] : [`${line}: print ${print.id} differs from the one in the archive`]),
    ...(isFound ? [] : [`${line}: print ${print.id} is not found by its serial numbers ${String(serials)} but by ${String(found)}`]),
  ];
}

/** Whether a print in the later state may have been in the earlier one. */
function isReached(earlier: string, later: string): boolean {
  const revisions: Record<string, number> = STATE_REVISIONS;
  return earlier === later || (revisions[earlier] ?? 0) < (revisions[later] ?? 0);
}

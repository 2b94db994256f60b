import type { DatabaseSync } from 'node:sqlite';
import type { PrintCounters } from '#contract/api-v3/print-counters.ts';
import type { PrintHistory } from '#contract/api-v3/print-history.ts';
import type { VerdictCounts } from '#contract/api-v3/verification.ts';
import { readApi } from '#support/call-api.ts';
import type { Site, VerifiedPrint } from '../engines/site.ts';
import { printerUrl } from '../lines.ts';
import { isExplained, type UnmatchedResult } from './explained-verdicts.ts';
import { TRAVEL, type Fate, type ReaderStation } from './reader-station.ts';

/** The verdict that a product has to get. */
const VERDICTS: Record<Fate, string> = {
  ...{ right: 'verified', doubled: 'verified', 'no-read': 'not-read', lost: 'not-read' },
  ...{ misread: 'misread', 'wrong-code': 'mismatch' },
};
/** How long before and after the end of a controller a verdict may be missing, in milliseconds. */
const AROUND_END = 5_000;

const NO_VERDICTS: VerdictCounts = { verified: 0, misread: 0, mismatch: 0, notRead: 0 };
const IN_LEDGER = 'SELECT verification AS verdict, count(*) AS count FROM prints WHERE printer = ? GROUP BY 1';
const IN_RESULTS = 'SELECT verdict, count(*) AS count FROM reader_results WHERE printer = ? GROUP BY 1';

/** What the verdicts of a printer were compared with. */
export interface VerdictResult {
  /** Prints whose verdict is that of their product. */
  right: number;
  /** Prints whose recorded times prove that this machine was too busy to give them the result of their product. */
  late: number;
  /** Prints that were unknown once, and those whose controller ended before it gave a verdict. */
  ended: number;
  faults: string[];
}

/** When controllers ended and were back, in milliseconds since the epoch. */
export type Outage = readonly [from: number, to: number];

/** Compares the verdict on each print after `from` with what the reader made of its product. */
export function judgeVerdicts(
  site: Site,
  station: ReaderStation,
  { outages, from }: { outages: readonly Outage[]; from: number },
): VerdictResult & { last: number } {
  const { printer } = station.plan;
  const prints = site.verifiedPrints(printer, from);
  const unmatched = site.read((database) => unmatchedResults(database, printer));
  const evidence = { prints, passed: station.passed, unmatched, delay: delayOf(station), window: station.plan.window };
  const result: VerdictResult = { right: 0, late: 0, ended: 0, faults: [] };
  for (const print of prints) {
    const product = station.passed.get(print.serial);
    const expected = product && VERDICTS[product.fate];
    if (expected !== undefined && expected === print.verification) result.right += 1;
    else if (print.wasUnknown || isNear(print.settled, outages)) result.ended += 1;
    else if (isExplained(print, evidence)) result.late += 1;
    else result.faults.push(faultOf(print, station));
  }
  return { ...result, last: prints.at(-1)?.id ?? from };
}

function faultOf({ id, serial, verification, settled }: VerifiedPrint, station: ReaderStation): string {
  const product = station.passed.get(serial);
  const verdict = verification ?? 'without a verdict';
  const start = `${station.plan.printer}: print ${id} (${serial}) is ${verdict}`;
  if (!product) return `${start}; its product was not at the reader`;
  const late = product.at - settled - delayOf(station);
  return `${start}; its product was ${product.fate}, so that it is ${VERDICTS[product.fate]}; its result came ${late} ms from its moment`;
}

function isNear(time: number, outages: readonly Outage[]): boolean {
  return outages.some(([from, to]) => time >= from - AROUND_END && time <= to + AROUND_END);
}

/** Milliseconds from the record of a print to its result, as the reader is configured. */
export function delayOf({ plan }: ReaderStation): number {
  return TRAVEL - plan.lag;
}

/** Sentences about verdicts that are counted differently in the ledger, the counters, the results of the reader, the history and the API. */
export async function compareVerdicts(site: Site, printer: string): Promise<string[]> {
  const url = printerUrl(site.url, printer);
  const { verification: counters = NO_VERDICTS } = await readApi<PrintCounters>(`${url}/printCounters`);
  const { notVerified = [] } = await readApi<PrintHistory>(`${url}/printHistory`);
  const ledger = site.read((database) => countsIn(database, IN_LEDGER, printer));
  const results = site.read((database) => countsIn(database, IN_RESULTS, printer));
  const faults = (Object.keys(NO_VERDICTS) as (keyof VerdictCounts)[]).flatMap((verdict) => {
    const all = { ledger: ledger[verdict], counters: counters[verdict], results: results[verdict] };
    return new Set(Object.values(all)).size === 1 ? [] : [`${printer}: the counts differ (${verdict}): ${JSON.stringify(all)}`];
  });
  const failed = counters.misread + counters.mismatch + counters.notRead;
  const inHistory = notVerified.reduce((sum, count) => sum + count, 0);
  return failed === inHistory ? faults : [...faults, `${printer}: ${failed} prints are not verified, ${inHistory} in the history`];
}

/** How many results with a text of the reader are stored. */
export function storedTexts(site: Site, printer: string): number {
  const sql = 'SELECT count(*) AS results FROM reader_results WHERE printer = ? AND read_text IS NOT NULL';
  return Number(site.read((database) => database.prepare(sql).get(printer)?.['results']));
}

/** The results that belong to no print. */
function unmatchedResults(database: DatabaseSync, printer: string): UnmatchedResult[] {
  const sql = "SELECT at, reason, read_text FROM reader_results WHERE printer = ? AND verdict = 'unmatched'";
  return database
    .prepare(sql)
    .all(printer)
    .map(({ at, reason, read_text: text }) => ({ at: Number(at), reason: String(reason), text: text === null ? null : String(text) }));
}

/** Counts the verdicts that a statement returns. */
function countsIn(database: DatabaseSync, sql: string, printer: string): VerdictCounts {
  const counts = { ...NO_VERDICTS };
  for (const { verdict, count } of database.prepare(sql).all(printer)) {
    const key = verdict === 'not-read' ? 'notRead' : String(verdict);
    if (key in counts) counts[key as keyof VerdictCounts] = Number(count);
  }
  return counts;
}

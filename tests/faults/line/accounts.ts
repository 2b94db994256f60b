import type { DatabaseSync } from 'node:sqlite';
import type { ControllerLineList } from '#contract/api-v3/controller-line.ts';
import type { MissedTriggersPage } from '#contract/api-v3/missed-trigger.ts';
import type { PrintCounters } from '#contract/api-v3/print-counters.ts';
import type { PrintHistory } from '#contract/api-v3/print-history.ts';
import type { PrinterStatus } from '#contract/api-v3/printer.ts';
import { readApi } from '#support/call-api.ts';
import type { Site, SitePrinter } from '../engines/site.ts';
import { printerUrl } from '../lines.ts';

/** What the database says of one printer. */
interface Recorded {
  /** Prints of all states. */
  prints: number;
  printed: number;
  handedOver: number;
  missed: number;
  /** Products that are a void print and a missed one: their device refused the print after it was reserved. */
  refused: number;
}

/** What the detector of one printer has seen. */
export interface Seen {
  pulses: number;
  /** The fewest and the most products that ended controllers have lost. */
  least: number;
  most: number;
}

/** Compares everything that counts the prints and products of a printer. Returns sentences about differences. */
export async function compareCounts(site: Site, { name: printer, productDetector }: SitePrinter): Promise<string[]> {
  const recorded = site.read((database) => recordedOf(database, printer));
  const url = printerUrl(site.url, printer);
  const counters = await readApi<PrintCounters>(`${url}/printCounters`);
  const history = await readApi<PrintHistory>(`${url}/printHistory`);
  const missed = await readApi<MissedTriggersPage>(`${url}/missedTriggers`);
  const pairs: [string, number, number][] = [
    // A coder that starts its prints itself tells no triggers.
    ['accepted triggers and prints', counters.triggers, productDetector === 'device' ? 0 : recorded.prints],
    ['printed labels and printed prints', counters.printedLabels, recorded.printed],
    ['labels and prints that were handed over', counters.handedOverLabels ?? 0, recorded.handedOver],
    ['printed labels and the history', counters.printedLabels, history.count.reduce((sum, count) => sum + count, 0)],
    ['missed triggers and products', missed.total, recorded.missed],
  ];
  const differing = pairs
    .filter(([, one, other]) => one !== other)
    .map(([what, one, other]) => `the counts differ (${what}): ${one} and ${other}`);
  return differing.map((fault) => `${printer}: ${fault}`);
}

/** Every product that a detector saw was printed or missed, but for those that ended controllers have lost. */
export function compareProducts(site: Site, printer: string, { pulses, least, most }: Seen): { lost: number; faults: string[] } {
  const { prints, missed, refused } = site.read((database) => recordedOf(database, printer));
  const lost = pulses - (prints + missed - refused);
  const allowed = least === most ? `${most}` : `${least} to ${most}`;
  const sentence = `${printer}: its detector saw ${pulses} products; ${prints} prints, ${missed} missed, ${refused} of them both; ${lost} are lost, ${allowed} may be`;
  return { lost, faults: lost >= least && lost <= most ? [] : [sentence] };
}

function recordedOf(database: DatabaseSync, printer: string): Recorded {
  const prints = database
    .prepare(
      `SELECT count(*) AS prints, count(*) FILTER (WHERE state = 'printed') AS printed, count(*) FILTER (WHERE state = 'handed-over') AS handed
      FROM prints WHERE printer = ?`,
    )
    .get(printer);
  const missed = database
    .prepare(
      `SELECT coalesce(sum(products), 0) AS missed, count(*) FILTER (WHERE reason LIKE '%" did not take the print: %') AS refused
      FROM missed_triggers WHERE printer = ?`,
    )
    .get(printer);
  return {
    prints: Number(prints?.['prints']),
    printed: Number(prints?.['printed']),
    handedOver: Number(prints?.['handed']),
    missed: Number(missed?.['missed']),
    refused: Number(missed?.['refused']),
  };
}

/** Sentences about what is stuck: lines that are stopped, stops without a reason, printers that do not print, and prints without an outcome. */
export async function findStuck(site: Site, printers: readonly SitePrinter[]): Promise<string[]> {
  const lines = await readApi<ControllerLineList>(`${site.url}/api/v3/lines`);
  const stopped = lines.flatMap(({ name, state }) => state.stops.map(({ detail }) => `the line "${name}" is still stopped: ${detail}`));
  const unexplained = site.read((database) =>
    database.prepare(`SELECT line, id FROM line_stops WHERE ended IS NOT NULL AND coalesce(reason, '') = ''`).all(),
  );
  const faults = [
    ...stopped,
    ...unexplained.map(({ line, id }) => `stop ${Number(id)} of the line "${String(line)}" ended without a reason`),
  ];
  for (const { name, mayHold = 0 } of printers) {
    const { state, errors } = await readApi<PrinterStatus>(`${printerUrl(site.url, name)}/status`);
    if (state !== 'STARTED') faults.push(`${name} is ${state}: ${errors.join(' ')}`);
    const open = site.read((database) =>
      database.prepare(`SELECT id, state FROM prints WHERE printer = ? AND state IN ('reserved', 'sent', 'unknown') ORDER BY id`).all(name),
    );
    const stuck = open.filter((print) => print['state'] !== 'sent').concat(open.length > mayHold ? open : []);
    faults.push(...stuck.map((print) => `${name}: print ${Number(print['id'])} is still ${String(print['state'])}`));
  }
  return faults;
}

import { setTimeout as wait } from 'node:timers/promises';
import type { LineReader } from '#contract/api-v3/reader.ts';
import { readApi } from '#support/call-api.ts';
import { refuse } from '../fault-run.ts';
import type { Plant } from './plant.ts';
import type { ReaderStation } from './reader-station.ts';
import { compareVerdicts, judgeVerdicts, storedTexts, type Outage } from './verdicts.ts';

/** The longest time from a result to its durable record, in milliseconds. */
const UNTIL_STORED = 5_000;
const SETTLE_PATIENCE = 30_000;
const LOOK_EVERY = 50;
/** Nothing waits at so many looks in a row. */
const IDLE_LOOKS = 10;

/** The verdicts of all readers of a plant, from stretch to stretch. */
export class LineVerification {
  right = 0;
  late = 0;
  ended = 0;
  readonly #plant: Plant;
  readonly #outages: Outage[] = [];
  /** By printer: the last print that was judged, and the results that ended controllers may have lost. */
  readonly #judged = new Map<string, number>();
  readonly #lost = new Map<string, { least: number; most: number }>();

  constructor(plant: Plant) {
    this.#plant = plant;
  }

  /** A controller ended that long ago, in milliseconds, and is back. Results of the last moments before are perhaps not stored. */
  controllerEnded(ago: number): void {
    this.#outages.push([Date.now() - ago, Date.now()]);
    const since = performance.now() - ago - UNTIL_STORED;
    for (const station of this.#plant.stations) {
      const { printer } = station.plan;
      const { least, most } = this.#lostOf(printer);
      this.#lost.set(printer, { least, most: most + station.sentSince(since) });
    }
  }

  /** Resolves when no product is on its way to a reader, and no print waits for its result. */
  async settled(): Promise<void> {
    const { site, stations } = this.#plant;
    for (const station of stations) await station.empty();
    const end = performance.now() + SETTLE_PATIENCE;
    for (let idle = 0; idle < IDLE_LOOKS; await wait(LOOK_EVERY)) {
      const readers = await readApi<LineReader[]>(`${site.url}/api/v3/readers`);
      const waiting = readers.filter(({ underway, state }) => underway > 0 || state !== 'connected');
      idle = waiting.length === 0 ? idle + 1 : 0;
      if (performance.now() > end)
        refuse(waiting.map(({ name, state, underway }) => `${name} is ${state}, ${underway} prints wait for a result`));
    }
  }

  /** What was judged, in one sentence. */
  figures(): string {
    return `${this.right} verdicts as the products were, ${this.late} results read too late, ${this.ended} prints without a moment or whose controller ended`;
  }

  /** Sentences about verdicts that are wrong, and counts that differ. */
  async compare(): Promise<string[]> {
    const { site, stations } = this.#plant;
    const faults: string[] = [];
    for (const station of stations) {
      const { printer } = station.plan;
      const judged = judgeVerdicts(site, station, { outages: this.#outages, from: this.#judged.get(printer) ?? 0 });
      this.right += judged.right;
      this.late += judged.late;
      this.ended += judged.ended;
      this.#judged.set(printer, judged.last);
      faults.push(
        ...judged.faults,
        ...(await compareVerdicts(site, printer)),
        ...this.#compareTexts(station),
        ...this.#compareRejects(printer),
      );
    }
    return faults;
  }

  #lostOf(printer: string): { least: number; most: number } {
    return this.#lost.get(printer) ?? { least: 0, most: 0 };
  }

  /** Every line with a code that a reader has sent is stored once, on a print or as unmatched. */
  #compareTexts(station: ReaderStation): string[] {
    const { printer } = station.plan;
    const { least, most } = this.#lostOf(printer);
    const [sent, stored] = [station.sentSince(0), storedTexts(this.#plant.site, printer)];
    const lost = sent - stored;
    this.#lost.set(printer, { least: lost, most: lost });
    return lost >= least && lost <= most
      ? []
      : [`${printer}: its reader sent ${sent} codes, ${stored} are stored; ${least} to ${most} may be lost by the end of controllers`];
  }

  /** No product is rejected without a cause; those of causes that follow closely are rejected at once. */
  #compareRejects(printer: string): string[] {
    const { site, counting } = this.#plant;
    const rejects = counting.pulsesOf(this.#plant.rejectOutput(printer));
    const sql = `SELECT (SELECT count(*) FROM prints WHERE printer = ?1 AND verification <> 'verified')
      + (SELECT coalesce(sum(products), 0) FROM missed_triggers WHERE printer = ?1) AS causes`;
    const causes = Number(site.read((database) => database.prepare(sql).get(printer)?.['causes']));
    const isRight = rejects <= causes && (rejects > 0 || causes === 0);
    return isRight ? [] : [`${printer}: ${rejects} rejects for ${causes} products that were missed or not verified`];
  }
}

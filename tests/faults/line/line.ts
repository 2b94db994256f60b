import { setTimeout as wait } from 'node:timers/promises';
import type { Signals } from '#contract/api-v3/signal-device.ts';
import { readApi } from '#support/call-api.ts';
import { Random } from '#support/random.ts';
import { findFaults, type LedgerPrint } from '../engines/judge.ts';
import type { Sheet } from '../engines/paper.ts';
import type { SitePrinter } from '../engines/site.ts';
import { VirtualMarks } from '../engines/virtual-marks.ts';
import { refuse, type Order } from '../fault-run.ts';
import { compareCounts, compareProducts, findStuck } from './accounts.ts';
import { LostProducts } from './lost-products.ts';
import { Person } from './person.ts';
import { Plant, VIRTUAL_DEPTH, VIRTUAL_PRINTER } from './plant.ts';
import { LineVerification } from './verification.ts';
import { Troubles } from './troubles.ts';

/** How many times faster than a real line everything is: products, faults, and what persons do. */
const SPEED_UP = 8;
const MINUTE = 60_000;
/** Minutes of the line after which it is emptied and everything is compared. */
const STRETCH = 10;
/** Share of the stretches in which the controller is killed, and in which it is restarted. */
const KILLS = 0.35;
const RESTARTS = 0.15;
/** The longest time that the controller is off, in milliseconds. */
const OFF = 2_000;
const LOOK_EVERY = 20;
/** A device that is idle at so many looks in a row prints nothing more. */
const STILL_LOOKS = 25;
const READ_PATIENCE = 60_000;
/** How often a person resumes the lines and looks at the paper before nothing may be left. */
const SETTLE_ROUNDS = 6;

/**
 * An hour of two lines, in real time that is compressed: the products, faults and interventions of an hour in an eighth of it. Every few minutes of
 * the line it is emptied, and everything that counts is compared.
 */
export async function line({ amount, seed, tell }: Order): Promise<string> {
  const plant = await Plant.build(seed);
  const run = new LineRun(plant, seed);
  let isOver = false;
  try {
    for (let minute = 0; minute < amount; minute += STRETCH) {
      await run.stretch(Math.min(STRETCH, amount - minute));
      tell(`minute ${Math.min(amount, minute + STRETCH)}: ${run.figures()}`);
    }
    isOver = true;
    return `${amount} minutes of the line at ${SPEED_UP} times its speed; ${run.figures()}; ${run.details()}`;
  } finally {
    if (!isOver) tell(`the evidence is in ${plant.site.folder}`);
    await plant.close(!isOver);
  }
}

class LineRun {
  readonly #plant: Plant;
  readonly #random: Random;
  readonly #troubles: Troubles;
  readonly #person: Person;
  readonly #marks: VirtualMarks;
  readonly #verdicts: LineVerification;
  readonly #lost = new LostProducts();
  /** By line: how often it had been stopped before this stretch. */
  #stopsBefore = new Map<string, number>();
  #isOver = false;

  constructor(plant: Plant, seed: number) {
    const { site } = plant;
    this.#plant = plant;
    this.#random = new Random(seed);
    this.#troubles = new Troubles(plant, seed);
    this.#person = new Person(site);
    this.#verdicts = new LineVerification(plant);
    this.#marks = new VirtualMarks(site.folder, { printer: VIRTUAL_PRINTER, position: site.position(VIRTUAL_PRINTER) });
  }

  /** Lets the line run for so many of its minutes, empties it, and compares. */
  async stretch(minutes: number): Promise<void> {
    const { site, conveyors, counting, plain } = this.#plant;
    await site.ready();
    // The first reading after a connection is where a detector starts from.
    await Promise.all([counting.answered(20), plain.answered(20)]);
    this.#isOver = false;
    this.#stopsBefore = this.#stops();
    this.#troubles.ofPrinters.clear();
    const isOver = () => this.#isOver;
    let isEmpty = false;
    const readers = this.#plant.stations.map((station) => station.run(() => isEmpty));
    const running = [
      ...[...conveyors.values()].map((conveyor) => conveyor.run(isOver)),
      this.#plant.runCoders(isOver),
      this.#troubles.run(isOver),
      this.#person.run(isOver),
    ];
    await Promise.all([...running, this.#pass((minutes * MINUTE) / SPEED_UP)]);
    await this.#empty();
    isEmpty = true;
    await Promise.all(readers);
    await this.#verdicts.settled();
    await this.#compare();
  }

  /** One sentence about what was counted. */
  figures(): string {
    const sum = (sql: string) => Number(this.#plant.site.read((database) => database.prepare(sql).get()?.['sum']));
    const pulses = [...this.#plant.conveyors.values()].reduce((all, conveyor) => all + conveyor.pulses, 0);
    const troubles = [...this.#troubles.counts.values()].reduce((all, count) => all + count, 0);
    return [
      `${pulses} products at the detectors`,
      `${sum('SELECT count(*) AS sum FROM prints')} prints`,
      `${sum("SELECT count(*) AS sum FROM prints WHERE state = 'void'")} void`,
      `${sum('SELECT coalesce(sum(products), 0) AS sum FROM missed_triggers')} products missed`,
      `${troubles} faults`,
      `${sum('SELECT count(*) AS sum FROM line_stops')} stops`,
      this.#verdicts.figures(),
    ].join(', ');
  }

  details(): string {
    const list = (counts: ReadonlyMap<string, number>) => [...counts].map(([what, count]) => `${count} ${what}`).join(', ');
    return `faults: ${list(this.#troubles.counts)}; stops: ${list(this.#person.stops)}; ${this.#person.acceptedCounts} counts accepted`;
  }

  /** Resolves when the time is over and the controller runs. */
  async #pass(milliseconds: number): Promise<void> {
    const end = performance.now() + milliseconds;
    const chance = this.#random.fraction();
    const before = milliseconds * this.#random.fraction() * 0.7;
    const off = this.#random.whole(0, OFF);
    if (chance < KILLS + RESTARTS) {
      await wait(before);
      await this.#interrupt(chance < KILLS ? 'kill' : 'restart', off);
    }
    await wait(Math.max(0, end - performance.now()));
    this.#isOver = true;
  }

  async #interrupt(kind: 'kill' | 'restart', off: number): Promise<void> {
    const { site, printers, conveyors, counting, plain } = this.#plant;
    const ended = performance.now();
    await (kind === 'kill' ? site.kill() : site.stop());
    for (const { name } of printers) this.#troubles.count(kind, name);
    await wait(off);
    await site.start();
    await Promise.all([counting.answered(20), plain.answered(20)]);
    this.#verdicts.controllerEnded(performance.now() - ended);
    for (const [printer, conveyor] of conveyors) await this.#lost.controllerEnded(printer, conveyor, ended);
  }

  /** No product comes any more: everything that was still in progress gets its outcome, and a person looks at the paper for what is unknown. */
  async #empty(): Promise<void> {
    const { site, printers } = this.#plant;
    await this.#allRead();
    for (let round = 1; round <= SETTLE_ROUNDS; round += 1) {
      await this.#person.resumeAll();
      await site.ready();
      await this.#isStill();
      for (const printer of printers) await this.#judge(printer);
      await this.#person.acceptCounts();
      // What a coder held when its line was stopped may have become unknown.
      if ((await findStuck(site, printers)).length === 0) return;
    }
  }

  /** Resolves when the controller has read every count of the module. */
  async #allRead(): Promise<void> {
    const { site, counting } = this.#plant;
    const url = `${site.url}/api/v3/signalDevices/Counting/signals`;
    for (const end = performance.now() + READ_PATIENCE; ; await wait(LOOK_EVERY)) {
      const { inputs } = await readApi<Signals>(url);
      const unread = inputs.filter(({ channel, count }) => count !== undefined && count !== counting.emulator.tables.counters[channel]);
      if (unread.length === 0) return;
      if (performance.now() > end)
        refuse(unread.map(({ channel, count }) => `input ${channel} was read with ${count}, but has counted more`));
    }
  }

  async #isStill(): Promise<void> {
    for (const { isBusy } of this.#plant.devices) {
      for (let looks = 0; looks < STILL_LOOKS; looks = isBusy?.() ? 0 : looks + 1) await wait(LOOK_EVERY);
    }
  }

  async #compare(): Promise<void> {
    const { site, printers } = this.#plant;
    refuse(site.findLedgerFaults());
    refuse(await this.#verdicts.compare());
    for (const printer of printers) {
      const { name } = printer;
      const conveyor = this.#plant.conveyors.get(name);
      refuse(await compareCounts(site, printer));
      if (!conveyor) continue;
      const { lost, faults } = compareProducts(site, name, { pulses: conveyor.pulses, ...this.#lost.of(name) });
      refuse(faults);
      this.#lost.counted(name, lost);
    }
    refuse(await findStuck(site, printers));
  }

  /** Compares the ledger with the paper. A person looks at it for each print that is unknown. */
  async #judge({ name, mayHold = 0 }: SitePrinter): Promise<void> {
    const { site } = this.#plant;
    const device = this.#plant.device(name);
    const prints = site.prints(name);
    const sheets = device ? await device.paper.read() : this.#marks.read(prints);
    const depth = device ? device.depth : VIRTUAL_DEPTH;
    refuse(
      findFaults({
        ...{ printer: name, prints, sheets, mayHold, acknowledged: [] },
        maxUnknown: (depth ?? 1) * ((this.#troubles.ofPrinters.get(name) ?? 0) + this.#stopsOf(name)),
        isProven: depth !== undefined,
        rowsBefore: site.serialsBefore(name, lastSerial(prints)),
        owed: site.owed(name),
        ...(device?.count && { count: { counted: device.count(), tests: 0 } }),
      }),
    );
    for (const { id, state, serial } of prints) if (state === 'unknown') await this.#resolve(id, serial, sheets);
  }

  /** How often the line of a printer was stopped in this stretch: what a coder holds is withdrawn then, and it may print meanwhile. */
  #stopsOf(printer: string): number {
    const { name = '' } = this.#plant.lineOf(printer) ?? {};
    return (this.#stops().get(name) ?? 0) - (this.#stopsBefore.get(name) ?? 0);
  }

  #stops(): Map<string, number> {
    const rows = this.#plant.site.read((database) =>
      database.prepare('SELECT line, count(*) AS stops FROM line_stops GROUP BY line').all(),
    );
    return new Map(rows.map(({ line: name, stops }) => [String(name), Number(stops)]));
  }

  async #resolve(id: number, serial: string, sheets: readonly Sheet[]): Promise<void> {
    await this.#plant.site.resolve(id, sheets.some((sheet) => sheet.serial === serial) ? 'printed' : 'void');
  }
}

function lastSerial(prints: readonly LedgerPrint[]): string {
  return prints.reduce((latest, { serial }) => (serial > latest ? serial : latest), '');
}

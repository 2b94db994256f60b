import { setTimeout as wait } from 'node:timers/promises';
import type { EmailState } from '#contract/api-v3/email.ts';
import type { LineReader } from '#contract/api-v3/reader.ts';
import type { SparkplugState } from '#contract/api-v3/sparkplug.ts';
import type { WebhookList } from '#contract/api-v3/webhook.ts';
import { readApi } from '#support/call-api.ts';
import { Random } from '#support/random.ts';
import { findFaults } from '../engines/judge.ts';
import { refuse } from '../fault-run.ts';
import { compareCounts, compareProducts } from '../line/accounts.ts';
import { LostProducts } from '../line/lost-products.ts';
import { allEvents, closeBooks } from './day-books.ts';
import { findDifferences } from './day-judge.ts';
import { OrderSystem } from './day-orders.ts';
import type { DayPlan, PlannedEnd } from './day-plan.ts';
import type { DayLine, DayPlant } from './day-plant.ts';
import type { DayReceivers } from './day-receivers.ts';
import { DayStaff } from './day-staff.ts';
import { DayTroubles } from './day-troubles.ts';

/** The longest time without a print while orders have not ended, and the longest one until nothing waits to be sent, in milliseconds. */
const PRINT_PATIENCE = 180_000;
const QUEUE_PATIENCE = 300_000;
const LOOK_EVERY = 250;
/** How often persons look at the products of unknown prints, and finish what is owed again. */
const ROUNDS = 8;
const REPORT_EVERY = 30_000;

export interface DayRunOptions {
  plant: DayPlant;
  receivers: DayReceivers;
  plan: DayPlan;
  seed: number;
  tell: (line: string) => void;
}

/** Lets a day happen, finishes what was begun, and compares everything that counts. */
export class DayRun {
  readonly #options: DayRunOptions;
  readonly #orders: OrderSystem;
  readonly #staff: DayStaff;
  readonly #troubles: DayTroubles;
  readonly #lost = new LostProducts();
  readonly #ends: { from: number; to: number }[] = [];
  #began = 0;

  constructor(options: DayRunOptions) {
    const { plant, plan, seed } = options;
    this.#options = options;
    this.#orders = new OrderSystem(plant, new Random(seed + 1));
    this.#staff = new DayStaff(plant, plan, new Random(seed + 2));
    this.#troubles = new DayTroubles(plant, seed);
  }

  /** Resolves with a sentence of figures. Throws a `Violation` at the first difference. */
  async run(): Promise<string> {
    const { plant, receivers, tell } = this.#options;
    const { firstEvent, from } = await this.#open();
    await this.#passDay();
    tell('the day is over; what was begun is finished');
    await this.#finish();
    await this.#queuesAreEmpty();
    const sent = this.#orders.sent;
    const books = {
      ...(await closeBooks({ plant, receivers, from, firstEvent }, sent)),
      sent,
      stated: this.#staff.stated,
      ends: this.#ends,
    };
    refuse(plant.site.findLedgerFaults());
    for (const line of plant.lines) refuse(await this.#comparePrinter(line));
    refuse(findDifferences(books));
    return this.#figures(books);
  }

  /** The receivers are registered before anything happens, and each line has begun to be recorded. */
  async #open(): Promise<{ firstEvent: number; from: number }> {
    const { plant, receivers } = this.#options;
    const api = `${plant.site.url}/api/v3`;
    const last = async (): Promise<number> => (await allEvents(api, 0)).at(-1)?.number ?? 0;
    let firstEvent = await last();
    await receivers.register(plant);
    // What was recorded meanwhile may have been seen by some of them only.
    for (let next = await last(); next !== firstEvent; next = await last()) {
      await receivers.forget(plant);
      firstEvent = await last();
      await receivers.register(plant);
    }
    const sql = 'SELECT count(DISTINCT line) AS count FROM line_periods';
    while (this.#count(sql) < plant.lines.length) await wait(LOOK_EVERY);
    return { firstEvent, from: Date.now() };
  }

  async #passDay(): Promise<void> {
    const { plan, receivers } = this.#options;
    this.#began = performance.now();
    const end = this.#began + plan.length;
    await this.#workDuring(async () => {
      await Promise.all([
        this.#orders.run(plan.orders, this.#began),
        receivers.run(plan, this.#began),
        this.#troubles.run(() => performance.now() >= end),
        this.#endControllers(plan.ends),
        this.#report(end),
      ]);
      await this.#ordersHaveEnded();
    });
  }

  /** Lines run and persons look after them until an act has ended. */
  async #workDuring(act: () => Promise<void>): Promise<void> {
    let isOver = false;
    const acting = act().finally(() => (isOver = true));
    await Promise.all([acting, this.#work(() => isOver)]);
  }

  async #work(isOver: () => boolean): Promise<void> {
    const { lines, stations } = this.#options.plant;
    await Promise.all([
      this.#staff.run(this.#began, isOver),
      ...lines.map(({ conveyor }) => conveyor.run(isOver)),
      ...stations.map((station) => station.run(isOver)),
    ]);
  }

  async #report(end: number): Promise<void> {
    while (performance.now() < end) {
      await wait(Math.min(REPORT_EVERY, Math.max(0, end - performance.now())));
      this.#options.tell(`${this.#orders.sent.length} orders, ${this.#count('SELECT count(*) AS count FROM prints')} prints`);
    }
  }

  async #endControllers(ends: readonly PlannedEnd[]): Promise<void> {
    const { plant } = this.#options;
    for (const { kind, at, off } of ends) {
      await wait(Math.max(0, this.#began + at - performance.now()));
      const [ended, from] = [performance.now(), Date.now()];
      await (kind === 'kill' ? plant.site.kill() : plant.site.stop());
      await wait(off);
      await plant.site.start();
      this.#ends.push({ from, to: Date.now() });
      await plant.answered();
      for (const { printer, conveyor } of plant.lines) await this.#lost.controllerEnded(printer.name, conveyor, ended);
    }
  }

  async #ordersHaveEnded(): Promise<void> {
    let prints = -1;
    for (let progress = performance.now(); ; await wait(LOOK_EVERY)) {
      const active = await this.#staff.activeOrders();
      if (active.length === 0 && this.#staff.queuedJobs().size === 0) return;
      const now = this.#count('SELECT coalesce(max(id), 0) AS count FROM prints');
      if (now > prints) progress = performance.now();
      prints = now;
      if (performance.now() > progress + PRINT_PATIENCE)
        refuse([
          ...active.map(({ id, state, reason }) => `the order ${id} is still ${state}, and nothing is printed: ${reason ?? ''}`),
          ...[...this.#staff.queuedJobs()].map(([printer, job]) => `${printer}: the job ${job} waits, and nothing is printed`),
        ]);
    }
  }

  /** Everything in progress gets its outcome: persons look at the products of unknown prints, and copies that are owed again are printed. */
  async #finish(): Promise<void> {
    const { plant } = this.#options;
    for (let round = 1; round <= ROUNDS; round += 1) {
      await plant.allRead();
      await this.#printsHaveEnded();
      await plant.isStill();
      for (const station of plant.stations) await station.empty();
      await this.#resolve();
      // A print that was not made is owed again by its job or its order, also if that was done.
      if (this.#staff.queuedJobs().size === 0 && (await this.#staff.activeOrders()).length === 0) break;
      await this.#workDuring(() => this.#ordersHaveEnded());
    }
    await this.#staff.look(performance.now() - this.#began);
    await this.#staff.stateReasons();
  }

  /** Resolves when no print is in progress. */
  async #printsHaveEnded(): Promise<void> {
    const sql = "SELECT id, printer, state FROM prints WHERE state IN ('reserved', 'sent')";
    for (const end = performance.now() + QUEUE_PATIENCE; ; await wait(LOOK_EVERY)) {
      const open = this.#options.plant.site.read((database) => database.prepare(sql).all());
      if (open.length === 0) return;
      if (performance.now() > end)
        refuse(open.map(({ id, printer, state }) => `${String(printer)}: print ${Number(id)} is still ${String(state)}`));
    }
  }

  async #resolve(): Promise<void> {
    const { site, lines } = this.#options.plant;
    for (const { printer, paper } of lines) {
      const unknown = site.prints(printer.name).filter(({ state }) => state === 'unknown');
      if (unknown.length === 0) continue;
      const serials = new Set((await paper()).map(({ serial }) => serial));
      for (const { id, serial } of unknown) await site.resolve(id, serials.has(serial) ? 'printed' : 'void');
    }
  }

  /** Resolves when everything is recorded and sent. */
  async #queuesAreEmpty(): Promise<void> {
    for (const end = performance.now() + QUEUE_PATIENCE; ; await wait(LOOK_EVERY)) {
      const waiting = await this.#waiting();
      if (waiting.length === 0) return;
      if (performance.now() > end) refuse(waiting);
    }
  }

  async #waiting(): Promise<string[]> {
    const api = `${this.#options.plant.site.url}/api/v3`;
    const unrecorded = this.#count(`SELECT count(*) AS count FROM prints LEFT JOIN recorded_prints USING (printer)
      WHERE prints.id > coalesce(recorded_prints.print, 0)`);
    const unresolved = this.#count(
      `SELECT count(*) AS count FROM recorded_unknown JOIN prints ON prints.id = print WHERE state <> 'unknown'`,
    );
    const { history } = await readApi<SparkplugState>(`${api}/sparkplug/state`);
    const mail = await readApi<EmailState>(`${api}/email/state`);
    const webhooks = await readApi<WebhookList>(`${api}/webhooks`);
    const readers = await readApi<LineReader[]>(`${api}/readers`);
    const lag = webhooks.reduce((sum, { state }) => sum + state.waiting, 0);
    const counts = { 'prints without an event': unrecorded + unresolved, 'prints for the host application': history.waiting };
    const unread = readers.reduce((sum, { underway }) => sum + underway, 0);
    const queues = {
      ...counts,
      'prints without a verdict': unread,
      'events for the webhook': lag,
      'events for e-mails': mail.waiting,
      'alarms that last': mail.alarms.length,
    };
    const found = Object.entries(queues).filter(([, count]) => count > 0);
    const why = [mail.lastError, ...webhooks.map(({ state }) => state.lastError)].filter((reason) => reason !== undefined);
    return found.map(([what, count]) => `${count} ${what} (${why.join('; ')})`);
  }

  /** The paper, the counters, the history and the detector of one printer. */
  async #comparePrinter({ printer, device, conveyor, paper }: DayLine): Promise<string[]> {
    const { site } = this.#options.plant;
    const { name } = printer;
    const { faults } = compareProducts(site, name, { pulses: conveyor.pulses, ...this.#lost.of(name) });
    return [
      ...findFaults({
        ...{ printer: name, prints: site.prints(name), sheets: await paper(), acknowledged: [], mayHold: 0, maxUnknown: 0 },
        // Rows of orders that were cancelled are not printed: the orders say how many of theirs were.
        ...{ isProven: device === undefined || device.depth !== undefined, rowsBefore: [], owed: [] },
        ...(device?.count && { count: { counted: device.count(), tests: 0 } }),
      }),
      ...(await compareCounts(site, printer)),
      ...faults,
    ];
  }

  #count(sql: string): number {
    return Number(this.#options.plant.site.read((database) => database.prepare(sql).get()?.['count']));
  }

  #figures({ events, messages, emails, prints, lines }: Awaited<ReturnType<typeof closeBooks>>): string {
    const list = (counts: ReadonlyMap<string, number>): string => [...counts].map(([what, count]) => `${count} ${what}`).join(', ');
    const of = (state: string): number => prints.filter((print) => print.state === state).length;
    const read = prints.filter(({ verification }) => verification !== null);
    const failed = read.filter(({ verification }) => verification !== 'verified');
    const { sent } = this.#orders;
    const { started, aborted, cancelled } = this.#staff.counts;
    return [
      `${sent.length} orders (${sent.filter(({ file }) => file !== undefined).length} by file, ${sent.filter(({ isWrong }) => isWrong).length} refused, ${cancelled} cancelled, ${aborted} aborted, ${started} started by persons)`,
      `${prints.length} prints (${of('printed')} printed, ${of('handed-over')} handed over, ${of('void')} void; ${read.length} read, ${failed.length} not verified), ${lines.reduce((sum, { missed }) => sum + missed, 0)} products without a print`,
      `${lines.reduce((sum, { reported }) => sum + reported.length, 0)} records at the host application, ${events.length} events, ${messages.length} messages of webhooks, ${emails.length} e-mails`,
      `${this.#ends.length} ends of the controller; faults: ${list(this.#troubles.counts)}; stops: ${list(this.#staff.stops)}; ${this.#staff.stated.size} reasons stated`,
      'all counts are equal',
    ].join('; ');
  }
}

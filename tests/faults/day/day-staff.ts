import { setTimeout as wait } from 'node:timers/promises';
import type { ControllerLineList } from '#contract/api-v3/controller-line.ts';
import type { DowntimeReasons, LinePeriodsPage } from '#contract/api-v3/downtime.ts';
import type { OrdersPage, PrintOrder } from '#contract/api-v3/order.ts';
import { callApi, readApi } from '#support/call-api.ts';
import type { Random } from '#support/random.ts';
import { Person } from '../line/person.ts';
import type { DayPlan, PlannedOrder } from './day-plan.ts';
import type { DayLine, DayPlant } from './day-plant.ts';

/** Milliseconds from one look at the lines to the next. */
const LOOK_EVERY = 250;
/** Looks from one to the next at the stops without a reason. */
const LOOKS_PER_REASON = 8;
/** Milliseconds for which a line is set up for its next job. */
const SET_UP = { least: 200, most: 2_500 };
/** A line whose products pass without a print is slowed down by this factor, up to so many times, and becomes faster with each look again. */
const SLOWER = 1.5;
const SLOWEST = 12;
const FASTER = 0.98;
const PAGE = 500;
const CONFLICT = 409;
const PRINTER_FAILED = 502;

/** What a person does at one line. */
interface Post {
  line: DayLine;
  /** The job that its line is set up for. */
  job?: string;
  /** When it is set up, in milliseconds of this process. */
  readyAt: number;
}

/** The persons at the lines: they start orders, set lines up, resume them, cancel and abort, and state the reasons of stops. */
export class DayStaff {
  readonly #plant: DayPlant;
  readonly #plan: DayPlan;
  readonly #random: Random;
  readonly #posts: readonly Post[];
  readonly #planned: ReadonlyMap<string, PlannedOrder>;
  /** Orders that were aborted or cancelled as planned. */
  readonly #interfered = new Set<string>();
  readonly #person: Person;
  #reasons: string[] = [];
  /** Reasons that were stated, by line and period. */
  readonly stated = new Map<string, string>();
  readonly counts = { started: 0, aborted: 0, cancelled: 0 };

  constructor(plant: DayPlant, plan: DayPlan, random: Random) {
    this.#plant = plant;
    this.#plan = plan;
    this.#random = random;
    this.#person = new Person(plant.site);
    this.#posts = plant.lines.map((line) => ({ line, readyAt: 0 }));
    this.#planned = new Map(plan.orders.map((order) => [order.id, order]));
  }

  /** How often each rule has stopped a line. */
  get stops(): ReadonlyMap<string, number> {
    return this.#person.stops;
  }

  /** Looks after the lines until it is over. Breaks are over when the day is. */
  async run(began: number, isOver: () => boolean): Promise<void> {
    for (let look = 0; !isOver(); look += 1) {
      await this.#plant.site.whileRunning(async () => {
        await this.look(performance.now() - began);
        if (look % LOOKS_PER_REASON === 0) await this.stateReasons();
      });
      await wait(LOOK_EVERY);
    }
    for (const { line } of this.#posts) line.isHeld = true;
  }

  /** One look at all lines, so many milliseconds after the begin of the day. */
  async look(time: number): Promise<void> {
    await this.#changeSpeeds();
    await this.#person.resumeAll();
    for (const order of await this.activeOrders()) await this.#follow(order);
    const jobs = this.queuedJobs();
    for (const [index, post] of this.#posts.entries()) {
      const isPaused = this.#plan.pauses[index]?.some(({ from, to }) => time >= from && time < to) === true;
      const job = jobs.get(post.line.printer.name);
      this.#setUp(post, job);
      post.line.isHeld = isPaused || job === undefined || performance.now() < post.readyAt;
    }
  }

  /** The orders that have not ended, oldest first. */
  async activeOrders(): Promise<PrintOrder[]> {
    const states = 'open,queued,running,interrupted';
    const orders: PrintOrder[] = [];
    let before = '';
    do {
      const page = await readApi<OrdersPage>(`${this.#api}/orders?states=${states}&limit=${PAGE}${before}`);
      orders.unshift(...page.orders.toReversed());
      before = page.next === null ? '' : `&before=${page.next}`;
    } while (before !== '');
    return orders;
  }

  /** By printer: the job that its next product is for. */
  queuedJobs(): ReadonlyMap<string, string> {
    const sql = "SELECT printer, id FROM jobs WHERE live = 1 AND state = 'queued' ORDER BY position DESC";
    const rows = this.#plant.site.read((database) => database.prepare(sql).all());
    return new Map(rows.map(({ printer, id }) => [String(printer), String(id)]));
  }

  /** States a reason for each stop that is asked about. */
  async stateReasons(): Promise<void> {
    if (this.#reasons.length === 0) this.#reasons = leavesOf(await readApi<DowntimeReasons>(`${this.#api}/downtimeReasons`));
    for (const { line } of this.#posts) {
      const url = `${this.#api}/lines/${encodeURIComponent(line.name)}/periods`;
      const { periods } = await readApi<LinePeriodsPage>(`${url}?needsReason=true&limit=${PAGE}`);
      for (const { id } of periods) {
        const reason = this.#random.pick(this.#reasons);
        // Before it is sent: a controller that is killed may have stored it.
        this.stated.set(`${line.name} ${id}`, reason);
        await callApi('PUT', `${url}/${id}/reason`, { reason, note: 'seen by the shift' });
      }
    }
  }

  get #api(): string {
    return `${this.#plant.site.url}/api/v3`;
  }

  /** Lines run as fast as their printers can print, also on a busy machine. */
  async #changeSpeeds(): Promise<void> {
    const lines = await readApi<ControllerLineList>(`${this.#api}/lines`);
    for (const { line } of this.#posts) {
      const stops = lines.find(({ name }) => name === line.name)?.state.stops ?? [];
      const isTooFast = stops.some(({ rule }) => rule === 'products-without-print');
      line.conveyor.slowness = isTooFast
        ? Math.min(SLOWEST, line.conveyor.slowness * SLOWER)
        : Math.max(1, line.conveyor.slowness * FASTER);
    }
  }

  /** A new job needs a set-up, in which no product comes. */
  #setUp(post: Post, job: string | undefined): void {
    if (job === undefined || job === post.job) return;
    post.job = job;
    post.readyAt = performance.now() + this.#random.whole(SET_UP.least, SET_UP.most);
  }

  async #follow(order: PrintOrder): Promise<void> {
    const { id, state, printed, handedOver, asked, start } = order;
    const { fate = 'printed' } = this.#planned.get(id) ?? {};
    const isHalf = printed + handedOver >= asked / 3;
    if (state === 'running' && fate !== 'printed' && isHalf && !this.#interfered.has(id)) return this.#interfere(order, fate);
    const waitsForPerson = state === 'interrupted' || (state === 'open' && start === 'operator');
    if (waitsForPerson && (await this.#tryPost(`orders/${id}/start`, {}))) this.counts.started += 1;
  }

  async #interfere({ id, printers: [printer = ''] }: PrintOrder, fate: 'cancelled' | 'aborted'): Promise<void> {
    if (fate === 'cancelled') await this.#tryPost(`orders/${id}/cancel`, { reason: 'no longer needed' });
    else await this.#tryPost(`printers/${encodeURIComponent(printer)}/abortPrint`, undefined);
    this.#interfered.add(id);
    this.counts[fate] += 1;
  }

  /** Returns false where something else was in the way, and where a device did not confirm that it stopped. */
  async #tryPost(path: string, body: object | undefined): Promise<boolean> {
    const content = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await fetch(`${this.#api}/${path}`, { method: 'POST', ...content });
    if (response.ok) return true;
    if (response.status === CONFLICT || response.status === PRINTER_FAILED) return false;
    throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
  }
}

/** The reasons that can be stated: groups cannot. */
function leavesOf(reasons: DowntimeReasons): string[] {
  return reasons.filter(({ key }) => !reasons.some(({ group }) => group === key)).map(({ key }) => key);
}

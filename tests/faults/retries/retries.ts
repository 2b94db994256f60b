import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startController, type ControllerProcess } from '#support/controller-process.ts';
import { Random } from '#support/random.ts';
import { EngineLog } from '../engine-log.ts';
import { refuse, type Order } from '../fault-run.ts';
import { LedgerFile } from '../ledger-file.ts';
import { furnishFolder, printerUrl, selectSerials, type LineSetup } from '../lines.ts';
import { ChaosProxy } from './chaos-proxy.ts';
import { triggerUntilAnswered } from './persistent-client.ts';

/** Lines that print instantly, since only the network should cause delays. */
const LINES: readonly LineSetup[] = ['First', 'Second', 'Third', 'Fourth'].map((counter, index) => ({
  printer: `Line ${index + 1}`,
  counter,
  lineSpeed: 100_000,
  bufferDepth: 64,
  isColor: false,
}));
const CLIENTS = 24;
/** Maximum number of prints of all printers between the response to a request and the mark. */
const HELD = CLIENTS;
/** One in this many requests is followed by another phase with kills of the controller. */
const SHARE_OF_KILLS = 10;
const REQUESTS_PER_KILL = 100;
const REPORT_EVERY = 1_000;
const SETTLE_PATIENCE = 20_000;

/**
 * Sends distinct requests through a bad network, repeats each until it is answered, and counts the prints; then continues while the
 * controller is killed.
 */
export async function retries({ amount, seed, tell }: Order): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'strobe-retries-'));
  const proxy = new ChaosProxy(new Random(seed));
  const plant = new Plant(folder, proxy);
  const more = Math.ceil(amount / SHARE_OF_KILLS);
  try {
    const port = await proxy.listen();
    await furnishFolder(folder, LINES);
    await selectSerials(await plant.start(), LINES);
    const send = (wave: Wave) => sendAll(wave, { port, plant, tell, keyOf: (number) => `${seed}-${number}` });
    const attempts = await send({ from: 0, to: amount, requestsPerKill: Infinity });
    await judge(folder, amount, plant.kills);
    const attemptsMore = await send({ from: amount, to: amount + more, requestsPerKill: REQUESTS_PER_KILL });
    const lost = await judge(folder, amount + more, plant.kills);
    const fates = [...proxy.fates].map(([fate, count]) => `${count} ${fate}`).join(', ');
    return [
      `${amount} distinct keys, ${amount} prints in ${attempts} attempts`,
      `${more} more with ${plant.kills} kills, ${more - lost} prints and ${lost} lost with the memory of printers, in ${attemptsMore} attempts`,
      fates,
    ].join('; ');
  } finally {
    await plant.close();
    await proxy.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The controller behind the proxy. */
class Plant {
  readonly #folder: string;
  readonly #proxy: ChaosProxy;
  #controller: ControllerProcess | undefined;
  #port = 0;
  #kills = 0;

  constructor(folder: string, proxy: ChaosProxy) {
    this.#folder = folder;
    this.#proxy = proxy;
  }

  get kills(): number {
    return this.#kills;
  }

  /** The service's Host header. */
  get host(): string {
    return `127.0.0.1:${this.#port}`;
  }

  async start(): Promise<string> {
    this.#controller = await startController({ dataFolder: this.#folder, port: this.#port, flags: ['--empty'] });
    this.#port = Number(new URL(this.#controller.url).port);
    this.#proxy.leadTo(this.#port);
    return this.#controller.url;
  }

  /** Kills the controller while requests are pending, and restarts it. */
  async replace(): Promise<void> {
    this.#kills += 1;
    await this.#controller?.kill();
    await this.start();
  }

  async close(): Promise<void> {
    await this.#controller?.kill();
  }
}

/** Requests by number, from `from` to `to` (exclusive). */
interface Wave {
  from: number;
  to: number;
  requestsPerKill: number;
}

interface Sending {
  port: number;
  plant: Plant;
  tell: Order['tell'];
  keyOf: (number: number) => string;
}

/** Returns the number of attempts. */
async function sendAll({ from, to, requestsPerKill }: Wave, { port, plant, tell, keyOf }: Sending): Promise<number> {
  let [next, attempts] = [from, 0];
  let replaced: Promise<void> = Promise.resolve();
  const client = async (): Promise<void> => {
    while (next < to) {
      const number = next++;
      const line = LINES[number % LINES.length]!;
      const path = new URL(`${printerUrl('http://service', line.printer)}/trigger`).pathname;
      const told = await triggerUntilAnswered({ port, host: plant.host, path, key: keyOf(number) });
      attempts += told.attempts;
      if (number % REPORT_EVERY === 0) tell(`${number} requests`);
      if ((number - from) % requestsPerKill === requestsPerKill / 2) replaced = replaced.then(() => plant.replace());
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  await replaced;
  return attempts;
}

/**
 * Every key must have one print that was made, and every print one mark of the engine. Prints in the memory of a virtual printer are lost
 * when its controller is killed; the engine's own count then resolves them as not made. Returns the number of these. Throws a `Violation`.
 */
async function judge(folder: string, amount: number, kills: number): Promise<number> {
  const ledger = new LedgerFile(folder);
  const open = () => ledger.prints(1).filter(({ state }) => state === 'reserved' || state === 'sent' || state === 'unknown');
  for (const end = Date.now() + SETTLE_PATIENCE; open().length > 0 && Date.now() < end;) await wait(50);
  const marks = LINES.flatMap(({ printer }, index) => new EngineLog(folder, { printer, position: index + 1 }).readOn());
  const printed = ledger.prints(1).filter(({ state }) => state === 'printed');
  const lost = ledger.read((database) => database.prepare(LOST_KEYS).all()).length;
  refuse([
    ...open().map(({ id, state }) => `print ${id} is still ${state}`),
    ...differ('keys of printed prints', new Set(printed.map(({ key }) => key)).size, amount - lost),
    ...differ('printed prints', printed.length, amount - lost),
    ...differ('marks', marks.length, amount - lost),
    ...differ('pictures that were marked', new Set(marks.map(({ pictureHash }) => pictureHash)).size, amount - lost),
    ...(lost > kills * HELD ? [`${lost} prints were lost with the memory of printers in ${kills} kills`] : []),
    ...ledger.findLedgerFaults(),
  ]);
  return lost;
}

/** Keys without a print that was made, which the engine's count has confirmed. */
const LOST_KEYS = `
  SELECT idempotency_key FROM prints WHERE idempotency_key IS NOT NULL GROUP BY idempotency_key
  HAVING sum(state = 'printed') = 0 AND sum(state = 'void' AND reason = 'not made according to the printer''s own count') = 1`;

function differ(what: string, found: number, wanted: number): string[] {
  return found === wanted ? [] : [`${found} ${what} for ${wanted} distinct keys`];
}

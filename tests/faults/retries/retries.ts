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

/** Marks in no time: what waits here is the network. */
const LINES: readonly LineSetup[] = ['First', 'Second', 'Third', 'Fourth'].map((counter, index) => ({
  printer: `Line ${index + 1}`,
  counter,
  lineSpeed: 100_000,
  bufferDepth: 64,
  isColor: false,
}));
const CLIENTS = 24;
/** The most prints of all printers between the answer to a request and the mark. */
const HELD = CLIENTS;
/** For so many requests there is one more while the controller is killed over and over, once in so many of these. */
const SHARE_OF_KILLS = 10;
const REQUESTS_PER_KILL = 100;
const TOLD_EVERY = 1_000;
const SETTLE_PATIENCE = 20_000;

/**
 * Sends distinct requests through a bad network, each again and again until it is answered, and counts what was printed; then some more while
 * the controller is killed.
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

  /** What the service calls itself. */
  get host(): string {
    return `127.0.0.1:${this.#port}`;
  }

  async start(): Promise<string> {
    this.#controller = await startController({ dataFolder: this.#folder, port: this.#port, flags: ['--empty'] });
    this.#port = Number(new URL(this.#controller.url).port);
    this.#proxy.leadTo(this.#port);
    return this.#controller.url;
  }

  /** Kills it in the midst of all requests, and starts it again. */
  async replace(): Promise<void> {
    this.#kills += 1;
    await this.#controller?.kill();
    await this.start();
  }

  async close(): Promise<void> {
    await this.#controller?.kill();
  }
}

/** Requests by their numbers, from `from` to before `to`. */
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

/** Returns how many attempts it took. */
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
      if (number % TOLD_EVERY === 0) tell(`${number} requests`);
      if ((number - from) % requestsPerKill === requestsPerKill / 2) replaced = replaced.then(() => plant.replace());
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  await replaced;
  return attempts;
}

/**
 * Every key has one print that was made, and every print one mark of the engine. What a printer held when its controller was killed is gone with
 * the virtual printer's memory: the engine's own count has told that it was not made. Returns how many these are. Throws a `Violation`.
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
    ...ledger.accountFaults(),
  ]);
  return lost;
}

/** Keys of which no print was made, and of which the engine's count has told so. */
const LOST_KEYS = `
  SELECT idempotency_key FROM prints WHERE idempotency_key IS NOT NULL GROUP BY idempotency_key
  HAVING sum(state = 'printed') = 0 AND sum(state = 'void' AND reason = 'the printer''s own count says that it was not made') = 1`;

function differ(what: string, found: number, wanted: number): string[] {
  return found === wanted ? [] : [`${found} ${what} for ${wanted} distinct keys`];
}

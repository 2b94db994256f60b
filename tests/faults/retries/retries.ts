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
/** The controller is killed once in so many requests. */
const REQUESTS_PER_KILL = 1_000;
const SETTLE_PATIENCE = 20_000;

/** Sends distinct requests through a bad network, each again and again until it is answered, and counts what was printed. */
export async function retries({ amount, seed, tell }: Order): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'strobe-retries-'));
  const proxy = new ChaosProxy(new Random(seed));
  const plant = new Plant(folder, proxy);
  try {
    const port = await proxy.listen();
    await furnishFolder(folder, LINES);
    await selectSerials(await plant.start(), LINES);
    const attempts = await sendAll({ amount, seed, tell }, { port, plant });
    await judge(folder, amount);
    const fates = [...proxy.fates].map(([fate, count]) => `${count} ${fate}`).join(', ');
    return `${amount} distinct keys, ${amount} prints; ${attempts} attempts (${fates}), ${plant.kills} kills`;
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

/** Returns how many attempts it took. */
async function sendAll({ amount, seed, tell }: Order, { port, plant }: { port: number; plant: Plant }): Promise<number> {
  let [next, attempts] = [0, 0];
  let replaced: Promise<void> = Promise.resolve();
  const client = async (): Promise<void> => {
    while (next < amount) {
      const number = next++;
      const line = LINES[number % LINES.length]!;
      const path = new URL(`${printerUrl('http://service', line.printer)}/trigger`).pathname;
      const told = await triggerUntilAnswered({ port, host: plant.host, path, key: `${seed}-${number}` });
      attempts += told.attempts;
      if (number % REQUESTS_PER_KILL !== REQUESTS_PER_KILL / 2) continue;
      tell(`${number} requests`);
      replaced = replaced.then(() => plant.replace());
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  await replaced;
  return attempts;
}

/** Every key has exactly one print, and every print exactly one mark of the engine. Throws a `Violation`. */
async function judge(folder: string, amount: number): Promise<void> {
  const ledger = new LedgerFile(folder);
  const open = () => ledger.prints(1).filter(({ state }) => state === 'reserved' || state === 'sent' || state === 'unknown');
  for (const end = Date.now() + SETTLE_PATIENCE; open().length > 0 && Date.now() < end;) await wait(50);
  const marks = LINES.flatMap(({ printer }, index) => new EngineLog(folder, { printer, position: index + 1 }).readOn());
  const printed = ledger.prints(1).filter(({ state }) => state === 'printed');
  const keys = ledger.read((database) =>
    database.prepare("SELECT DISTINCT idempotency_key AS key FROM prints WHERE state = 'printed'").all(),
  );
  refuse([
    ...open().map(({ id, state }) => `print ${id} is still ${state}`),
    ...differ('marks', marks.length, amount),
    ...differ('pictures that were marked', new Set(marks.map(({ pictureHash }) => pictureHash)).size, amount),
    ...differ('printed prints', printed.length, amount),
    ...differ('keys of printed prints', keys.length, amount),
    ...ledger.accountFaults(),
  ]);
}

function differ(what: string, found: number, wanted: number): string[] {
  return found === wanted ? [] : [`${found} ${what} for ${wanted} distinct keys`];
}

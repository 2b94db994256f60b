import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { MissedTriggersPage } from '#contract/api-v3/missed-trigger.ts';
import type { PrintCounters } from '#contract/api-v3/print-counters.ts';
import type { Signals } from '#contract/api-v3/signal-device.ts';
import { callApi, readApi } from '#support/call-api.ts';
import { startController } from '#support/controller-process.ts';
import { Random } from '#support/random.ts';
import { until } from '#support/until.ts';
import { IoModuleEmulator } from '../../../electron/emulators/io-module/io-module-emulator.ts';
import { refuse, type Order } from '../fault-run.ts';
import { furnishFolder, printerUrl, selectSerials, type LineSetup } from '../lines.ts';
import { BouncingContact, DEBOUNCE } from './bouncing-contact.ts';

/** So many modules count products at the same time: one would wait for its poll interval most of the time. */
const DETECTORS = 4;
const COUNTED = Array.from({ length: DETECTORS }, (_, at) => lineOf(`Counted${at + 1}`));
const SEEN = lineOf('Seen');
const CHANNEL = 3;
const MODULUS = 2 ** 32;
const POLL_INTERVAL = 5;
/** The share of answers before which one product passes, and before which so many may: more than are printed at once. */
const ONE = 0.5;
const MANY = 0.01;
const MOST_AT_ONCE = 40;
/** Longer than the controller waits for an answer, in milliseconds. */
const LATE = 2_500;
/** How often the mishaps happen, per answer of the module that counts. */
const MISHAPS = { cut: 0.001, garbage: 0.001, freeze: 0.000_1, late: 0.000_1 };
const GARBAGE = Buffer.from('ffff0000000701030401020304', 'hex');
const PROGRESS = 10_000;
/** How often the counts are read again without a change until they count as final. */
const QUIET_LOOKS = 100;

/** A module whose counter counts products, while its connections and answers suffer mishaps. */
class CountedDetector {
  passed = 0;
  readonly mishaps = { cut: 0, garbage: 0, freeze: 0, late: 0 };
  readonly all = Promise.withResolvers<undefined>();
  readonly module = new IoModuleEmulator({ profile: 'adam-6000', onAnswer: () => this.#answered() });
  isRunning = false;
  readonly line: LineSetup;
  readonly #amount: number;
  readonly #onProducts: (products: number) => void;
  readonly #random: Random;

  /** `onProducts` is called when products have passed. */
  constructor(line: LineSetup, { amount, seed, onProducts }: { amount: number; seed: number; onProducts: (products: number) => void }) {
    this.line = line;
    this.#amount = amount;
    this.#onProducts = onProducts;
    this.#random = new Random(seed);
    // The counter continues at 0 in the middle of the run.
    this.module.tables.counters[CHANNEL] = MODULUS - Math.floor(amount / 2);
  }

  #answered(): void {
    const amount = this.#amount;
    const { tables } = this.module;
    // The contact bounces all the time: only the counter says what passes.
    tables.inputs[CHANNEL] = this.#random.fraction() < 0.5;
    if (!this.isRunning || this.passed === amount) return;
    const products = Math.min(amount - this.passed, this.#nextProducts());
    this.passed += products;
    this.#onProducts(products);
    tables.pass(CHANNEL, products);
    if (this.passed === amount) this.all.resolve(undefined);
    this.#suffer();
  }

  #nextProducts(): number {
    const chance = this.#random.fraction();
    if (chance < MANY) return this.#random.whole(1, MOST_AT_ONCE);
    return chance < MANY + ONE ? 1 : 0;
  }

  #suffer(): void {
    let chance = this.#random.fraction();
    const happens = (mishap: keyof typeof MISHAPS): boolean => {
      chance -= MISHAPS[mishap];
      if (chance >= 0 || chance + MISHAPS[mishap] < 0) return false;
      this.mishaps[mishap] += 1;
      return true;
    };
    this.module.behaviour.delay = happens('late') ? LATE : 0;
    if (happens('freeze')) this.module.freeze();
    if (happens('cut')) this.module.cut();
    if (happens('garbage')) this.module.babble(GARBAGE);
  }
}

/** Detectors that share the products of a run between them. */
function countedDetectors({ amount, seed, tell }: Order): CountedDetector[] {
  let passed = 0;
  const onProducts = (products: number): void => {
    if (Math.floor((passed + products) / PROGRESS) > Math.floor(passed / PROGRESS)) tell(`${passed + products} products`);
    passed += products;
  };
  return COUNTED.map((line, at) => {
    const share = Math.floor(((at + 1) * amount) / DETECTORS) - Math.floor((at * amount) / DETECTORS);
    return new CountedDetector(line, { amount: share, seed: seed + at, onProducts });
  });
}

/**
 * Products pass detectors that Modbus modules count, in spite of mishaps, and a detector whose contact bounces. Each is printed or missed, exactly
 * once, in the signals, the missed triggers, the ledger and the serial numbers of a controller in a process of its own.
 */
export async function pulses(order: Order): Promise<string> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'strobe-pulses-'));
  await furnishFolder(dataFolder, [...COUNTED, SEEN]);
  await using resources = new AsyncDisposableStack();
  resources.defer(() => rmSync(dataFolder, { recursive: true, force: true }));
  const detectors = countedDetectors(order);
  const isRunning = (): boolean => detectors.some((detector) => detector.isRunning);
  const contact = new BouncingContact(new Random(order.seed + DETECTORS));
  const seenModule: IoModuleEmulator = new IoModuleEmulator({
    onAnswer: () => (seenModule.tables.inputs[CHANNEL] = contact.next(performance.now(), isRunning() || contact.isCovered)),
  });
  for (const module of [...detectors.map((detector) => detector.module), seenModule]) {
    await module.start();
    resources.defer(() => module.stop());
  }
  const controller = await startController({ dataFolder, flags: ['--empty', '--log-level', 'error'] });
  resources.defer(async () => void (await controller.stop()));
  const { url } = controller;
  await selectSerials(url, [...COUNTED, SEEN]);
  for (const { line, module } of detectors) await addDetector(url, { line, module, isCounter: true });
  await addDetector(url, { line: SEEN, module: seenModule, isCounter: false });

  for (const detector of detectors) detector.isRunning = true;
  await Promise.all(detectors.map((detector) => detector.all.promise));
  for (const detector of detectors) detector.isRunning = false;
  // A product that is at the detector leaves it.
  await until(
    async () => contact.isCovered,
    (isCovered) => !isCovered,
  );
  const counted = [];
  for (const { line, passed } of detectors) counted.push(await accountOf(url, line, passed));
  const seen = await accountOf(url, SEEN, contact.products);
  refuse([...counted.flatMap(({ faults }) => faults), ...seen.faults]);
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const mishaps = (kind: keyof typeof MISHAPS): number => sum(detectors.map((detector) => detector.mishaps[kind]));
  return (
    `${order.amount} products counted by ${DETECTORS} modules: ${sum(counted.map(({ printed }) => printed))} printed + ` +
    `${sum(counted.map(({ missed }) => missed))} missed, with ${mishaps('cut')} cut and ${mishaps('freeze')} dead connections, ` +
    `${mishaps('late')} late answers, ${mishaps('garbage')} times garbage; ${contact.products} products with ${contact.bounces} bounces: ` +
    `${seen.printed} printed + ${seen.missed} missed`
  );
}

function lineOf(printer: string): LineSetup {
  return { printer, counter: `${printer}Serial`, lineSpeed: 24_000, bufferDepth: 8, isColor: false };
}

async function addDetector(
  url: string,
  { line, module, isCounter }: { line: LineSetup; module: IoModuleEmulator; isCounter: boolean },
): Promise<void> {
  const profile = isCounter ? 'adam-6000' : 'moxa-e1200';
  const role = { kind: 'product-detector', printer: line.printer, useCounter: isCounter };
  await callApi('PUT', `${url}/api/v3/signalDevices/${line.printer}`, {
    connection: { kind: 'modbus', host: '127.0.0.1', port: module.port, profile, pollInterval: POLL_INTERVAL },
    inputs: [{ name: 'Photocell', channel: CHANNEL, debounce: isCounter ? 0 : DEBOUNCE, function: role }],
  });
  // What was counted before the first reading is of another shift.
  await until(
    () => signalOf(url, line),
    ({ isOn, count }) => isOn !== null && (count !== undefined || !isCounter),
  );
}

async function signalOf(url: string, { printer }: LineSetup): Promise<Signals['inputs'][number]> {
  const { inputs } = await readApi<Signals>(`${url}/api/v3/signalDevices/${printer}/signals`);
  const found = inputs.find(({ channel }) => channel === CHANNEL);
  if (!found) throw new Error(`the device of ${printer} has no input ${CHANNEL}`);
  return found;
}

/** Compares what passed with all that the controller says about it, once it has read and settled all of it. */
async function accountOf(url: string, line: LineSetup, passed: number): Promise<{ faults: string[]; printed: number; missed: number }> {
  const read = async () => {
    const [{ products = 0, missed: missedSignals = 0 }, { printedLabels }, { total: missed }, { value }] = await Promise.all([
      signalOf(url, line),
      readApi<PrintCounters>(`${printerUrl(url, line.printer)}/printCounters`),
      readApi<MissedTriggersPage>(`${printerUrl(url, line.printer)}/missedTriggers?limit=1`),
      readApi<{ value: number }>(`${url}/api/v3/counters/${line.counter}`),
    ]);
    return { products, missedSignals, printed: printedLabels, missed, serials: value - 1 };
  };
  let before = '';
  let quietLooks = 0;
  // All of it is settled when nothing has changed for a while.
  const found = await until(read, (counts) => {
    const look = JSON.stringify(counts);
    quietLooks = look === before ? quietLooks + 1 : 0;
    before = look;
    return quietLooks === QUIET_LOOKS;
  });
  const { products, missedSignals, printed, missed, serials } = found;
  const faults = [
    ...(products === passed ? [] : [`${passed} products passed, the input has ${products}`]),
    ...(printed + missed === passed ? [] : [`${passed} products passed: ${printed} were printed and ${missed} missed`]),
    ...(serials === printed ? [] : [`${printed} prints have used ${serials} serial numbers`]),
    ...(missed >= missedSignals ? [] : [`the input has missed ${missedSignals}, the printer only ${missed}`]),
    ...(printed > 0 ? [] : ['nothing was printed']),
  ];
  return { faults: faults.map((fault) => `${line.printer}: ${fault}`), printed, missed };
}

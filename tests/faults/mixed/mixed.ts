import { setTimeout as wait } from 'node:timers/promises';
import { readApi } from '#support/call-api.ts';
import { startController, type ControllerProcess } from '#support/controller-process.ts';
import {
  CODER_KINDS,
  Devices,
  engineAt,
  isCoder,
  quantile,
  type CoderKind,
  type DeviceKind,
  type HostReport,
} from '../../bench/lines/devices.ts';
import { addLines, printerUrl, VIRTUAL_ENGINE, type FastLine } from '../../bench/lines/fast-lines.ts';
import { TriggerClient } from '../../bench/lines/trigger-client.ts';
import { refuse, type Order } from '../fault-run.ts';
import { LedgerFile } from '../ledger-file.ts';
import { Gauges } from './gauges.ts';

type Kind = DeviceKind | 'virtual';

interface Line extends FastLine {
  kind: Kind;
  client: TriggerClient;
  /** Milliseconds of its accepted triggers. */
  taken: number[];
}

const OF_EACH_KIND = 8;
/**
 * Milliseconds between two products: 1 000 a minute on virtual printers; on the others a little more than a print with its proof takes. To a coder
 * the next product comes when it has its values.
 */
const EVERY: Record<Exclude<Kind, CoderKind>, number> = { virtual: 60, zpl: 300, ipp: 400, raw: 100 };
/** Milliseconds until a printer that was busy is tried again. */
const BUSY = 20;
/** Milliseconds for one print of a device: a short label at 300 mm/s, a page, a mark, and a line of text. */
const PRINT_TIME: Record<DeviceKind, number> = { zpl: 70, ipp: 70, raw: 30, codenet: 40, zipher: 60, wsi: 40, hitachi: 60 };
/** The message of each coder, and its field for the serial number. */
const MESSAGES: Record<CoderKind, NonNullable<FastLine['message']>> = {
  codenet: { message: 'CODE', field: '1' },
  zipher: { message: 'Code', field: 'Code' },
  wsi: { message: 'CODE', field: 'SERIAL' },
  hitachi: { message: '5', field: '2' },
};
const ACCEPTED = 202;
const SETTLE_PATIENCE = 60_000;
const LOOK_EVERY = 500;
/** Growth of the memory from the first half to the second that is still flat. */
const MAX_GROWTH = 1.15;

/** 64 printers of all kinds print at the highest rate of their kind, and everything that counts prints agrees at the end. */
export async function mixed({ amount, tell }: Order): Promise<string> {
  const kinds: DeviceKind[] = ['zpl', 'ipp', 'raw', ...CODER_KINDS];
  const plan = kinds.map((kind) => ({ kind, count: OF_EACH_KIND, printTime: PRINT_TIME[kind] }));
  const { devices, report } = await Devices.start({ devices: plan });
  const controller = await startController({ flags: ['--empty'] });
  const lines = makeLines(controller.url, report);
  try {
    await addLines(controller.url, lines);
    tell(`${lines.length} printers are ready`);
    const gauges = new Gauges(controller.url);
    const end = performance.now() + amount * 1_000;
    await Promise.all([...lines.map((line) => drive(line, end)), gauges.watch(end)]);
    await devices.holdProducts();
    await agreed(controller, lines, devices);
    refuse(gauges.growth() <= MAX_GROWTH ? [] : [`the memory grew to ${gauges.growth().toFixed(2)} times of the first half`]);
    return [...figures(lines), ...coderFigures(await devices.marks()), ...gauges.figures()].join('; ');
  } finally {
    for (const { client } of lines) client.close();
    await controller.stop();
    await devices.stop();
  }
}

function makeLines(url: string, report: HostReport): Line[] {
  const make = (name: string, kind: Kind, engine: FastLine['engine']): Line => ({
    ...{ name, kind, engine, taken: [] },
    ...(isCoder(kind) && { message: MESSAGES[kind] }),
    client: new TriggerClient(`${printerUrl(url, name)}/trigger`),
  });
  const virtual = Array.from({ length: OF_EACH_KIND }, (_, index) => make(`virtual ${index + 1}`, 'virtual', VIRTUAL_ENGINE));
  return [
    ...virtual,
    ...report.map((device, index) => make(`${device.kind} ${(index % OF_EACH_KIND) + 1}`, device.kind, engineAt(device))),
  ];
}

/** Triggers at fixed times until the end; a printer that is still busy is tried again. */
async function drive({ kind, client, taken }: Line, end: number): Promise<void> {
  if (isCoder(kind)) return;
  const every = EVERY[kind];
  let next = performance.now() + Math.random() * every;
  while (performance.now() < end) {
    const { status, milliseconds } = await client.post();
    if (status === ACCEPTED) taken.push(milliseconds);
    next = status === ACCEPTED ? Math.max(next + every, performance.now()) : performance.now() + BUSY;
    await wait(Math.max(0, next - performance.now()));
  }
}

/** Resolves once everything agrees; what still differs after a minute is a fault. */
async function agreed(controller: ControllerProcess, lines: readonly Line[], devices: Devices): Promise<void> {
  const limit = Date.now() + SETTLE_PATIENCE;
  for (
    let faults = await compare(controller, lines, await devices.marks());
    ;
    faults = await compare(controller, lines, await devices.marks())
  ) {
    if (faults.length === 0 || Date.now() > limit) return refuse(faults);
    await wait(LOOK_EVERY);
  }
}

/** Sentences about numbers of prints that differ in device, ledger, counters and history, or from the accepted triggers. */
async function compare({ url, dataFolder }: ControllerProcess, lines: readonly Line[], report: HostReport): Promise<string[]> {
  const ledger = new LedgerFile(dataFolder);
  const sumOf = (sql: string, name: string) => Number(ledger.read((database) => database.prepare(sql).get(name)?.['sum']));
  const faults = ledger.findLedgerFaults();
  for (const [index, { name, kind, taken }] of lines.entries()) {
    const printed = sumOf("SELECT count(*) AS sum FROM prints WHERE state = 'printed' AND printer = ?", name);
    const { printedLabels } = await readApi<{ printedLabels: number }>(`${printerUrl(url, name)}/printCounters`);
    const history = sumOf('SELECT coalesce(sum(count), 0) AS sum FROM history_minutes WHERE printer = ?', name);
    const { counted } = kind === 'virtual' ? await readApi<{ counted: number }>(`${printerUrl(url, name)}/engineCount`) : { counted: 0 };
    const marks = kind === 'virtual' ? counted : report[index - OF_EACH_KIND]?.marks;
    const accepted = isCoder(kind) ? printed : taken.length;
    const counts = { accepted, printed, printedLabels, history, marks };
    if (new Set(Object.values(counts)).size > 1) faults.push(`${name}: ${JSON.stringify(counts)}`);
  }
  return faults;
}

function figures(lines: readonly Line[]): string[] {
  return (['virtual', 'zpl', 'ipp', 'raw'] as const).map((kind) => {
    const taken = lines.filter((line) => line.kind === kind).flatMap((line) => line.taken);
    return `${kind} ${taken.length} prints, trigger to send p50 ${quantile(taken, 0.5).toFixed(1)}, p99 ${quantile(taken, 0.99).toFixed(1)} ms`;
  });
}

function coderFigures(report: HostReport): string[] {
  return CODER_KINDS.map((kind) => {
    const marks = report.filter((device) => device.kind === kind).reduce((sum, device) => sum + device.marks, 0);
    return `${kind} ${marks} prints`;
  });
}

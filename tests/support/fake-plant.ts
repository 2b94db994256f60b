import { PNG } from 'pngjs';
import type { CurrentJob, InkStatus, PrinterStatus } from '#contract/api-v3/printer.ts';
import { FakeController } from './fake-controller.ts';
import { aJob, aStatus } from './fleet.ts';

/** A fake controller with any number of printers in given states, with pictures of their next prints. */
export class FakePlant {
  readonly controller: FakeController;
  readonly #printed = new Map<string, number>();

  constructor(id: string, names: readonly string[]) {
    this.controller = new FakeController(id);
    this.controller.printers = Object.fromEntries(names.map((name) => [name, { id: name, type: 'Virtual', dpi: 300 }]));
    this.controller.behaviour = ({ url = '' }, response) => {
      if (!url.includes('/nextPrint')) return false;
      response.writeHead(200, { 'content-type': 'image/png' }).end(PICTURE);
      return true;
    };
    for (const name of names) this.set(name, printing({}, { printed: 412 }));
  }

  set(name: string, status: Partial<PrinterStatus>): void {
    this.#answer(name, 'status', aStatus(status));
    this.#answer(name, 'printCounters', { triggers: 0, triggerBounces: 0, printedLabels: this.#printed.get(name) ?? 0 });
  }

  /** Increases the counters of a printer and the progress of its job. */
  print(name: string, count: number): void {
    const printed = (this.#printed.get(name) ?? 0) + count;
    this.#printed.set(name, printed);
    this.set(name, printing({}, { printed }));
  }

  #answer(name: string, what: string, body: unknown): void {
    this.controller.answers.set(`GET /api/v3/printers/${encodeURIComponent(name)}/${what}`, { status: 200, body });
  }
}

const INK: InkStatus = { state: 'STARTED', ragStatus: 'GREEN', level: 'OK', errors: [], warnings: [], supply: 'Black', percent: 72 };

/** A printing printer with all data of a tile. */
export function printing(status: Partial<PrinterStatus> = {}, job: Partial<CurrentJob> = {}): Partial<PrinterStatus> {
  return { ink: [INK], job: aJob({ label: 'Food case', ...job }), ...status };
}

/** A name with a number. */
export function names(count: number, first = 1): string[] {
  return Array.from({ length: count }, (_, index) => `Line ${first + index}`);
}

const PICTURE = picture();

/** Bars like those of a barcode. */
function picture(): Buffer {
  const png = new PNG({ width: 240, height: 80 });
  png.data.fill(255);
  for (let x = 20; x < 220; x += 1) {
    const isBar = (x * 7) % 11 < 5;
    for (let y = 15; isBar && y < 65; y += 1) png.data.fill(0, (y * 240 + x) * 4, (y * 240 + x) * 4 + 3);
  }
  return PNG.sync.write(png);
}

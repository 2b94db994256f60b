import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PlantState } from '#contract/api-v3/plant.ts';
import { startController, type ControllerProcess } from '#support/controller-process.ts';
import { textLabel } from '#support/open-service.ts';
import { until } from '#support/until.ts';

const PRINTER = 'printers/Line%201';
const LABEL = 'Serial';
/** Milliseconds after which a trigger that the printer could not take is repeated. */
const PAUSE = 20;
const OPEN: readonly string[] = ['reserved', 'sent'];

/** A print in the ledger of a line. */
export interface LedgerPrint {
  id: number;
  state: string;
}

/** A controller process with one virtual printer, which prints serial numbers and sends its prints to a plant. Its data survive `kill`. */
export class ArchivedLine {
  readonly #folder = mkdtempSync(join(tmpdir(), 'strobe-line-'));
  #controller!: ControllerProcess;

  async start(): Promise<void> {
    this.#controller = await startController({ dataFolder: this.#folder, flags: ['--empty', '--virtual-printers', '1'] });
  }

  kill(): Promise<void> {
    return this.#controller.kill();
  }

  /** Its data are removed. */
  async stop(): Promise<void> {
    await this.#controller.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Makes the counter and the label. */
  async furnish(): Promise<void> {
    await this.put('counters/serial', { value: 1, minValue: 0, maxValue: 1_000_000, width: 6 });
    await this.put(`labels/${LABEL}`, textLabel('No. {COUNTER;serial}'));
  }

  async put(path: string, body: unknown): Promise<void> {
    const answer = await this.call('PUT', path, body);
    if (!answer.ok) throw new Error(`PUT ${path}: ${answer.status} ${await answer.text()}`);
  }

  async call(method: string, path: string, body?: unknown): Promise<Response> {
    const headers = { ...(body !== undefined && { 'content-type': 'application/json' }) };
    return fetch(`${this.#controller.url}/api/v3/${path}`, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
  }

  async ledger(): Promise<LedgerPrint[]> {
    const { prints } = (await (await this.call('GET', 'prints?limit=500')).json()) as { prints: LedgerPrint[] };
    return statesOf(prints);
  }

  /** The state of its connection to the plant. */
  async plantState(): Promise<PlantState> {
    return (await (await this.call('GET', 'plant')).json()) as PlantState;
  }

  /** Waits until the plant has everything. */
  async drain(): Promise<PlantState> {
    return until(
      () => this.plantState(),
      ({ waiting, phase }) => waiting === 0 && phase === 'connected',
    );
  }

  /** Triggers so many prints, and waits until none is open. Rejects when the controller is killed. */
  async print(count: number): Promise<void> {
    // A counter that takes its numbers from the plant gets the first ones a moment later.
    await until(
      () => this.call('POST', `${PRINTER}/printJob`, { labelName: LABEL }),
      ({ ok }) => ok,
    );
    for (let accepted = 0; accepted < count;) {
      const answer = await this.call('POST', `${PRINTER}/trigger`);
      const { result } = (await answer.json()) as { result?: string };
      if (result === 'printing') accepted += 1;
      else await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
    await until(
      () => this.ledger(),
      (prints) => !prints.some(({ state }) => OPEN.includes(state)),
    );
  }
}

/** The prints with their states, by id. */
export function statesOf(prints: readonly LedgerPrint[]): LedgerPrint[] {
  return prints.map(({ id, state }) => ({ id, state })).sort((a, b) => a.id - b.id);
}

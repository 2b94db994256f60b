import { writeFileSync } from 'node:fs';
import { appendFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '#support/random.ts';
import { LABEL_NAME } from '../engines/site.ts';
import type { DayPlant } from './day-plant.ts';
import type { PlannedOrder } from './day-plan.ts';

const LOOK_EVERY = 50;

/** An order as it was sent. */
export interface SentOrder extends PlannedOrder {
  /** The name of its printer. */
  printer: string;
  /** The file that it came in; absent for one that was requested. */
  file?: string;
}

/** The system that gives the orders: by requests, which it repeats until they are answered, and by files. */
export class OrderSystem {
  /** Orders that were sent, oldest first. */
  readonly sent: SentOrder[] = [];
  readonly #plant: DayPlant;
  readonly #random: Random;
  /** By line: the first row of its table that no order has. */
  readonly #rows = new Map<number, number>();

  constructor(plant: DayPlant, random: Random) {
    this.#plant = plant;
    this.#random = random;
  }

  /** Sends each order at its time. Resolves when all are sent. */
  async run(orders: readonly PlannedOrder[], began: number): Promise<void> {
    for (const order of orders) {
      await wait(Math.max(0, began + order.at - performance.now()));
      await this.#send(order);
    }
  }

  async #send(order: PlannedOrder): Promise<void> {
    const { printer } = this.#plant.lines[order.line]!;
    const firstRow = this.#rows.get(order.line) ?? 0;
    if (!order.isWrong) this.#rows.set(order.line, firstRow + order.products);
    const fields = {
      ...{ product: `Product ${printer.letter}`, printers: [printer.name], start: order.start },
      ...{ labelName: order.isWrong ? 'None' : LABEL_NAME, tableName: printer.letter, firstRow, rowCount: order.products },
    };
    const sent: SentOrder = { ...order, printer: printer.name };
    if (order.comesAs === 'file') sent.file = await this.#drop(order.id, fields);
    else await this.#request(order, fields);
    this.sent.push(sent);
  }

  /** Asks until there is an answer: the order is stored once. */
  async #request({ id, isWrong }: PlannedOrder, fields: object): Promise<void> {
    const { site } = this.#plant;
    const isExpected = (status: number): boolean => (isWrong ? status >= 400 && status < 500 : status === 201 || status === 204);
    const ask = async (): Promise<void> => {
      const response = await fetch(`${site.url}/api/v3/orders/${id}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(fields),
      });
      if (!isExpected(response.status)) throw new Error(`the order ${id} was answered with ${response.status}: ${await response.text()}`);
    };
    while (!(await site.whileRunning(ask))) await wait(LOOK_EVERY);
  }

  /** Writes a file as different programs do: at once, in two parts, or under a temporary name. */
  async #drop(id: string, fields: object): Promise<string> {
    const name = `${id}.json`;
    const path = join(this.#plant.orderFolder, name);
    const text = JSON.stringify({ id, ...fields });
    const way = this.#random.pick(['whole', 'parts', 'renamed']);
    if (way === 'whole') writeFileSync(path, text);
    if (way === 'parts') {
      const half = Math.ceil(text.length / 2);
      await writeFile(path, text.slice(0, half));
      await appendFile(path, text.slice(half));
    }
    if (way === 'renamed') {
      await writeFile(`${path}.tmp`, text);
      await rename(`${path}.tmp`, path);
    }
    return name;
  }
}

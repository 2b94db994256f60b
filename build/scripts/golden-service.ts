import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { Audit } from '#controller/audit/audit.ts';
import { Controller } from '#controller/controller.ts';
import { DrawingPool } from '#controller/drawing/drawing-pool.ts';
import { HttpDoor } from '#controller/http/http-door.ts';
import { IdempotencyKeys } from '#controller/idempotency/idempotency-keys.ts';
import { ApiKeys } from '#controller/keys/api-keys.ts';
import { openControllerDatabase } from '#storage/controller-database.ts';
import type { ControllerDatabase } from '#storage/controller-schema.ts';
import { ManualTimers } from './manual-timers.ts';

const PATIENCE = 60_000;

/** A whole controller behind its HTTP service, on a database file, with a clock that moves only when it is told to. */
export class GoldenService {
  readonly controller: Controller;
  readonly db: ControllerDatabase;
  readonly timers: ManualTimers;
  readonly #close: () => Promise<void>;
  readonly #url: string;

  private constructor(parts: {
    controller: Controller;
    db: ControllerDatabase;
    timers: ManualTimers;
    url: string;
    close: () => Promise<void>;
  }) {
    this.controller = parts.controller;
    this.db = parts.db;
    this.timers = parts.timers;
    this.#url = parts.url;
    this.#close = parts.close;
  }

  /** `run` tells the ids of this run from those of others. */
  static async open({
    file,
    dataFolder,
    now,
    run,
  }: {
    file: string;
    dataFolder: string;
    now: number;
    run: string;
  }): Promise<GoldenService> {
    const db = openControllerDatabase(file);
    const timers = new ManualTimers(now);
    const drawing = new DrawingPool({ size: 1, limits: { cpu: 60_000, wall: 120_000 } });
    let ids = 0;
    const parts = { db, now: timers.now, newId: () => `${run}-${String((ids += 1)).padStart(4, '0')}` };
    const controller = await Controller.create({
      ...parts,
      ...{ dataFolder, drawing, virtualPrinters: 3, isEmpty: true, isSafeMode: false, version: '0.1.0', samplesFolder: '' },
      ...{ timers, monotonicNow: timers.now, uptime: timers.now },
    });
    await controller.start();
    const keys = new IdempotencyKeys({ db, now: timers.now });
    const access = { apiKeys: new ApiKeys(parts), audit: new Audit(parts), isKeyRequired: false };
    const door = await HttpDoor.create({ ...parts, controller, keys, access, host: '127.0.0.1', log: pino({ level: 'silent' }) });
    const url = await door.listen(0);
    const close = async () => {
      await door.close(1_000);
      await controller.stop();
      await drawing.stop();
      await db.destroy();
    };
    return new GoldenService({ controller, db, timers, url, close });
  }

  /** Sends a request below `/api/v3`: a text as CSV, bytes as a font, all else as JSON. Throws an error that names it unless it succeeds. Returns the body as JSON, or nothing. */
  async call(method: string, path: string, body?: object | string | Uint8Array<ArrayBuffer>): Promise<unknown> {
    const isPlain = typeof body === 'string' || body instanceof Uint8Array;
    const response = await fetch(`${this.#url}/api/v3/${path}`, {
      method,
      headers: { 'strobe-author': 'Ada', ...(body !== undefined && { 'content-type': typeOf(body) }) },
      ...(body !== undefined && { body: isPlain ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  }

  /** Resolves when a condition holds, while the clock moves by `step` milliseconds at a time. */
  async until(what: string, holds: () => Promise<boolean>, step = 0): Promise<void> {
    for (const end = Date.now() + PATIENCE; !(await holds()); await wait(5)) {
      if (Date.now() > end) throw new Error(`${what} did not come`);
      this.timers.advance(step);
    }
  }

  /** Ends it, with all that is under way. */
  async close(): Promise<void> {
    const passing = setInterval(() => this.timers.advance(1_000), 5);
    await this.#close().finally(() => clearInterval(passing));
  }
}

function typeOf(body: object | string): string {
  if (typeof body === 'string') return 'text/csv';
  return body instanceof Uint8Array ? 'font/ttf' : 'application/json';
}

/** Copies a database that is in use into a new file without a log. */
export function copyDatabase(from: string, to: string): void {
  const database = new DatabaseSync(from, { timeout: 5_000 });
  try {
    database.prepare('VACUUM INTO ?').run(to);
  } finally {
    database.close();
  }
}

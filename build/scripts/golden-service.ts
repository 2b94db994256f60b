import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { Audit } from '#controller/audit/audit.ts';
import { signingKeyIn } from '#storage/audit-chain/signing-key.ts';
import { createController, type Controller } from '#controller/controller.ts';
import { DrawingPool } from '#controller/drawing/drawing-pool.ts';
import { HttpServer } from '#controller/http/http-server.ts';
import { IdempotencyKeys } from '#controller/idempotency/idempotency-keys.ts';
import { ApiKeys } from '#controller/keys/api-keys.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import { ManualTimers } from './manual-timers.ts';

const PATIENCE = 60_000;

/** A complete controller with its HTTP service on a database file, and a clock that only the caller moves. */
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

  /** `run` prefixes the ids of this run, so that they differ from those of others. */
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
    const controller = await createController({
      ...parts,
      ...{ dataFolder, drawing, virtualPrinters: 3, isEmpty: true, isSafeMode: false, version: '0.1.0', samplesFolder: '' },
      ...{ timers, monotonicNow: timers.now, uptime: timers.now },
    });
    await controller.start();
    const keys = new IdempotencyKeys({ db, now: timers.now });
    const access = {
      apiKeys: new ApiKeys(parts),
      audit: new Audit({ ...parts, signingKey: signingKeyIn(join(dataFolder, 'audit-signing-key.pem')) }),
      isKeyRequired: false,
    };
    const server = await HttpServer.create({ ...parts, controller, keys, access, host: '127.0.0.1', log: pino({ level: 'silent' }) });
    const url = await server.listen(0);
    const close = async () => {
      await server.close(1_000);
      await controller.stop();
      await drawing.stop();
      await db.destroy();
    };
    return new GoldenService({ controller, db, timers, url, close });
  }

  /**
   * Sends a request below `/api/v3`: a string as CSV, bytes as a font, anything else as JSON. Returns the JSON body or undefined; throws an
   * Error that names the request unless it succeeds.
   */
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

  /** Resolves when a condition is true, advancing the clock by `step` milliseconds at a time. */
  async until(what: string, isTrue: () => Promise<boolean>, step = 0): Promise<void> {
    for (const end = Date.now() + PATIENCE; !(await isTrue()); await wait(5)) {
      if (Date.now() > end) throw new Error(`Timed out waiting for ${what}`);
      this.timers.advance(step);
    }
  }

  /** Stops the controller after its current work. */
  async close(): Promise<void> {
    const passing = setInterval(() => this.timers.advance(1_000), 5);
    await this.#close().finally(() => clearInterval(passing));
  }
}

function typeOf(body: object | string): string {
  if (typeof body === 'string') return 'text/csv';
  return body instanceof Uint8Array ? 'font/ttf' : 'application/json';
}

/** Copies an open database to a new file without a write-ahead log. */
export function copyDatabase(from: string, to: string): void {
  const database = new DatabaseSync(from, { timeout: 5_000 });
  try {
    database.prepare('VACUUM INTO ?').run(to);
  } finally {
    database.close();
  }
}

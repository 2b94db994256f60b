import type { Logger } from 'pino';
import { TABLES_CHECKED_LATER } from '#storage/database/controller-database.ts';
import { BackgroundCheck } from '#storage/integrity/background-check.ts';
import { DamagedDatabaseError } from '#storage/integrity/sqlite-failure.ts';
import type { Controller } from '../controller.ts';
import type { DrawingPool } from '../drawing/drawing-pool.ts';
import { loadLabelCheck } from '../labels/label-check.ts';

/** Milliseconds after the controller listens: at once, the work would take the processor from the first requests. */
const DELAY = 1_000;

export interface BackgroundWork {
  controller: Controller;
  drawing: DrawingPool;
  /** The database file. */
  database: string;
  log: Logger;
  resources: AsyncDisposableStack;
}

/**
 * Starts what a start leaves for later: the threads that draw and the check of labels, which are otherwise loaded when they are first needed, and the checks
 * of what is stored. Resolves when the database is found damaged.
 */
export function scheduleBackgroundWork({ controller, drawing, database, log, resources }: BackgroundWork): Promise<DamagedDatabaseError> {
  const { promise, resolve: damaged } = Promise.withResolvers<DamagedDatabaseError>();
  const check = new BackgroundCheck({ file: database, tables: TABLES_CHECKED_LATER });
  resources.defer(() => check.stop());
  const start = (): void => {
    drawing.start();
    loadLabelCheck().catch((error: unknown) => log.error({ err: error }, 'the check of labels could not be loaded'));
    controller.startBackgroundWork();
    // Waits while the disk is full: an open reader would stop the write-ahead log from being truncated.
    void controller.keep(async () => {
      check.run().catch((error: unknown) => {
        if (error instanceof DamagedDatabaseError) damaged(error);
        else log.warn({ err: error }, 'the records of earlier prints could not be checked for damage');
      });
    });
  };
  const timer = setTimeout(start, DELAY);
  resources.defer(() => clearTimeout(timer));
  return promise;
}

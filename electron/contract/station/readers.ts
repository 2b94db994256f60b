import { z } from 'zod';
import {
  readerConfigurationSchema,
  readerResultsPageSchema,
  readerSchema,
  readerTestSchema,
  scanCheckResultSchema,
} from '../api-v3/reader.ts';
import { documentSchema } from './document.ts';
import { command, query } from './operation.ts';
import { connectionInput, idempotencyInput, printerInput } from './operation-input.ts';

const readerInput = connectionInput.extend({ name: z.string() });

/** Extension: the readers behind printers, and checks with a hand scanner. */
export const readersContract = {
  /** All readers of a controller; none on a controller without readers. */
  list: query(connectionInput, z.array(readerSchema)),
  get: query(readerInput, readerConfigurationSchema),
  /** Adds a reader or replaces its configuration, which is passed on unchanged: its controller names the fields at fault. */
  put: command('configure', readerInput.extend({ configuration: documentSchema }), z.object({})),
  remove: command('configure', readerInput, z.object({})),
  /** Connects to a reader whose configuration need not be stored, and waits for a line. */
  test: query(connectionInput.extend({ configuration: documentSchema }), readerTestSchema),
  /** The same for one that is stored and connected. */
  testStored: query(readerInput, readerTestSchema),
  /** Newest first. */
  results: query(readerInput.extend({ limit: z.number().int().min(1).max(500) }), readerResultsPageSchema),
  /** Compares a scanned code with the oldest print without a verdict among the newest. */
  scanCheck: command(
    'report',
    printerInput.extend({ ...idempotencyInput, text: z.string(), among: z.number().int().min(1).max(500) }),
    scanCheckResultSchema,
  ),
};

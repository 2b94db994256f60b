import type { ControllerDatabase, ControllerSchema } from '#storage/database/controller-schema.ts';
import type { GroupCommit } from '#storage/database/group-commit.ts';
import type { DiskGuard } from './disk/disk-guard.ts';
import type { Events } from './events/events.ts';
import type { Log } from '#process/log.ts';
import type { Timers } from './platform/timers.ts';
import type { Printers } from './printers/printers.ts';
import { ExpectedPrints } from './verification/expected-prints.ts';
import { Readers } from './verification/readers.ts';
import { noRejectOutput, type RejectOutput } from './verification/reject-output.ts';
import { ScanChecks } from './verification/scan-checks.ts';
import { VerificationRecords } from './verification/verification-records.ts';

/** What the verification of prints depends on. */
export interface VerificationContext {
  db: ControllerDatabase;
  commits: GroupCommit<ControllerSchema>;
  disk: DiskGuard;
  printers: Printers;
  events: Events;
  timers: Timers;
  now: () => number;
  monotonicNow: () => number;
  log: Log;
  isSafeMode: boolean;
  requirePrinter: (name: string) => void;
}

/** Composes the modules that compare what readers see with what was printed. By default no output rejects products. */
export function composeVerification(context: VerificationContext, rejectOutput: RejectOutput = noRejectOutput) {
  const { db, events } = context;
  const { publish } = events;
  const expected = new ExpectedPrints(db);
  const records = new VerificationRecords({ ...context, publish });
  const readers = new Readers({ ...context, publish, expected, records, rejectOutput });
  return { readers, verificationRecords: records, scanChecks: new ScanChecks({ ...context, expected, records, readers }) };
}

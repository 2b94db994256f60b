import type { ControllerDatabase } from '#storage/controller-schema.ts';
import { HighWater } from '#storage/high-water.ts';
import { Counters } from './counters/counters.ts';
import type { Tell } from './events/events.ts';
import { LabelDocuments } from './jobs/label-documents.ts';
import { LabelTests } from './jobs/label-tests.ts';
import { LabelVersions } from './labels/label-versions.ts';
import { Labels } from './labels/labels.ts';
import { Settings } from './settings/settings.ts';
import { ShiftCodes } from './shift-codes/shift-codes.ts';
import { Tables } from './tables/tables.ts';
import { Variables } from './variables/variables.ts';

interface DataOptions {
  db: ControllerDatabase;
  /** Milliseconds since the epoch. */
  now: () => number;
  newId: () => string;
  highWater?: HighWater | undefined;
  tell: Tell;
}

/** The rooms of what labels are made of. */
export function composeData({ db, now, newId, tell, highWater = new HighWater() }: DataOptions) {
  const labelVersions = new LabelVersions({ db });
  const settings = new Settings({ db, newId, tell });
  const timeZone = () => settings.timeZone();
  const values = {
    variables: new Variables({ db, tell }),
    counters: new Counters({ db, highWater, tell }),
    shiftCodes: new ShiftCodes({ db, now, timeZone, tell }),
  };
  const labelTests = new LabelTests({ ...values, settings });
  const labels = new Labels({ db, now, versions: labelVersions, tests: labelTests, tell });
  const documents = new LabelDocuments(labels, labelVersions);
  const tables = new Tables({ db, now, tell });
  return { ...values, labelVersions, labelTests, labels, documents, tables, settings, timeZone, highWater };
}

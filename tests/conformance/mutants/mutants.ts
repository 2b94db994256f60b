import { documentMutants } from './documents.ts';
import { eventMutants } from './events.ts';
import type { Mutant } from './mutant.ts';
import { jobMutants, queueMutants } from './jobs.ts';
import { countMutants, printerMutants } from './printers.ts';
import { conditionMutants, errorMutants, repeatMutants } from './protocol.ts';
import { resourceMutants } from './resources.ts';

/** All mutants, over all levels and resources. */
export const MUTANTS: readonly Mutant[] = [
  ...resourceMutants,
  ...documentMutants,
  ...printerMutants,
  ...countMutants,
  ...jobMutants,
  ...queueMutants,
  ...errorMutants,
  ...conditionMutants,
  ...repeatMutants,
  ...eventMutants,
];

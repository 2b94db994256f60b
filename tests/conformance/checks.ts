import type { Check } from './check.ts';
import { conditionChecks } from './checks/conditions.ts';
import { counterChecks } from './checks/counters.ts';
import { documentChecks } from './checks/document.ts';
import { errorChecks } from './checks/errors.ts';
import { eventChecks } from './checks/events.ts';
import { historyChecks, printCounterChecks } from './checks/history.ts';
import { labelChecks } from './checks/labels.ts';
import { listChecks } from './checks/lists.ts';
import { nameChecks } from './checks/names.ts';
import { printerChecks } from './checks/printers.ts';
import { printingChecks } from './checks/printing.ts';
import { queueChecks } from './checks/queue.ts';
import { repeatChecks } from './checks/repeats.ts';
import { resourceChecks } from './checks/resources.ts';
import { selectingChecks } from './checks/selecting.ts';
import { severalChecks } from './checks/several.ts';
import { simulationChecks } from './checks/simulation.ts';
import { tableChecks } from './checks/tables.ts';
import { variableChecks } from './checks/variables.ts';

/** All checks in the order of the report. */
export const CHECKS: readonly Check[] = [
  ...listChecks,
  ...resourceChecks,
  ...nameChecks,
  ...labelChecks,
  ...simulationChecks,
  ...tableChecks,
  ...variableChecks,
  ...counterChecks,
  ...printerChecks,
  ...printCounterChecks,
  ...historyChecks,
  ...selectingChecks,
  ...printingChecks,
  ...queueChecks,
  ...severalChecks,
  ...errorChecks,
  ...conditionChecks,
  ...repeatChecks,
  ...eventChecks,
  ...documentChecks,
];

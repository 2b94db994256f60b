import { alarmsContract } from './alarms.ts';
import { backupsContract } from './backups.ts';
import { clockContract } from './clock.ts';
import { connectionsContract } from './connections.ts';
import { countersContract } from './counters.ts';
import { draftsContract } from './drafts.ts';
import { fleetContract } from './fleet.ts';
import { fontsContract } from './fonts.ts';
import { historyContract } from './history.ts';
import { journalContract } from './journal.ts';
import { labelProofsContract } from './label-proofs.ts';
import { labelsContract } from './labels.ts';
import { lastAnswersContract } from './last-answers.ts';
import type { Client, Handlers } from './operation.ts';
import { linesContract } from './lines.ts';
import { plansContract } from './plans.ts';
import { preflightsContract } from './preflights.ts';
import { printingContract } from './printing.ts';
import { printsContract } from './prints.ts';
import { queueContract } from './queue.ts';
import { infoContract } from './info.ts';
import { recoveryContract } from './recovery.ts';
import { settingsContract } from './settings.ts';
import { shiftCodesContract } from './shift-codes.ts';
import { tablesContract } from './tables.ts';
import { usageContract } from './usage.ts';
import { variablesContract } from './variables.ts';

/** Everything that the page can ask of the station, by noun. */
export const stationContract = {
  info: infoContract,
  connections: connectionsContract,
  clock: clockContract,
  recovery: recoveryContract,
  backups: backupsContract,
  fleet: fleetContract,
  lines: linesContract,
  labels: labelsContract,
  labelProofs: labelProofsContract,
  tables: tablesContract,
  variables: variablesContract,
  counters: countersContract,
  shiftCodes: shiftCodesContract,
  settings: settingsContract,
  fonts: fontsContract,
  usage: usageContract,
  plans: plansContract,
  preflights: preflightsContract,
  printing: printingContract,
  history: historyContract,
  prints: printsContract,
  queue: queueContract,
  alarms: alarmsContract,
  journal: journalContract,
  drafts: draftsContract,
  lastAnswers: lastAnswersContract,
};

export type StationContract = typeof stationContract;
export type StationClient = Client<StationContract>;
export type StationHandlers = Handlers<StationContract>;

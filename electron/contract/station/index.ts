import { alarmsContract } from './alarms.ts';
import { apiKeysContract } from './api-keys.ts';
import { auditContract } from './audit.ts';
import { backupsContract } from './backups.ts';
import { changeoversContract } from './changeovers.ts';
import { clockContract } from './clock.ts';
import { connectionsContract } from './connections.ts';
import { countersContract } from './counters.ts';
import { diagnosticsContract } from './diagnostics.ts';
import { unsavedEditsContract } from './unsaved-edits.ts';
import { fleetContract } from './fleet.ts';
import { fontsContract } from './fonts.ts';
import { framesContract } from './frames.ts';
import { handoverNotesContract } from './handover-notes.ts';
import { heartbeatContract } from './heartbeat.ts';
import { historyContract } from './history.ts';
import { eventLogContract } from './event-log.ts';
import { interruptionsContract } from './interruptions.ts';
import { labelAcceptanceContract } from './label-acceptance.ts';
import { labelsContract } from './labels.ts';
import { languagesContract } from './languages.ts';
import { lastAnswersContract } from './last-answers.ts';
import type { Client, Handlers } from './operation.ts';
import { linesContract } from './lines.ts';
import { orderFoldersContract } from './order-folders.ts';
import { ordersContract } from './orders.ts';
import { networkContract } from './network.ts';
import { peopleContract } from './people.ts';
import { plansContract } from './plans.ts';
import { preflightsContract } from './preflights.ts';
import { printersContract } from './printers.ts';
import { printingContract } from './printing.ts';
import { printBlocksContract } from './print-blocks.ts';
import { readersContract } from './readers.ts';
import { printsContract } from './prints.ts';
import { queueContract } from './queue.ts';
import { infoContract } from './info.ts';
import { recoveryContract } from './recovery.ts';
import { setupContract } from './setup.ts';
import { stationBackupsContract } from './station-backups.ts';
import { settingsContract } from './settings.ts';
import { shiftCodesContract } from './shift-codes.ts';
import { lineStopsContract } from './line-stops.ts';
import { signalDevicesContract } from './signal-devices.ts';
import { downtimeContract } from './downtime.ts';
import { plantContract } from './plant.ts';
import { sparkplugContract } from './sparkplug.ts';
import { webhooksContract } from './webhooks.ts';
import { emailContract } from './email.ts';
import { simulatedFaultsContract } from './simulated-faults.ts';
import { tablesContract } from './tables.ts';
import { updatesContract } from './updates.ts';
import { usageContract } from './usage.ts';
import { variablesContract } from './variables.ts';
import { wallScreensContract } from './wall-screens.ts';

/** The operations between page and station, by noun. An operation is added in its noun's file here and in `station/operations` only. */
export const stationContract = {
  info: infoContract,
  heartbeat: heartbeatContract,
  people: peopleContract,
  network: networkContract,
  wallScreens: wallScreensContract,
  connections: connectionsContract,
  clock: clockContract,
  recovery: recoveryContract,
  backups: backupsContract,
  diagnostics: diagnosticsContract,
  stationBackups: stationBackupsContract,
  setup: setupContract,
  fleet: fleetContract,
  lines: linesContract,
  changeovers: changeoversContract,
  handoverNotes: handoverNotesContract,
  interruptions: interruptionsContract,
  labels: labelsContract,
  labelAcceptance: labelAcceptanceContract,
  tables: tablesContract,
  variables: variablesContract,
  counters: countersContract,
  shiftCodes: shiftCodesContract,
  settings: settingsContract,
  fonts: fontsContract,
  usage: usageContract,
  plans: plansContract,
  preflights: preflightsContract,
  printers: printersContract,
  frames: framesContract,
  simulatedFaults: simulatedFaultsContract,
  lineStops: lineStopsContract,
  downtime: downtimeContract,
  signalDevices: signalDevicesContract,
  plant: plantContract,
  sparkplug: sparkplugContract,
  webhooks: webhooksContract,
  email: emailContract,
  apiKeys: apiKeysContract,
  orders: ordersContract,
  orderFolders: orderFoldersContract,
  printing: printingContract,
  history: historyContract,
  prints: printsContract,
  printBlocks: printBlocksContract,
  readers: readersContract,
  queue: queueContract,
  alarms: alarmsContract,
  eventLog: eventLogContract,
  audit: auditContract,
  unsavedEdits: unsavedEditsContract,
  updates: updatesContract,
  languages: languagesContract,
  lastAnswers: lastAnswersContract,
};

export type StationContract = typeof stationContract;
export type StationClient = Client<StationContract>;
export type StationHandlers = Handlers<StationContract>;

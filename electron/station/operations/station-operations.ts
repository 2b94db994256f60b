import type { StationHandlers } from '#contract/station/index.ts';
import type { StationModules } from '../modules/station-modules.ts';
import { alarmsOperations } from './alarms.ts';
import { apiKeysOperations } from './api-keys.ts';
import { auditOperations } from './audit.ts';
import { backupsOperations } from './backups.ts';
import { changeoversOperations } from './changeovers.ts';
import { clockOperations } from './clock.ts';
import { connectionsOperations } from './connections.ts';
import { countersOperations } from './counters.ts';
import { diagnosticsOperations } from './diagnostics.ts';
import { eventLogOperations } from './event-log.ts';
import { fleetOperations } from './fleet.ts';
import { fontsOperations } from './fonts.ts';
import { framesOperations } from './frames.ts';
import { handoverNotesOperations } from './handover-notes.ts';
import { heartbeatOperations } from './heartbeat.ts';
import { historyOperations } from './history.ts';
import { infoOperations } from './info.ts';
import { interruptionsOperations } from './interruptions.ts';
import { labelAcceptanceOperations } from './label-acceptance.ts';
import { labelsOperations } from './labels.ts';
import { languagesOperations } from './languages.ts';
import { lastAnswersOperations } from './last-answers.ts';
import { linesOperations } from './lines.ts';
import { orderFoldersOperations } from './order-folders.ts';
import { ordersOperations } from './orders.ts';
import { networkOperations } from './network.ts';
import { peopleOperations } from './people.ts';
import { plansOperations } from './plans.ts';
import { preflightsOperations } from './preflights.ts';
import { printersOperations } from './printers.ts';
import { printingOperations } from './printing.ts';
import { printBlocksOperations } from './print-blocks.ts';
import { printsOperations } from './prints.ts';
import { queueOperations } from './queue.ts';
import { readersOperations } from './readers.ts';
import { recoveryOperations } from './recovery.ts';
import { setupOperations } from './setup.ts';
import { stationBackupsOperations } from './station-backups.ts';
import { settingsOperations } from './settings.ts';
import { shiftCodesOperations } from './shift-codes.ts';
import { lineStopsOperations } from './line-stops.ts';
import { signalDevicesOperations } from './signal-devices.ts';
import { downtimeOperations } from './downtime.ts';
import { plantOperations } from './plant.ts';
import { sparkplugOperations } from './sparkplug.ts';
import { webhooksOperations } from './webhooks.ts';
import { emailOperations } from './email.ts';
import { simulatedFaultsOperations } from './simulated-faults.ts';
import { tablesOperations } from './tables.ts';
import { unsavedEditsOperations } from './unsaved-edits.ts';
import { updatesOperations } from './updates.ts';
import { usageOperations } from './usage.ts';
import { variablesOperations } from './variables.ts';
import { wallScreensOperations } from './wall-screens.ts';

/** Implements the contract: one file of this folder for each noun, as in `contract/station`. */
export function stationOperations(modules: StationModules): StationHandlers {
  return {
    info: infoOperations(modules),
    heartbeat: heartbeatOperations(modules),
    people: peopleOperations(modules),
    network: networkOperations(modules),
    wallScreens: wallScreensOperations(modules),
    connections: connectionsOperations(modules),
    clock: clockOperations(modules),
    recovery: recoveryOperations(modules),
    backups: backupsOperations(modules),
    diagnostics: diagnosticsOperations(modules),
    stationBackups: stationBackupsOperations(modules),
    setup: setupOperations(modules),
    fleet: fleetOperations(modules),
    lines: linesOperations(modules),
    changeovers: changeoversOperations(modules),
    handoverNotes: handoverNotesOperations(modules),
    interruptions: interruptionsOperations(modules),
    labels: labelsOperations(modules),
    labelAcceptance: labelAcceptanceOperations(modules),
    tables: tablesOperations(modules),
    variables: variablesOperations(modules),
    usage: usageOperations(modules),
    counters: countersOperations(modules),
    shiftCodes: shiftCodesOperations(modules),
    settings: settingsOperations(modules),
    fonts: fontsOperations(modules),
    plans: plansOperations(modules),
    preflights: preflightsOperations(modules),
    printers: printersOperations(modules),
    frames: framesOperations(modules),
    simulatedFaults: simulatedFaultsOperations(modules),
    lineStops: lineStopsOperations(modules),
    downtime: downtimeOperations(modules),
    signalDevices: signalDevicesOperations(modules),
    plant: plantOperations(modules),
    sparkplug: sparkplugOperations(modules),
    webhooks: webhooksOperations(modules),
    apiKeys: apiKeysOperations(modules),
    email: emailOperations(modules),
    orders: ordersOperations(modules),
    orderFolders: orderFoldersOperations(modules),
    printing: printingOperations(modules),
    history: historyOperations(modules),
    prints: printsOperations(modules),
    printBlocks: printBlocksOperations(modules),
    readers: readersOperations(modules),
    queue: queueOperations(modules),
    alarms: alarmsOperations(modules),
    eventLog: eventLogOperations(modules),
    audit: auditOperations(modules),
    unsavedEdits: unsavedEditsOperations(modules),
    updates: updatesOperations(modules),
    languages: languagesOperations(modules),
    lastAnswers: lastAnswersOperations(modules),
  };
}

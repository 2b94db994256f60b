import type { PrinterState } from '#contract/api-v3/printer-states.ts';
import type { JournalEvent, JournalGroup } from '#contract/station/journal.ts';
import { journalCommands } from './journal-commands.ts';

const groups: Record<JournalGroup, string> = {
  alarms: 'Alarms',
  commands: 'Orders from this page',
  controllers: 'Controllers',
  printers: 'States of printers',
  station: 'This station',
};

const events: Record<JournalEvent, string> = {
  'alarm-raised': 'Alarm: {what}',
  'alarm-repeated': 'Alarm again: {what}',
  'alarm-cleared': 'Over: {what}',
  'alarm-acknowledged': 'Acknowledged: {what}',
  'alarm-shelved': 'Put aside: {what}',
  'alarm-unshelved': 'No longer aside: {what}',
  'command-done': '{what}',
  'command-failed': 'Failed: {what}',
  'controller-online': 'Controller answers',
  'controller-lost': 'Controller lost',
  'controller-refused': 'Controller refused',
  'controller-off': 'Controller switched off',
  'printer-state': 'State: {what}',
  'station-started': 'Station started',
  'station-stopped': 'Station stopped',
};

const states: Record<PrinterState, string> = {
  INITIALIZING: 'starting',
  STARTING: 'starting',
  HEATING: 'heating',
  STARTED: 'started',
  STANDBY: 'standby',
  STOPPED: 'stopped',
  STOPPING: 'stopping',
  MAINTENANCE: 'maintenance',
  ERROR: 'error',
  OTHER: 'mixed, see ink',
};

/** Words of the journal. */
export const journal = {
  title: 'Journal',
  groups,
  events,
  states,
  commands: journalCommands,
  allGroups: 'Everything',
  allPrinters: 'All printers',
  search: 'Search the journal',
  group: 'What',
  printer: 'Printer',
  from: 'From',
  to: 'To',
  columns: { time: 'Time', what: 'What happened', where: 'Where', detail: 'Details', person: 'Who' },
  none: { title: 'Nothing found', text: 'Nothing in the journal fits. Search for less, or for another time.' },
  empty: { title: 'Nothing happened yet', text: 'Alarms, orders, controllers that come and go, and the states of printers stand here.' },
  older: 'Show older',
  newer: 'Show what is new',
  export: 'Save as CSV',
  ofPrinter: 'Journal',
  all: 'The whole journal of {printer}',
};

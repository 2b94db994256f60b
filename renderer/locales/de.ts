import { alarms } from './de/alarms.ts';
import { app } from './de/app.ts';
import { backups } from './de/backups.ts';
import { connections } from './de/connections.ts';
import { counters } from './de/counters.ts';
import { dates } from './de/dates.ts';
import { designText } from './de/design-text.ts';
import { designer } from './de/designer.ts';
import { display } from './de/display.ts';
import { drafts } from './de/drafts.ts';
import { exchange } from './de/exchange.ts';
import { fonts } from './de/fonts.ts';
import { formats } from './de/formats.ts';
import { gallery } from './de/gallery.ts';
import { help } from './de/help.ts';
import { historyChart } from './de/history-chart.ts';
import { history } from './de/history.ts';
import { journal } from './de/journal.ts';
import { labelFiles } from './de/label-files.ts';
import { labelProofs } from './de/label-proofs.ts';
import { labelTemplates } from './de/label-templates.ts';
import { labels } from './de/labels.ts';
import { ledger } from './de/ledger.ts';
import { monitor } from './de/monitor.ts';
import { printerSettings } from './de/printer-settings.ts';
import { preflight } from './de/preflight.ts';
import { printer } from './de/printer.ts';
import { prints } from './de/prints.ts';
import { problems } from './de/problems.ts';
import { queue } from './de/queue.ts';
import { renaming } from './de/renaming.ts';
import { scan } from './de/scan.ts';
import { scanner } from './de/scanner.ts';
import { shiftCodes } from './de/shift-codes.ts';
import { tableImport } from './de/table-import.ts';
import { tables } from './de/tables.ts';
import { ui } from './de/ui.ts';
import { usage } from './de/usage.ts';
import { variables } from './de/variables.ts';
import { zplImport } from './de/zpl-import.ts';
import type { Translation } from './translation.ts';

/** German. */
export const de = {
  alarms,
  app,
  backups,
  connections,
  counters,
  dates,
  designText,
  designer,
  display,
  drafts,
  exchange,
  fonts,
  formats,
  gallery,
  help,
  history,
  historyChart,
  journal,
  labelFiles,
  labelProofs,
  labelTemplates,
  labels,
  ledger,
  monitor,
  preflight,
  printer,
  printerSettings,
  prints,
  problems,
  queue,
  renaming,
  scan,
  scanner,
  shiftCodes,
  tableImport,
  tables,
  ui,
  usage,
  variables,
  zplImport,
} satisfies Translation;

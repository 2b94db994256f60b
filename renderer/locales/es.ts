import { alarms } from './es/alarms.ts';
import { app } from './es/app.ts';
import { backups } from './es/backups.ts';
import { connections } from './es/connections.ts';
import { counters } from './es/counters.ts';
import { dates } from './es/dates.ts';
import { designText } from './es/design-text.ts';
import { designer } from './es/designer.ts';
import { display } from './es/display.ts';
import { drafts } from './es/drafts.ts';
import { exchange } from './es/exchange.ts';
import { fonts } from './es/fonts.ts';
import { formats } from './es/formats.ts';
import { gallery } from './es/gallery.ts';
import { help } from './es/help.ts';
import { historyChart } from './es/history-chart.ts';
import { history } from './es/history.ts';
import { journal } from './es/journal.ts';
import { labelFiles } from './es/label-files.ts';
import { labelProofs } from './es/label-proofs.ts';
import { labelTemplates } from './es/label-templates.ts';
import { labels } from './es/labels.ts';
import { ledger } from './es/ledger.ts';
import { monitor } from './es/monitor.ts';
import { printerSettings } from './es/printer-settings.ts';
import { preflight } from './es/preflight.ts';
import { printer } from './es/printer.ts';
import { prints } from './es/prints.ts';
import { problems } from './es/problems.ts';
import { queue } from './es/queue.ts';
import { renaming } from './es/renaming.ts';
import { scan } from './es/scan.ts';
import { scanner } from './es/scanner.ts';
import { shiftCodes } from './es/shift-codes.ts';
import { tableImport } from './es/table-import.ts';
import { tables } from './es/tables.ts';
import { ui } from './es/ui.ts';
import { usage } from './es/usage.ts';
import { variables } from './es/variables.ts';
import { zplImport } from './es/zpl-import.ts';
import type { Translation } from './translation.ts';

/** Spanish. */
export const es = {
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

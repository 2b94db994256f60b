import { alarms } from './ar/alarms.ts';
import { app } from './ar/app.ts';
import { backups } from './ar/backups.ts';
import { connections } from './ar/connections.ts';
import { counters } from './ar/counters.ts';
import { dates } from './ar/dates.ts';
import { designText } from './ar/design-text.ts';
import { designer } from './ar/designer.ts';
import { display } from './ar/display.ts';
import { drafts } from './ar/drafts.ts';
import { exchange } from './ar/exchange.ts';
import { fonts } from './ar/fonts.ts';
import { formats } from './ar/formats.ts';
import { gallery } from './ar/gallery.ts';
import { historyChart } from './ar/history-chart.ts';
import { help } from './ar/help.ts';
import { history } from './ar/history.ts';
import { journal } from './ar/journal.ts';
import { labelFiles } from './ar/label-files.ts';
import { labelProofs } from './ar/label-proofs.ts';
import { labelTemplates } from './ar/label-templates.ts';
import { labels } from './ar/labels.ts';
import { ledger } from './ar/ledger.ts';
import { monitor } from './ar/monitor.ts';
import { preflight } from './ar/preflight.ts';
import { printer } from './ar/printer.ts';
import { prints } from './ar/prints.ts';
import { problems } from './ar/problems.ts';
import { printerSettings } from './ar/printer-settings.ts';
import { queue } from './ar/queue.ts';
import { renaming } from './ar/renaming.ts';
import { scan } from './ar/scan.ts';
import { scanner } from './ar/scanner.ts';
import { shiftCodes } from './ar/shift-codes.ts';
import { tableImport } from './ar/table-import.ts';
import { tables } from './ar/tables.ts';
import { ui } from './ar/ui.ts';
import { usage } from './ar/usage.ts';
import { variables } from './ar/variables.ts';
import { zplImport } from './ar/zpl-import.ts';
import type { Translation } from './translation.ts';

/** Arabic. */
export const ar = {
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

import { alarms } from './en/alarms.ts';
import { app } from './en/app.ts';
import { backups } from './en/backups.ts';
import { connections } from './en/connections.ts';
import { counters } from './en/counters.ts';
import { dates } from './en/dates.ts';
import { designText } from './en/design-text.ts';
import { designer } from './en/designer.ts';
import { display } from './en/display.ts';
import { drafts } from './en/drafts.ts';
import { exchange } from './en/exchange.ts';
import { fonts } from './en/fonts.ts';
import { formats } from './en/formats.ts';
import { gallery } from './en/gallery.ts';
import { historyChart } from './en/history-chart.ts';
import { help } from './en/help.ts';
import { history } from './en/history.ts';
import { journal } from './en/journal.ts';
import { labelFiles } from './en/label-files.ts';
import { labelProofs } from './en/label-proofs.ts';
import { labelTemplates } from './en/label-templates.ts';
import { labels } from './en/labels.ts';
import { ledger } from './en/ledger.ts';
import { monitor } from './en/monitor.ts';
import { preflight } from './en/preflight.ts';
import { printer } from './en/printer.ts';
import { prints } from './en/prints.ts';
import { problems } from './en/problems.ts';
import { printerSettings } from './en/printer-settings.ts';
import { queue } from './en/queue.ts';
import { renaming } from './en/renaming.ts';
import { scan } from './en/scan.ts';
import { scanner } from './en/scanner.ts';
import { shiftCodes } from './en/shift-codes.ts';
import { tableImport } from './en/table-import.ts';
import { tables } from './en/tables.ts';
import { ui } from './en/ui.ts';
import { usage } from './en/usage.ts';
import { variables } from './en/variables.ts';
import { zplImport } from './en/zpl-import.ts';

/** Every word that the page shows, one namespace per noun. */
export const en = {
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
  prints,
  printerSettings,
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
};

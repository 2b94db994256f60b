import { alarms } from './zh/alarms.ts';
import { app } from './zh/app.ts';
import { backups } from './zh/backups.ts';
import { connections } from './zh/connections.ts';
import { counters } from './zh/counters.ts';
import { dates } from './zh/dates.ts';
import { designText } from './zh/design-text.ts';
import { designer } from './zh/designer.ts';
import { display } from './zh/display.ts';
import { drafts } from './zh/drafts.ts';
import { exchange } from './zh/exchange.ts';
import { fonts } from './zh/fonts.ts';
import { formats } from './zh/formats.ts';
import { gallery } from './zh/gallery.ts';
import { historyChart } from './zh/history-chart.ts';
import { help } from './zh/help.ts';
import { history } from './zh/history.ts';
import { journal } from './zh/journal.ts';
import { labelFiles } from './zh/label-files.ts';
import { labelProofs } from './zh/label-proofs.ts';
import { labelTemplates } from './zh/label-templates.ts';
import { labels } from './zh/labels.ts';
import { ledger } from './zh/ledger.ts';
import { monitor } from './zh/monitor.ts';
import { preflight } from './zh/preflight.ts';
import { printer } from './zh/printer.ts';
import { prints } from './zh/prints.ts';
import { problems } from './zh/problems.ts';
import { printerSettings } from './zh/printer-settings.ts';
import { queue } from './zh/queue.ts';
import { renaming } from './zh/renaming.ts';
import { scan } from './zh/scan.ts';
import { scanner } from './zh/scanner.ts';
import { shiftCodes } from './zh/shift-codes.ts';
import { tableImport } from './zh/table-import.ts';
import { tables } from './zh/tables.ts';
import { ui } from './zh/ui.ts';
import { usage } from './zh/usage.ts';
import { variables } from './zh/variables.ts';
import { zplImport } from './zh/zpl-import.ts';
import type { Translation } from './translation.ts';

/** Chinese, simplified. */
export const zh = {
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

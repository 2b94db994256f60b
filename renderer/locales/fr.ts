import { alarms } from './fr/alarms.ts';
import { app } from './fr/app.ts';
import { backups } from './fr/backups.ts';
import { connections } from './fr/connections.ts';
import { counters } from './fr/counters.ts';
import { dates } from './fr/dates.ts';
import { designText } from './fr/design-text.ts';
import { designer } from './fr/designer.ts';
import { display } from './fr/display.ts';
import { drafts } from './fr/drafts.ts';
import { exchange } from './fr/exchange.ts';
import { fonts } from './fr/fonts.ts';
import { formats } from './fr/formats.ts';
import { gallery } from './fr/gallery.ts';
import { help } from './fr/help.ts';
import { historyChart } from './fr/history-chart.ts';
import { history } from './fr/history.ts';
import { journal } from './fr/journal.ts';
import { labelFiles } from './fr/label-files.ts';
import { labelProofs } from './fr/label-proofs.ts';
import { labelTemplates } from './fr/label-templates.ts';
import { labels } from './fr/labels.ts';
import { ledger } from './fr/ledger.ts';
import { monitor } from './fr/monitor.ts';
import { printerSettings } from './fr/printer-settings.ts';
import { preflight } from './fr/preflight.ts';
import { printer } from './fr/printer.ts';
import { prints } from './fr/prints.ts';
import { problems } from './fr/problems.ts';
import { queue } from './fr/queue.ts';
import { renaming } from './fr/renaming.ts';
import { scan } from './fr/scan.ts';
import { scanner } from './fr/scanner.ts';
import { shiftCodes } from './fr/shift-codes.ts';
import { tableImport } from './fr/table-import.ts';
import { tables } from './fr/tables.ts';
import { ui } from './fr/ui.ts';
import { usage } from './fr/usage.ts';
import { variables } from './fr/variables.ts';
import { zplImport } from './fr/zpl-import.ts';
import type { Translation } from './translation.ts';

/** French. */
export const fr = {
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

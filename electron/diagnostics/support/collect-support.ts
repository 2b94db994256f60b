import { hostname } from 'node:os';
import { strToU8, zipSync } from 'fflate';
import type { CheckResult } from '#contract/station/diagnostics.ts';
import type { DiagnosticsContext } from '../model/context.ts';
import { recentMetrics } from '../sources/metric-history.ts';
import { reportLines } from '../checks/report-text.ts';
import { readLogs } from '../sources/read-logs.ts';
import { controllerFiles } from './controller-files.ts';
import { knownSecrets, withoutSecrets } from './known-secrets.ts';
import { storedFiles } from './stored-files.ts';
import { jsonText, type SupportFile } from './support-file.ts';

const README = `Strobe support file

diagnostics.txt, .json   what the diagnostics found
logs/                    logs of controller and station
settings/                settings of the station
controllers/             settings, states, printers, names and metrics of each controller
events/                  the newest 500 events of station and controller: what and when
metrics-last-day.csv     figures of the controller, one line per minute

It has no keys, passwords, PINs and private keys, no people, no content of labels and no values of prints; labels, tables,
variables, printers and lines are named. Logs are technical texts: look through them before you pass the file on.
`;

/** Everything that a support file has, without secrets. `found` is what the diagnostics have found. */
export async function collectSupport(context: DiagnosticsContext, found: readonly CheckResult[]): Promise<SupportFile[]> {
  const results = found.map(withoutPrinterTexts);
  const files: SupportFile[] = [
    { name: 'README.txt', text: README },
    { name: 'diagnostics.txt', text: `${reportLines(results).join('\n')}\n` },
    { name: 'diagnostics.json', text: jsonText({ at: new Date(context.now()).toISOString(), computer: hostname(), results }) },
    ...storedFiles(context.folders),
  ];
  for (const [at, controller] of context.controllers.entries())
    files.push(...(await controllerFiles(controller, `controllers/${at + 1}-${fileName(controller.name)}`)));
  const metrics = recentMetrics(context.folders.station);
  if (metrics !== undefined) files.push({ name: 'metrics-last-day.csv', text: metrics });
  for (const { name, text } of await readLogs(context)) files.push({ name: `logs/${name}`, text });
  const secrets = knownSecrets(context.folders);
  return files.map(({ name, text }) => ({ name, text: withoutSecrets(text, secrets) }));
}

/** What printers report can have values of prints. */
function withoutPrinterTexts(result: CheckResult): CheckResult {
  if (result.id !== 'printers') return result;
  return { ...result, findings: result.findings.map((one) => (one.code === 'printer-error' ? { ...one, detail: undefined } : one)) };
}

function fileName(name: string): string {
  return name.replaceAll(/[^\w-]+/g, '-').slice(0, 40);
}

/** The archive of these files, in a folder of its name. */
export function supportArchive(files: readonly SupportFile[], folder: string): Uint8Array {
  return zipSync(Object.fromEntries(files.map(({ name, text }) => [`${folder}/${name}`, strToU8(text)])));
}

/** The name of an archive without its ending: the computer and the time in UTC. */
export function supportName(now: number): string {
  const moment = new Date(now).toISOString().replaceAll(/[-:]|\.\d+Z/g, '');
  return `strobe-support-${fileName(hostname())}-${moment}`;
}

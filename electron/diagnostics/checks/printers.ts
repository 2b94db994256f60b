import { z } from 'zod';
import { printerStateSchema } from '#contract/api-v3/printer.ts';
import type { Finding } from '#contract/station/diagnostics.ts';
import { finding, joined, type Check, type Outcome } from '../model/check.ts';
import type { CheckedController } from '../model/context.ts';
import { askEach, readJson, readOptional } from '../sources/ask-controller.ts';
import { connectTime } from '../sources/tcp-connect.ts';

/** Milliseconds that a printer may take to accept a connection. */
const CONNECT_LIMIT = 2_000;

const listSchema = z.union([z.record(z.string(), z.unknown()), z.array(z.object({ name: z.string() }))]);
const statusSchema = z.looseObject({ state: printerStateSchema, errors: z.array(z.string()).default([]) });
const detailSchema = z.looseObject({
  enabled: z.boolean(),
  configuration: z.looseObject({
    engine: z.looseObject({ kind: z.string(), host: z.string().optional(), port: z.number().optional(), url: z.string().optional() }),
  }),
});

/** What each printer reports, and whether a local controller's printers accept a connection. */
export const printersCheck: Check = {
  id: 'printers',
  title: 'Printers',
  run: async (context) => joined(await askEach(context, printersOf, { isWhole: true })),
};

async function printersOf(controller: CheckedController): Promise<Outcome> {
  const list = await readJson(controller, '/api/v3/printers', listSchema);
  const names = Array.isArray(list) ? list.map(({ name }) => name) : Object.keys(list);
  return joined(await Promise.all(names.map((name) => outcomeOf(controller, name))));
}

async function outcomeOf(controller: CheckedController, printer: string): Promise<Outcome> {
  const path = `/api/v3/printers/${encodeURIComponent(printer)}`;
  const detail = await readOptional(controller, path, detailSchema).catch(() => undefined);
  if (detail?.enabled === false) return { facts: [], findings: [] };
  const reported = await readJson(controller, `${path}/status`, statusSchema);
  const address = controller.isLocal && detail ? addressOf(detail.configuration.engine) : undefined;
  const reached = address && (await connectTime(address.host, address.port, CONNECT_LIMIT));
  const findings: Finding[] = [];
  if (typeof reached === 'object') {
    findings.push(finding('printer-unreachable', { printer, address: `${address?.host}:${address?.port}` }, reached.reason));
  } else {
    findings.push(...reported.errors.map((error) => finding('printer-error', { printer }, error)));
  }
  const facts: Outcome['facts'] = [{ name: 'printerState', of: printer, value: reported.state }];
  if (typeof reached === 'number') facts.push({ name: 'connectTime', of: printer, value: reached });
  return { facts, findings };
}

const IPP_PORT = 631;

/** Where the device takes connections; undefined for a virtual printer and one that is reached by datagrams. */
function addressOf({ host, port, url, ...engine }: z.output<typeof detailSchema>['configuration']['engine']) {
  if (engine['protocol'] === 'udp') return undefined;
  if (host !== undefined && port !== undefined) return { host, port };
  const parsed = url === undefined ? undefined : URL.parse(url.replace(/^ipps?:/, 'http:'));
  if (!parsed) return undefined;
  return { host: parsed.hostname.replace(/^\[|\]$/g, ''), port: Number(parsed.port) || IPP_PORT };
}

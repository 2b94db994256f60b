import { z } from 'zod';
import { messageOf } from '../model/check.ts';
import type { CheckedController } from '../model/context.ts';
import { readJson } from '../sources/ask-controller.ts';
import { allowedPart, type Shape } from './allow-list.ts';
import { PRINTER_SHAPE, SETTINGS_SHAPES, STATE_SHAPES, STATUS_SHAPE } from './controller-shapes.ts';
import { jsonText, type SupportFile } from './support-file.ts';

const NOUNS = ['labels', 'tables', 'variables', 'counters', 'shiftCodes'] as const;

/** What a controller says about itself: settings, printers, names of what it stores, and its metrics. */
export async function controllerFiles(controller: CheckedController, folder: string): Promise<SupportFile[]> {
  const file = (name: string, value: unknown): SupportFile => ({ name: `${folder}/${name}`, text: jsonText(value) });
  return [
    file('settings.json', await partsOf(controller, SETTINGS_SHAPES)),
    file('state.json', await partsOf(controller, STATE_SHAPES)),
    file('printers.json', await printersOf(controller)),
    file('names.json', await namesOf(controller)),
    { name: `${folder}/metrics.txt`, text: await metricsOf(controller) },
  ];
}

async function partsOf(controller: CheckedController, shapes: Readonly<Record<string, Shape>>): Promise<Record<string, unknown>> {
  const parts: Record<string, unknown> = {};
  for (const [path, shape] of Object.entries(shapes)) parts[path] = await partOf(controller, path, shape);
  return parts;
}

/** What may be passed on of an answer, or why there is none. */
async function partOf(controller: CheckedController, path: string, shape: Shape): Promise<unknown> {
  try {
    return allowedPart(await readJson(controller, path, z.unknown()), shape);
  } catch (error) {
    return { notRead: messageOf(error) };
  }
}

async function printersOf(controller: CheckedController): Promise<Record<string, unknown>> {
  const printers: Record<string, unknown> = {};
  for (const name of await namesAt(controller, '/api/v3/printers')) {
    const path = `/api/v3/printers/${encodeURIComponent(name)}`;
    printers[name] = {
      ...asObject(await partOf(controller, path, PRINTER_SHAPE)),
      status: await partOf(controller, `${path}/status`, STATUS_SHAPE),
    };
  }
  return printers;
}

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}

async function namesOf(controller: CheckedController): Promise<Record<string, string[]>> {
  const names: Record<string, string[]> = {};
  for (const noun of NOUNS) names[noun] = await namesAt(controller, `/api/v3/${noun}`);
  return names;
}

/** The names of a list of any form; none when it cannot be read. */
async function namesAt(controller: CheckedController, path: string): Promise<string[]> {
  const list = await readJson(controller, path, z.unknown()).catch(() => undefined);
  if (Array.isArray(list)) return list.flatMap(nameOf);
  return Object.keys(asObject(list));
}

function nameOf(item: unknown): string[] {
  if (typeof item === 'string') return [item];
  const parsed = z.object({ name: z.string() }).safeParse(item);
  return parsed.success ? [parsed.data.name] : [];
}

async function metricsOf(controller: CheckedController): Promise<string> {
  try {
    const { status, text } = await controller.get('/metrics');
    return status < 300 ? text : `not read: status ${status}\n`;
  } catch (error) {
    return `not read: ${messageOf(error)}\n`;
  }
}

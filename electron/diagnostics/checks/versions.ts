import { stat } from 'node:fs/promises';
import { arch, release, type } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { finding, joined, type Check, type Outcome } from '../model/check.ts';
import type { CheckedController, DiagnosticsContext } from '../model/context.ts';
import { askEach, readOptional } from '../sources/ask-controller.ts';

const versionSchema = z.object({ version: z.string() });

/** Versions of the programs and of what they run on. */
export const versionsCheck: Check = {
  id: 'versions',
  title: 'Versions',
  run: async (context) => {
    const ofControllers = await askEach(context, (controller) => ofController(controller, context.version), { isWhole: false });
    return joined([await ofProgram(context), ...ofControllers]);
  },
};

async function ofProgram({ version, pageFolder }: DiagnosticsContext): Promise<Outcome> {
  const { electron } = process.versions;
  const facts: Outcome['facts'] = [
    { name: 'strobeVersion', value: version },
    { name: 'nodeVersion', value: process.versions.node },
    ...(electron === undefined ? [] : [{ name: 'electronVersion' as const, value: electron }]),
    { name: 'system', value: `${type()} ${release()} ${arch()}` },
  ];
  if (pageFolder === undefined) return { facts, findings: [] };
  const built = await stat(join(pageFolder, 'index.html')).catch(() => undefined);
  if (!built) return { facts, findings: [finding('page-missing', {}, pageFolder)] };
  return { facts: [...facts, { name: 'pageBuilt', value: Math.round(built.mtimeMs) }], findings: [] };
}

/** Only a controller on this computer is installed together with this program. */
async function ofController(controller: CheckedController, own: string): Promise<Outcome> {
  const health = await readOptional(controller, '/healthz', versionSchema);
  if (!health) return { facts: [], findings: [] };
  const isOther = controller.isLocal && health.version !== own;
  return {
    facts: [{ name: 'controllerVersion', of: controller.name, value: health.version }],
    findings: isOther ? [finding('versions-differ', { controller: controller.name, other: health.version, own })] : [],
  };
}

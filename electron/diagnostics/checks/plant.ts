import { plantStateSchema } from '#contract/api-v3/plant.ts';
import { finding, joined, type Check, type Outcome } from '../model/check.ts';
import type { CheckedController } from '../model/context.ts';
import { askEach, readOptional } from '../sources/ask-controller.ts';

/** Whether the plant takes the prints. */
export const plantCheck: Check = {
  id: 'plant',
  title: 'Plant',
  run: async (context) => joined(await askEach(context, ofController, { isWhole: true })),
};

async function ofController(controller: CheckedController): Promise<Outcome> {
  const plant = await readOptional(controller, '/api/v3/plant', plantStateSchema);
  if (!plant) return { facts: [], findings: [] };
  const { name } = controller;
  const facts: Outcome['facts'] = [{ name: 'plantPhase', of: name, value: plant.phase }];
  if (plant.phase === 'off') return { facts, findings: [] };
  facts.push({ name: 'plantWaiting', of: name, value: plant.waiting });
  const findings: Outcome['findings'] = [];
  if (plant.phase === 'backing-off') findings.push(finding('plant-unreachable', { controller: name }, plant.reason ?? plant.lastError));
  if (plant.refused > 0) findings.push(finding('plant-refuses', { controller: name, count: plant.refused }));
  return { facts, findings };
}

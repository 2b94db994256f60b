import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callApi } from '#support/call-api.ts';
import { startController } from '#support/controller-process.ts';
import { startProgram } from '#support/program.ts';
import { Random } from '#support/random.ts';
import { signInTo } from '#support/sign-in.ts';
import { ensureBuilt, PAGE } from '../../../build/scripts/build.ts';
import type { Order } from '../fault-run.ts';
import { Designer } from './designer.ts';

const LABEL = 'Case';
const DOCUMENT = {
  format: 3,
  width: 60,
  height: 30,
  objs: [{ type: 'Text', x: 2, y: 8, text: 'Lot', font: { family: 'Arimo', height: 6 } }],
};
const REPORT_EVERY = 10;

/** Kills the browser repeatedly while a label is edited, each time with the same profile. */
export async function designing({ amount, seed, tell }: Order): Promise<string> {
  await ensureBuilt(PAGE);
  const folder = mkdtempSync(join(tmpdir(), 'strobe-designing-'));
  const controller = await startController({ flags: ['--empty'], dataFolder: join(folder, 'controller') });
  await callApi('PUT', `${controller.url}/api/v3/labels/${LABEL}`, DOCUMENT);
  const flags = ['--data', join(folder, 'station'), '--port', '0', '--no-embedded', '--controller', controller.url];
  const station = await startProgram('headless.ts', flags);
  const { cookie } = await signInTo(join(folder, 'station'));
  const designer = new Designer({ url: station.url, cookie, label: LABEL, profile: join(folder, 'profile') }, new Random(seed));
  const losses: number[] = [];
  try {
    for (let kill = 1; kill <= amount; kill += 1) {
      losses.push(await designer.suffer(`kill ${kill}:`));
      if (kill % REPORT_EVERY === 0) tell(`${kill} kills, at most ${Math.max(...losses)} ms lost`);
    }
    losses.push(await designer.lastLoss());
    return figures(amount, losses.slice(1));
  } finally {
    await station.kill();
    await controller.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The first check finds nothing, because no kill came before it. */
function figures(kills: number, losses: readonly number[]): string {
  const middle = losses.toSorted((a, b) => a - b)[Math.floor(losses.length / 2)] ?? 0;
  return `${kills} kills; at most ${Math.max(...losses)} ms of work lost, ${middle} ms in the middle`;
}

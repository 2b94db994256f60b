import { existsSync } from 'node:fs';
import { clockSchema } from '#contract/api-v3/clock.ts';
import { finding, joined, type Check, type Outcome } from '../model/check.ts';
import type { CheckedController, DiagnosticsContext } from '../model/context.ts';
import { askEach, readOptional } from '../sources/ask-controller.ts';

const PROGRAM_LIMIT = 2_000;
/** Written by systemd-timesyncd when the clock was synchronised since the start of the system. */
const TIMESYNC_FILE = '/run/systemd/timesync/synchronized';

/** Time zone and synchronisation of this computer's clock, and whether the controllers trust theirs. */
export const clockCheck: Check = {
  id: 'clock',
  title: 'Clock and time zone',
  run: async (context) => joined([await ofSystem(context), ...(await askEach(context, ofController, { isWhole: false }))]),
};

async function ofSystem({ now, runProgram }: DiagnosticsContext): Promise<Outcome> {
  const facts: Outcome['facts'] = [
    { name: 'now', value: now() },
    { name: 'systemTimeZone', value: Intl.DateTimeFormat().resolvedOptions().timeZone },
  ];
  const isSynchronised = await synchronised(runProgram);
  if (isSynchronised === undefined) return { facts, findings: [finding('clock-sync-unknown')] };
  facts.push({ name: 'isSynchronised', value: isSynchronised ? 1 : 0 });
  return { facts, findings: isSynchronised ? [] : [finding('clock-not-synchronised')] };
}

/** Undefined when the system does not say. */
async function synchronised(run: DiagnosticsContext['runProgram']): Promise<boolean | undefined> {
  const shown = await run('timedatectl', ['show', '--property=NTPSynchronized', '--value'], PROGRAM_LIMIT);
  if (shown !== undefined && /^(yes|no)$/.test(shown.trim())) return shown.trim() === 'yes';
  return existsSync(TIMESYNC_FILE) ? true : undefined;
}

async function ofController(controller: CheckedController): Promise<Outcome> {
  const clock = await readOptional(controller, '/api/v3/clock', clockSchema);
  if (!clock) return { facts: [], findings: [] };
  const facts: Outcome['facts'] = [{ name: 'printTimeZone', of: controller.name, value: clock.timeZone }];
  if (clock.state === 'ok') return { facts, findings: [] };
  const code = clock.state === 'doubtful' ? 'clock-doubtful' : 'clock-stepped';
  return { facts, findings: [finding(code, { controller: controller.name }, clock.reason)] };
}

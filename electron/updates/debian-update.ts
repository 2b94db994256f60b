import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '#process/log.ts';
import { ControllerClient } from './controller-client.ts';
import { debianSystem } from './debian-system.ts';
import { requireTool } from './run-tool.ts';
import type { UpdateCommandIo } from './update-command.ts';
import { DEBIAN_FOLDERS, DEBIAN_PROGRAM_FOLDER } from './update-folders.ts';
import { UPDATE_LIMITS } from './update-deps.ts';

const RUNNER_FOLDER = `${DEBIAN_FOLDERS.root}/runner`;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const complain = (line: string): void => void process.stderr.write(`${line}\n`);
const log: Log = { info: say, warn: complain, error: complain };

/** What `runUpdateCommand` needs on a computer with the Debian package. */
export function debianUpdate(): UpdateCommandIo {
  const folders = DEBIAN_FOLDERS;
  const system = debianSystem({ controllerFolder: folders.controller, programFolder: DEBIAN_PROGRAM_FOLDER, runnerFolder: RUNNER_FOLDER });
  return {
    ...{ folders, system, log, wait, complain, write: say, limits: UPDATE_LIMITS, now: () => Date.now() },
    controller: new ControllerClient(folders.controller, () => system.addReadKey(`update ${new Date().toISOString()}`)),
    isRoot: process.getuid?.() === 0,
    startInBackground: async () => void (await requireTool('systemctl', ['--no-block', 'start', 'strobe-update.service'])),
  };
}

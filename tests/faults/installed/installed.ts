import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DebianContainer } from '#support/debian-container.ts';
import { Random } from '#support/random.ts';
import { until } from '#support/until.ts';
import { CONTAINER_PACKAGES } from '../../package/container-packages.ts';
import { InstalledLine } from '../../package/installed-line.ts';
import { makePackage, ProjectCopy } from '../../package/project-copy.ts';
import { SignedPackages } from '../../package/signed-packages.ts';
import { refuse, type Order } from '../fault-run.ts';
import { WitnessedMarks } from './witnessed-marks.ts';

/** What the computer does when its power is cut. */
const WORK = ['print', 'backup', 'install the same version', 'install another version', 'update'] as const;
type Work = (typeof WORK)[number];

/** How many milliseconds they take at the longest on a slow machine. */
const LONGEST_WORK = 15_000;
const LONGEST_UPDATE = 45_000;
/** Without a time, so that two marks with one serial number have one picture. */
const LABEL = {
  format: 3,
  width: 60,
  height: 20,
  objs: [{ type: 'Text', x: 4, y: 4, width: 52, text: '{COUNTER;Serial;WIDTH=6}', font: { family: 'Arial', style: 'Bold', height: 8 } }],
};

/**
 * Cuts the power of an installed line PC at random moments, while it prints and is backed up, installed again and updated by a signed package; its disk keeps only what was synced.
 * After each cut it must start by itself and print, and no serial number may be on two marks of its printer.
 */
export async function installed({ amount, seed, tell }: Order): Promise<string> {
  const missing = DebianContainer.missing();
  if (missing !== undefined) throw new Error(missing);
  const random = new Random(seed);
  const signed = new SignedPackages();
  const packages = await bothPackages(signed);
  const container = DebianContainer.create(CONTAINER_PACKAGES);
  try {
    await container.boot();
    const line = new InstalledLine(container);
    await line.install(packages[0]);
    signed.trustedBy(container);
    await line.prepare(LABEL);
    const marks = new WitnessedMarks();
    const done = new Map<Work, number>(WORK.map((work) => [work, 0]));
    let repaired = 0;
    /** Which of the packages is installed. */
    let version = 0;
    for (let cut = 1; cut <= amount; cut += 1) {
      const work = WORK[random.whole(0, WORK.length - 1)] ?? 'print';
      const file = packages[work === 'install the same version' ? version : 1 - version] ?? packages[0];
      const busy = begin(work, { container, line, file });
      await pause(random.whole(0, work === 'update' ? LONGEST_UPDATE : LONGEST_WORK));
      await container.cutPower(() => marks.read(() => readFileSync(join(container.root, MARKS), 'utf8')));
      await busy;
      await container.boot();
      if (work === 'update') await updateEnds(container);
      else repaired += (await repair(container, file)) ? 1 : 0;
      await line.isReady();
      version = (await line.version()) === OTHER_VERSION ? 1 : 0;
      await line.print(1);
      marks.read(() => container.read(MARKS));
      done.set(work, (done.get(work) ?? 0) + 1);
      tell(`${cut} cuts, the last while it had to ${work}: ${marks.count} marks`);
      refuse([...marks.faults(), ...repeatsIn(await line.serials())]);
    }
    const works = [...done].map(([work, count]) => `${count} while it had to ${work}`).join(', ');
    return `${amount} power cuts (${works}): ${marks.count} marks, 0 serial numbers twice, printed after each; ${repaired} installations were completed by a person`;
  } finally {
    await container.remove();
    signed.remove();
  }
}

const OTHER_VERSION = '99.0.0';
const MARKS = 'var/lib/strobe/controller/marks/1/marks.log';

async function bothPackages(signed: SignedPackages): Promise<[string, string]> {
  const first = makePackage();
  const copy = new ProjectCopy('package-copy');
  copy.setVersion(OTHER_VERSION);
  const other = copy.makePackage();
  for (const each of [first, other]) await signed.sign(each);
  return [first, other];
}

/** Prints all the time, and does the work meanwhile. Ends with the power. */
async function begin(
  work: Work,
  { container, line, file }: { container: DebianContainer; line: InstalledLine; file: string },
): Promise<void> {
  const works = {
    print: undefined,
    backup: () => container.run('strobe', 'backup'),
    'install the same version': () => line.install(file),
    'install another version': () => line.install(file),
    update: () => line.askForUpdate(file, '--allow-older'),
  };
  await Promise.allSettled([container.run('sh', '-c', TRIGGERS), works[work]?.()]);
}

const TRIGGERS =
  'while true; do curl --silent --output /dev/null --request POST http://127.0.0.1:7311/api/v3/printers/Line%201/trigger; sleep 0.05; done';

/** What tells why an update was not completed. */
const LOOK =
  'cat /var/lib/strobe-update/record.json; systemctl status --no-pager "strobe-*"; ls -l /usr/lib/systemd/system/strobe-* /etc/systemd/system/multi-user.target.wants/; journalctl --boot --no-pager | tail -n 100';

/** An update that the cut has interrupted is completed or undone without a person. */
async function updateEnds(container: DebianContainer): Promise<void> {
  await until(
    () => container.run('systemctl', 'is-active', 'strobe-update-boot.service', 'strobe-update.service'),
    ({ stdout }) => !stdout.includes('activating'),
  );
  const { stdout } = await container.run('dpkg', '--audit');
  if (stdout === '') return;
  const { stdout: log } = await container.run('sh', '-c', LOOK);
  refuse([`the update left the package as dpkg does not accept it: ${stdout}\n${log}`]);
}

/** A person repeats an installation that a power cut has interrupted, as apt says. */
async function repair(container: DebianContainer, file: string): Promise<boolean> {
  const { stdout } = await container.run('dpkg', '--audit');
  if (stdout === '') return false;
  await container.output('dpkg', '--force-confold', '--install', `/root/${file.split('/').at(-1)}`);
  return true;
}

function repeatsIn(serials: readonly number[]): string[] {
  return serials.filter((serial, index) => serial === serials[index + 1]).map((serial) => `serial number ${serial} is in the ledger twice`);
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isUpdateEnd, type UpdateStage } from '#contract/updates/update-state.ts';
import { openStationDatabase } from '#storage/database/station-database.ts';
import { Random } from '#support/random.ts';
import { TrialPackages } from '#support/update/trial-packages.ts';
import { requireTool } from '#updates/run-tool.ts';
import { writeRequest } from '#updates/update-request.ts';
import { makeKeys } from '../../../build/scripts/sign-update.ts';
import { Violation, type Order } from '../fault-run.ts';
import { expectedEnds, planTrial, type InstalledKind, spoil, versionOf, type UpdateTrial } from './update-faults.ts';
import { manifestOf, UpdateJudge } from './update-judge.ts';
import { UpdateLine } from './update-line.ts';

/** Number of computers that are updated at the same time. */
const SITES = 2;
const PATIENCE = 180_000;
const RETRY_PAUSE = 200;
const REPORT_EVERY = 10;
/** Bytes that may remain free on a full disk. */
const MAX_LEFT = 6_000_000;

/** Updates computers that print again and again, with faults of the package, the version and the computer. */
export async function update({ amount, seed, tell }: Order): Promise<string> {
  const shares = Array.from({ length: SITES }, (_, index) => Math.floor((amount + index) / SITES));
  let done = 0;
  const ends = await Promise.allSettled(
    shares.map(async (share, index) => {
      const computer = new Computer(new Random(seed + index));
      let isKept = false;
      try {
        await computer.open();
        for (let number = 1; number <= share; number += 1) {
          await computer.suffer(number);
          done += 1;
          if (done % REPORT_EVERY === 0) tell(`${done} updates`);
        }
        return computer;
      } catch (error) {
        isKept = true;
        tell(`the evidence is in ${computer.line.site.folder}; ${computer.doing}`);
        throw error;
      } finally {
        await computer.line.close(isKept);
      }
    }),
  );
  const computers = ends.map((end) => {
    if (end.status === 'rejected') throw end.reason;
    return end.value;
  });
  const count = (end: string) => computers.reduce((sum, { ends: all }) => sum + all.filter((one) => one === end).length, 0);
  const sum = (figure: (computer: Computer) => number) => computers.reduce((total, computer) => total + figure(computer), 0);
  return [
    `${done} updates of ${SITES} computers: ${['done', 'refused', 'rolled-back', 'kept'].map((end) => `${count(end)} ${end}`).join(', ')}`,
    `${sum(({ kills }) => kills)} kills, ${sum(({ cuts }) => cuts)} power cuts, ${sum(({ fills }) => fills)} full disks`,
    `${sum(({ restores }) => restores)} databases put back`,
    `after each one whole version ran, ${sum(({ judge }) => judge.marks)} marks, 0 serials twice, 0 of ${sum(({ line }) => line.acknowledged.size)} acknowledged prints lost`,
  ].join('; ');
}

class Computer {
  readonly line = new UpdateLine();
  readonly judge = new UpdateJudge(this.line);
  readonly ends: UpdateStage[] = [];
  readonly #random: Random;
  readonly #manifests = new Map<string, string>();
  #foreign: TrialPackages | undefined;
  #installed: InstalledKind = { addedTables: 0, drawsDifferently: false };
  /** What is being tried, for the report of a failure. */
  doing = '';
  kills = 0;
  cuts = 0;
  fills = 0;
  restores = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  async open(): Promise<void> {
    const { site } = this.line;
    await openStationDatabase(join(site.folders.station, 'station.db')).destroy();
    makeKeys(join(site.folder, 'foreign'));
    this.#foreign = new TrialPackages(join(site.folder, 'packages'), join(site.folder, 'foreign/private.pem'));
    const file = await site.packages.make({ version: '0.1.1' });
    await this.#note(file, '0.1.1');
    await this.line.open(file);
    this.line.forgetPackages();
  }

  /** One update with its faults, and what must hold afterwards. */
  async suffer(number: number): Promise<void> {
    const trial = planTrial(this.#random);
    this.doing = `update ${number}: ${JSON.stringify(trial)}`;
    const before = this.#installed;
    const version = versionOf(trial, number, before);
    const packages = trial.packageFault === 'foreign key' ? this.#foreign! : this.line.site.packages;
    const file = await packages.make(version);
    await this.#note(file, version.version);
    spoil(file, trial.packageFault, this.#random);
    this.line.site.request(file, { id: `trial-${number}` });
    if (trial.prints) this.line.print();
    await this.#run(trial);
    await this.#judge(expectedEnds(trial));
    if (await this.#isInstalled(version.version)) this.#installed = version;
    if (trial.rollsBack && this.line.stage() === 'done') await this.#rollBack(number, before);
    this.line.forgetPackages();
  }

  async #rollBack(number: number, before: InstalledKind): Promise<void> {
    this.doing += ', rolled back by a person';
    const { requests } = this.line.site.folders;
    this.line.print();
    writeRequest(requests, { action: 'roll-back', id: `back-${number}`, when: 'now' });
    await this.#finish();
    await this.#judge(['rolled-back', 'kept']);
    if (this.line.stage() === 'rolled-back') this.#installed = before;
  }

  async #run({ disturbance, step, late }: UpdateTrial): Promise<void> {
    const running = this.line.update();
    if (disturbance === 'none') return this.#finish(running.ended);
    const isReached = await this.#reach(step, running.ended);
    if (isReached) await Promise.race([wait(late), running.ended]);
    if (disturbance === 'full disk') {
      this.fills += 1;
      this.line.disk.fill(this.#random.whole(0, MAX_LEFT));
      await Promise.race([running.ended, wait(3_000)]);
      this.line.disk.clear();
      return this.#finish(running.ended);
    }
    running.kill(disturbance === 'power cut' || this.#random.fraction() < 0.5);
    await running.ended;
    if (disturbance === 'kill') {
      this.kills += 1;
      return this.#finish();
    }
    await this.line.site.services.kill();
    this.cuts += 1;
    await this.line.update('--boot').ended;
    await this.line.site.services.start();
    return this.#finish();
  }

  /** Whether the step began before the update ended. */
  async #reach(step: string, ended: Promise<unknown>): Promise<boolean> {
    let isOver = false;
    void ended.then(() => (isOver = true));
    while (!isOver && this.line.stage() !== step) await wait(2);
    return !isOver;
  }

  /** Runs the program that updates until nothing is left to do, as the system does. */
  async #finish(first?: Promise<number | null>): Promise<void> {
    let code = first ? await first : undefined;
    for (const end = Date.now() + PATIENCE; code !== 0;) {
      if (Date.now() > end) throw new Violation(`the update does not come to an end in the step ${this.line.stage()}`);
      if (code !== undefined) await wait(RETRY_PAUSE);
      code = await this.line.update().ended;
    }
  }

  async #judge(expected: readonly UpdateStage[]): Promise<void> {
    const { services } = this.line.site;
    // The system starts a service again that has ended, as on a full disk.
    await services.start();
    const report = await this.line.settled();
    await this.line.pause();
    await this.#idle();
    const record = JSON.parse(readFileSync(join(this.line.site.folders.root, 'record.json'), 'utf8')) as {
      stage: UpdateStage;
      reason: { text: string } | null;
      restores: { controller: boolean } | null;
    };
    if (!isUpdateEnd(record.stage)) throw new Violation(`the update has stopped in the step ${record.stage}`);
    if (!expected.includes(record.stage))
      throw new Violation(`the update is ${record.stage} (${record.reason?.text ?? ''}), not ${expected.join(' or ')}`);
    this.ends.push(record.stage);
    if (record.restores?.controller && record.stage === 'rolled-back') this.restores += 1;
    await this.judge.check({ ...report, ...(await this.line.settled()) }, this.#manifests);
    await this.line.acceptLabels();
    await this.#printAgain();
  }

  /** The devices have marked what they hold. */
  async #idle(): Promise<void> {
    await wait(500);
  }

  /** The version that runs prints. */
  async #printAgain(): Promise<void> {
    const before = this.line.acknowledged.size;
    this.line.print();
    for (const end = Date.now() + 20_000; this.line.acknowledged.size < before + 4; await wait(20)) {
      if (Date.now() > end) throw new Violation('nothing is printed after the update');
    }
    await this.line.pause();
  }

  async #isInstalled(version: string): Promise<boolean> {
    return (await this.line.site.io().system.installed()).version === version;
  }

  async #note(file: string, version: string): Promise<void> {
    const folder = join(this.line.site.folder, 'unpacked');
    await requireTool('dpkg-deb', ['--extract', file, folder]);
    this.#manifests.set(version, manifestOf(join(folder, 'usr/lib/strobe')));
    await requireTool('rm', ['-rf', folder]);
  }
}

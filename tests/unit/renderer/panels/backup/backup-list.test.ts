import { flushPromises, type VueWrapper } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Backup } from '#contract/api-v3/backup.ts';
import type { Connection } from '#contract/station/connections.ts';
import { ProblemError } from '#contract/problem.ts';
import type { Problem } from '#contract/problem-schema.ts';
import BackupList from '#renderer/panels/backup/BackupList.vue';
import { useNoticesStore } from '#renderer/stores/notices.ts';
import { CONNECTION, openPageRig, type PageRig } from '#support/page-rig.ts';

const NOW = Date.parse('2026-11-21T14:03:00Z');
const HOUR = 3_600_000;
const MAKING = 'Creating a backup';

let rig: PageRig;
let kept: Backup[];
let makingSince: number | null;
let failure: Problem | null;
let make: () => Promise<{ backup: Backup | null }>;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  kept = [aBackup(3 * HOUR)];
  makingSince = failure = null;
  make = async () => {
    const backup = aBackup(0);
    kept = [backup, ...kept];
    return { backup };
  };
});

afterEach(() => {
  rig.end();
  vi.useRealTimers();
});

function aBackup(age: number): Backup {
  const made = new Date(NOW - age).toISOString();
  return { name: `${made.replaceAll(/[-:.]/g, '')}.strobe-backup`, made, size: 364_544, version: '1.0.0', controller: 'c-1' };
}

async function open(connection: Connection = { ...CONNECTION, timeZone: 'UTC' }): Promise<VueWrapper> {
  const list = async () => ({ backups: kept, makingSince, failure });
  const get = async () => ({
    version: '1.0.0',
    kind: 'headless' as const,
    pollInterval: 1_000,
    controllerFolder: '/data/controller',
    controllerCommand: ['/opt/Strobe/strobe', 'controller'],
  });
  rig = await openPageRig({ backups: { list, make: () => make() }, info: { get } }, [connection]);
  const panel = rig.mount(BackupList, { connection: 'c1' });
  await flushPromises();
  return panel;
}

const press = async (panel: VueWrapper): Promise<void> => {
  await panel.get('button').trigger('click');
  await flushPromises();
};
const said = (): string[] => useNoticesStore().notices.map(({ text }) => text);

describe('the backups of a controller', () => {
  it('are listed with their time, their size and that every page was read', async () => {
    const cells = (await open()).findAll('tbody td').map((cell) => cell.text());
    expect(cells).toEqual(['21 NOV 2026, 11:03', '364.5 kB', 'all data', '1.0.0', kept[0]?.name]);
  });

  it('are fine while the newest is not older than two days', async () => {
    kept = [aBackup(48 * HOUR)];
    const panel = await open();
    expect(panel.text()).toContain('The newest backup is 2 d old. A backup is made automatically every day');
    expect(panel.find('[role=alert]').exists()).toBe(false);
  });

  it('need attention when the newest is older than that', async () => {
    kept = [aBackup(49 * HOUR)];
    expect((await open()).get('[role=alert]').text()).toContain('but the last one is missing');
  });

  it('are reported as missing, without restore steps, if there are none', async () => {
    kept = [];
    const panel = await open();
    expect(panel.text()).toContain('No backups yet');
    expect(panel.find('ol').exists()).toBe(false);
  });

  it('include a new one on request', async () => {
    const panel = await open();
    await press(panel);
    expect(panel.findAll('tbody tr')).toHaveLength(2);
    expect(said()).toEqual(['Backup created and verified (364.5 kB).']);
  });

  it('show that one is being made while it runs, and how it ended', async () => {
    make = async () => {
      makingSince = NOW;
      return { backup: null };
    };
    const panel = await open();
    await press(panel);
    expect(panel.text()).toContain(MAKING);
    expect(said()).toEqual([]);
    makingSince = null;
    kept = [aBackup(0), ...kept];
    await vi.advanceTimersByTimeAsync(1_000);
    expect(panel.text()).not.toContain(MAKING);
    expect(said()).toHaveLength(1);
  });

  it('say why one could not be made, at once or after a while', async () => {
    make = () =>
      Promise.reject(new ProblemError('disk-full', { detail: 'The disk of the controller does not have enough space for a backup.' }));
    const panel = await open();
    await press(panel);
    expect(panel.get('[role=alert]').text()).toContain('does not have enough space for a backup');
    failure = new ProblemError('controller-unreachable').toProblem();
    expect((await open()).get('[role=alert]').text()).toContain('The controller cannot be reached');
    expect(said()).toEqual([]);
  });

  it('of an unreachable controller are the last reported ones, and none can be made', async () => {
    makingSince = NOW;
    const panel = await open({ ...CONNECTION, state: 'lost' });
    expect(panel.findAll('tbody tr')).toHaveLength(1);
    expect(panel.get('button').attributes('disabled')).toBeDefined();
    expect(panel.text()).not.toContain(MAKING);
  });

  it('that cannot be read are read again', async () => {
    rig = await openPageRig({ backups: { list: () => Promise.reject(new ProblemError('forbidden')) } });
    const panel = rig.mount(BackupList, { connection: 'c1' });
    await flushPromises();
    expect(panel.get('[role=alert]').text()).toContain('Try again');
  });
});

describe('restoring', () => {
  it('shows the folder of the embedded controller', async () => {
    const panel = await open();
    expect(panel.get('pre').text()).toBe(
      `/opt/Strobe/strobe controller restore /data/controller/backups/${kept[0]?.name} --data /data/controller`,
    );
    expect(panel.get('ol').text()).toContain('Switch the controller off under Connections.');
  });

  it('leaves the folder of another controller open', async () => {
    const panel = await open({ ...CONNECTION, embedded: false });
    expect(panel.get('pre').text()).toContain('--data DIR');
    expect(panel.get('ol').text()).toContain('DIR is the data folder of that controller');
  });

  it('keeps the chosen backup when a newer one is made', async () => {
    kept = [aBackup(HOUR), aBackup(25 * HOUR)];
    const panel = await open();
    const older = kept[1]?.name ?? '';
    await panel.get('select').setValue(older);
    await press(panel);
    expect(panel.get('pre').text()).toContain(older);
  });
});

import { flushPromises, type VueWrapper } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Backup } from '#contract/api-v3/backup.ts';
import type { RestoreState } from '#contract/station/backups.ts';
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
let restored: string[];
let state: RestoreState;
let make: () => Promise<{ backup: Backup | null }>;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  kept = [aBackup(3 * HOUR)];
  makingSince = failure = null;
  restored = [];
  state = { phase: 'none', name: null, since: null, failure: null };
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
  const restore = async ({ name }: { name: string }) => {
    restored.push(name);
    return {};
  };
  rig = await openPageRig({ backups: { list, make: () => make(), restore, restoreState: async () => state } }, [connection]);
  const panel = rig.mount(BackupList, { connection: 'c1' });
  await flushPromises();
  return panel;
}

const makeButton = (panel: VueWrapper) => panel.findAll('button').find((button) => button.text() === 'Back up now')!;
const press = async (panel: VueWrapper): Promise<void> => {
  await makeButton(panel).trigger('click');
  await flushPromises();
};
const said = (): string[] => useNoticesStore().notices.map(({ text }) => text);

describe('the backups of a controller', () => {
  it('are listed with their time, their size and that every page was read', async () => {
    const cells = (await open()).findAll('tbody td').map((cell) => cell.text());
    expect(cells).toEqual([`21 NOV 2026, 11:03${kept[0]?.name}`, '364.5 kB', 'all data', '1.0.0', 'SaveRestore']);
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

  it('are reported as missing if there are none', async () => {
    kept = [];
    const panel = await open();
    expect(panel.text()).toContain('No backups yet');
    expect(panel.find('tbody tr').exists()).toBe(false);
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
    expect(makeButton(panel).attributes('disabled')).toBeDefined();
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
  const RESTORE = 'Restore';
  const buttonOf = (panel: VueWrapper, text: string) => panel.findAll('tbody button').find((button) => button.text() === text)!;
  const dialogButton = (text: string): HTMLElement =>
    [...document.querySelectorAll<HTMLElement>('[role=alertdialog] button')].find((button) => button.textContent?.trim() === text)!;

  it('asks first, and says what happens', async () => {
    const panel = await open();
    await buttonOf(panel, RESTORE).trigger('click');
    await flushPromises();
    const text = document.querySelector('[role=alertdialog]')?.textContent;
    expect(text).toContain('Restore the backup of 21 NOV 2026, 11:03?');
    expect(text).toContain('All data on “Line 1” is replaced by this backup. Printing stops while the controller restarts.');
    expect(restored).toEqual([]);
  });

  it('says that the controller restarts, and at last that a person has to confirm', async () => {
    const panel = await open();
    await buttonOf(panel, RESTORE).trigger('click');
    await flushPromises();
    state = { phase: 'restarting', name: kept[0]?.name ?? null, since: NOW, failure: null };
    dialogButton(RESTORE).click();
    await flushPromises();
    expect(restored).toEqual([kept[0]?.name]);
    expect(panel.get('[role=status]').text()).toContain('The controller is restarting with the data of the backup.');
    expect(buttonOf(panel, RESTORE).attributes('disabled')).toBeDefined();
    state = { ...state, phase: 'done' };
    await vi.advanceTimersByTimeAsync(1_000);
    await flushPromises();
    expect(panel.text()).toContain('Printing stays blocked. Compare counters and tables with the last products');
    expect(buttonOf(panel, RESTORE).attributes('disabled')).toBeUndefined();
  });

  it('names a controller that does not come back', async () => {
    state = { phase: 'restarting', name: 'a.strobe-backup', since: NOW - 3 * 60_000, failure: null };
    expect((await open()).text()).toContain('If it does not start by itself, start the controller program on its computer.');
  });

  it('says why it failed, and that nothing has changed', async () => {
    const problem = new ProblemError('disk-full', { detail: 'The disk is full.' }).toProblem();
    state = { phase: 'failed', name: 'a.strobe-backup', since: NOW, failure: problem };
    const text = (await open()).text();
    expect(text).toContain('The backup was not restored. Nothing has changed.');
    expect(text).toContain('The disk is full.');
  });
});

import { flushPromises } from '@vue/test-utils';
import { afterEach, describe, expect, it } from 'vitest';
import type { Alarm } from '#contract/station/alarms.ts';
import AlarmIndicator from '#renderer/panels/alarm/AlarmIndicator.vue';
import AlarmList from '#renderer/panels/alarm/AlarmList.vue';
import { useAlarmsStore } from '#renderer/stores/alarms.ts';
import { anAlarm } from '#support/fleet.ts';
import { openPageRig, type Operations, type PageRig } from '#support/page-rig.ts';

let rig: PageRig | undefined;
afterEach(() => rig?.end());

const SEEN = { acknowledged: { at: 1, by: 'Ada' } };
const ERROR = anAlarm({ kind: 'printer-error', priority: 'critical', subject: '', detail: 'Head is hot' });

async function show(alarms: Alarm[], operations: Operations = {}) {
  rig = await openPageRig(operations);
  const store = rig.run(() => useAlarmsStore());
  store.apply({ type: 'snapshot', alarms });
  return { store, indicator: rig.mount(AlarmIndicator), list: rig.mount(AlarmList) };
}

const namesOf = (list: { findAll: (selector: string) => { attributes: (name: string) => string | undefined }[] }) =>
  list.findAll('article').map((card) => card.attributes('aria-label'));

describe('the indicator', () => {
  it.each([
    ['nothing', [], 'No alarms'],
    ['one', [anAlarm()], '1 alarm, Medium'],
    ['the worst of two', [anAlarm(), ERROR], '2 alarms, highest Critical (1)'],
    ['the highest that is not acknowledged', [anAlarm(), { ...ERROR, ...SEEN }], '2 alarms, highest Medium (1)'],
    ['that all are seen', [{ ...ERROR, ...SEEN }], '1 alarm, Critical · all acknowledged'],
    ['none that is shelved', [{ ...ERROR, ...SEEN, shelved: { until: 9, by: 'Ada', reason: 'x' } }], 'No alarms'],
  ])('H3 names %s in its text', async (_name, alarms, words) => {
    expect((await show(alarms)).indicator.get('[role=status]').text()).toBe(words);
  });

  it('H3 shows the count of the highest priority next to its name, not the total', async () => {
    const { indicator } = await show([ERROR, { ...ERROR, id: 'another' }, anAlarm()]);
    expect(indicator.get('.count').text()).toBe('2');
    expect(indicator.text()).toMatch(/2.*Alarms$/);
  });

  it('H2 has a shape of its own for each priority', async () => {
    const { store, indicator } = await show([]);
    const shapes = new Set<string>();
    for (const priority of ['critical', 'high', 'medium', 'low'] as const) {
      store.apply({ type: 'snapshot', alarms: [anAlarm({ priority })] });
      await flushPromises();
      shapes.add(indicator.get('path').attributes('d') ?? '');
    }
    expect(shapes.size).toBe(4);
  });
});

describe('the list of alarms', () => {
  it('starts with the most urgent, and separates acknowledged and shelved alarms', async () => {
    const seen = anAlarm({ kind: 'count-differs', subject: '', ...SEEN });
    const aside = anAlarm({ kind: 'ink-warning', ...SEEN, shelved: { until: 9, by: 'Ada', reason: 'ordered' } });
    const { list } = await show([anAlarm(), seen, aside, ERROR]);
    expect(namesOf(list)).toEqual([
      'Line 1: Printer error',
      'Line 1: Ink low: K',
      'Line 1: Print count mismatch',
      'Line 1: Ink supply warning: K',
    ]);
    expect(list.findAll('section').map((section) => section.attributes('aria-label'))).toEqual([
      'Unacknowledged',
      'Acknowledged, still active',
      'Shelved',
    ]);
  });

  it("H4 shows the cause, consequence, action and time of an alarm, and the printer's own text", async () => {
    const { list } = await show([{ ...ERROR, detail: '<img src=x onerror=alert(1)>', lastRaised: Date.UTC(2026, 10, 21, 12) }]);
    const card = list.get('article');
    expect(card.findAll('dt').map((term) => term.text())).toEqual(['Cause', 'Consequence', 'What to do']);
    expect(card.get('dd').text()).toContain('<img src=x onerror=alert(1)>');
    expect(card.find('img').exists()).toBe(false);
    expect(card.get('.detail').text()).toMatch(/^Message of the device: ".*"$/);
    expect(card.get('.detail').attributes('dir')).toBe('auto');
    expect(card.get('.when').text()).toMatch(/^Since 21 NOV 2026 \d\d:00:00/);
  });

  it('shows no action once an alarm has returned, and says so', async () => {
    const { list } = await show([{ ...ERROR, isActive: false, cleared: 2 }]);
    const card = list.get('article');
    expect(card.findAll('dt').map((term) => term.text())).toEqual(['Cause', 'Consequence', 'Recommended action']);
    expect(card.get('.ended').text()).toContain('Cleared.');
    expect((await show([ERROR])).list.find('.ended').exists()).toBe(false);
  });

  it('H5 counts repeats on the one alarm', async () => {
    const { list } = await show([anAlarm({ repeats: 12 })]);
    expect(list.get('article').text()).toContain('Recurred 12 times');
  });

  it('H12 links an alarm to the place where it is resolved', async () => {
    const lost = anAlarm({ kind: 'controller-lost', printer: null, subject: '' });
    const { list } = await show([anAlarm({ kind: 'ink-empty', priority: 'critical' }), lost]);
    expect(list.findAll('a').map((link) => link.attributes('href'))).toEqual(['/printers/c1/Line%201#ink', '/connections']);
  });

  it('acknowledges exactly the alarms that it shows', async () => {
    const asked: unknown[] = [];
    const alarms = { acknowledge: async (input: unknown) => (asked.push(input), { acknowledged: 2 }) };
    const { list } = await show([anAlarm(), ERROR, anAlarm({ kind: 'ink-warning', ...SEEN })], { alarms });
    await list.get('section button').trigger('click');
    expect(asked).toEqual([{ ids: ['printer-error', 'ink-low'] }]);
  });

  it('is calm and says what is monitored when there are no alarms', async () => {
    expect((await show([])).list.text()).toContain('Monitoring 0 printers on 1 controller.');
  });
});

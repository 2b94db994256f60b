import { flushPromises } from '@vue/test-utils';
import { afterEach, describe, expect, it } from 'vitest';
import type { ClockReading, ClockState } from '#contract/api-v3/clock.ts';
import StationNotice from '#renderer/panels/app/StationNotice.vue';
import { useLinkStore } from '#renderer/stores/link.ts';
import { aConnection } from '#support/fleet.ts';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

let rig: PageRig | undefined;
afterEach(() => rig?.end());

async function showNotice(state: ClockState) {
  const reading: ClockReading = {
    now: '2036-11-21T06:00:00.000Z',
    expected: '2026-11-21T06:00:00.000Z',
    timeZone: 'Europe/Berlin',
    utcOffset: 60,
    state,
    printers: {},
  };
  const clock = {
    get: async () => reading,
    confirm: async () => {
      reading.state = 'ok';
      return {};
    },
  };
  rig = await openPageRig({ clock }, [aConnection({ name: 'Hall 2', clock: state })]);
  useLinkStore().follow({ kind: 'open' });
  const notice = rig.mount(StationNotice);
  await flushPromises();
  return notice;
}

describe('the notice of a clock that was set', () => {
  it('C2 says both times, that nothing prints, and what to do', async () => {
    expect((await showNotice('doubtful')).get('p').text()).toBe(
      'Nothing prints: the clock of Hall 2 may be wrong. It shows 21 NOV 2036 07:00, but 21 NOV 2026 07:00 was expected ' +
        '(Europe/Berlin). Confirm it when it is right, or set it right.',
    );
  });

  it('C1 says that labels follow a clock that was set a little', async () => {
    expect((await showNotice('stepped')).text()).toContain('The clock of Hall 2 was set. It shows 21 NOV 2036 07:00');
  });

  it('C2 goes once the clock is confirmed', async () => {
    const notice = await showNotice('doubtful');
    await notice.get('button').trigger('click');
    await flushPromises();
    expect(notice.text()).toBe('');
  });

  it('is not there while the clock is right', async () => {
    expect((await showNotice('ok')).text()).toBe('');
  });
});

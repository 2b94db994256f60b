import { flushPromises } from '@vue/test-utils';
import { afterEach, describe, expect, it } from 'vitest';
import type { ClockReading, ClockState } from '#contract/api-v3/clock.ts';
import StationNotice from '#renderer/panels/app/StationNotice.vue';
import { useLinkStore } from '#renderer/stores/link-state.ts';
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
  it('C2 shows both times, that nothing prints, and what to do', async () => {
    expect((await showNotice('doubtful')).get('p').text()).toBe(
      'Printing blocked: the clock of Hall 2 may be wrong. It shows 21 NOV 2036 07:00, but 21 NOV 2026 07:00 was expected ' +
        '(Europe/Berlin). Correct it, or confirm it if it is right.',
    );
  });

  it('C1 says that labels follow a clock that was changed slightly', async () => {
    expect((await showNotice('stepped')).text()).toContain('The clock of Hall 2 was changed. It shows 21 NOV 2036 07:00');
  });

  it('C2 disappears once the clock is confirmed', async () => {
    const notice = await showNotice('doubtful');
    await notice.get('button').trigger('click');
    await flushPromises();
    expect(notice.text()).toBe('');
  });

  it('is hidden while the clock is right', async () => {
    expect((await showNotice('ok')).text()).toBe('');
  });
});

import { expect, it } from 'vitest';
import { SleepBlocker } from '#shell/sleep-blocker.ts';

function watched() {
  const active = new Map<number, string>();
  let ids = 0;
  const blocker = {
    start: (type: string): number => {
      active.set((ids += 1), type);
      return ids;
    },
    stop: (id: number): boolean => active.delete(id),
  };
  return { sleep: new SleepBlocker(blocker), active: () => [...active.values()] };
}

it('keeps the computer awake while a job is selected, once', () => {
  const { sleep, active } = watched();
  sleep.setJob(true);
  sleep.setJob(true);
  const during = active();
  sleep.setJob(false);
  sleep.setJob(false);
  expect([during, active()]).toEqual([['prevent-app-suspension'], []]);
});

it('keeps the display of a kiosk on, with or without a job, until it is none any more', () => {
  const { sleep, active } = watched();
  sleep.setKiosk(true);
  sleep.setJob(true);
  sleep.setJob(false);
  const kiosk = active();
  sleep.setKiosk(false);
  expect([kiosk, active()]).toEqual([['prevent-display-sleep'], []]);
});

it('lets the computer sleep after the end of the app', () => {
  const { sleep, active } = watched();
  sleep.setKiosk(true);
  sleep.setJob(true);
  sleep.stop();
  expect(active()).toEqual([]);
});

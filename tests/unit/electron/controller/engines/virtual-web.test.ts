import { describe, expect, it } from 'vitest';
import { VirtualWeb } from '#controller/engines/virtual/virtual-web.ts';
import { HandClock } from './hand-clock.ts';

/** A web at 1 mm per ms that records when it requests a print. */
function makeWeb() {
  const clock = new HandClock();
  const due: number[] = [];
  const web = new VirtualWeb({ timers: clock, speed: 1_000, onDistance: () => due.push(clock.now) });
  return { clock, due, web };
}

describe('a web under a virtual head', () => {
  it('requests a print each time it has moved the distance', () => {
    const { clock, due, web } = makeWeb();
    web.set({ interval: 50 });
    clock.advance(150);
    web.set(undefined);
    clock.advance(1_000);
    expect(due).toEqual([50, 100, 150]);
  });

  it('never requests prints that would overlap', () => {
    const { clock, due, web } = makeWeb();
    web.set({ interval: 0.000001 });
    clock.advance(1);
    web.printed({ delay: 0, length: 30 });
    clock.advance(61);
    expect(due).toEqual([1, 2, 32, 62]);
  });

  it('measures a gap from the end of a print, minus the print delay of the next one', () => {
    const { clock, due, web } = makeWeb();
    web.set({ gap: 20 });
    clock.advance(20);
    clock.advance(35);
    web.printed({ delay: 5, length: 30 });
    clock.advance(15);
    expect(due).toEqual([20, 70]);
  });

  it('moves on by the length of a print when none came', () => {
    const { clock, due, web } = makeWeb();
    web.set({ gap: 20 });
    clock.advance(20 + 120);
    web.printed({ delay: 5, length: 30 });
    clock.advance(15 + 55);
    expect(due).toEqual([20, 140, 155, 210]);
  });
});

import { describe, expect, it } from 'vitest';
import { RemoteClock } from '#contract/time/remote-clock.ts';

/** Two clocks, of which the remote one runs `rate` times as fast, and the estimate that the own side has of the remote one. */
class Clocks {
  own = 1_000;
  remote = 700_000;
  readonly estimate = new RemoteClock();
  readonly #rate: number;

  constructor(rate = 1) {
    this.#rate = rate;
  }

  pass(milliseconds: number): void {
    this.own += milliseconds;
    this.remote += milliseconds * this.#rate;
  }

  /** A request and its answer, each with the time that it takes. */
  exchange(there: number, back: number): void {
    const sentAt = this.own;
    this.pass(there);
    const { remote } = this;
    this.pass(back);
    this.estimate.add({ sentAt, receivedAt: this.own, remote });
  }

  /** How far the estimate is behind the remote clock: how much older a command looks than it is. */
  get error(): number {
    return this.remote - this.estimate.leastAt(this.own)!;
  }
}

describe('the estimate of a remote clock', () => {
  it('is unknown before the first answer', () => {
    expect(new RemoteClock().leastAt(5)).toBeUndefined();
  });

  it('is behind by the time that the answer took to come back', () => {
    const clocks = new Clocks();
    clocks.exchange(30, 12);
    expect(clocks.error).toBe(12);
  });

  it('keeps the best answer when later ones are delayed', () => {
    const clocks = new Clocks();
    clocks.exchange(1, 2);
    clocks.exchange(1, 900);
    expect(clocks.error).toBeCloseTo(2 + 0.9 + 0.001);
  });

  it('takes over an answer that is better', () => {
    const clocks = new Clocks();
    clocks.exchange(6_000, 900);
    clocks.exchange(1, 2);
    expect(clocks.error).toBe(2);
  });

  it.each([0.9995, 1.0005])(
    'C6 is never ahead of a clock that runs %d times as fast, and at most a round trip and the drift behind',
    (rate) => {
      const clocks = new Clocks(rate);
      for (let beat = 0; beat < 1_000; beat += 1) {
        clocks.exchange(3, 4);
        expect(clocks.error).toBeGreaterThanOrEqual(0);
        clocks.pass(5_000);
        expect(clocks.error).toBeGreaterThanOrEqual(0);
        expect(clocks.error).toBeLessThan(7 + 5_000 * 0.002);
      }
    },
  );

  it('C6 follows a clock that jumped ahead, and takes commands for older until then', () => {
    const clocks = new Clocks();
    clocks.exchange(1, 1);
    clocks.remote += 60_000;
    expect(clocks.error).toBe(60_001);
    clocks.exchange(1, 1);
    expect(clocks.error).toBe(1);
  });

  it('C6 follows a clock that began again', () => {
    const clocks = new Clocks();
    clocks.exchange(1, 1);
    clocks.pass(3_000);
    clocks.remote = 20;
    clocks.exchange(1, 1);
    expect(clocks.error).toBe(1);
  });

  it('tells what the clock showed at a press before the last answer', () => {
    const clocks = new Clocks();
    const press = { own: clocks.own, remote: clocks.remote };
    clocks.exchange(6_000, 1);
    const told = clocks.estimate.leastAt(press.own)!;
    expect(told).toBeLessThanOrEqual(press.remote);
    expect(press.remote - told).toBeLessThan(1 + 6_001 * 0.001 + 0.001);
  });
});

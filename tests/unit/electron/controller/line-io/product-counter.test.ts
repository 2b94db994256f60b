import { describe, expect, it } from 'vitest';
import { ProductCounter } from '#controller/line-io/product-counter.ts';
import { Random } from '#support/random.ts';

const MODULUS = 2 ** 32;

describe('a counter of products', () => {
  it('takes its first reading as the count before all products', () => {
    expect(new ProductCounter(MODULUS).read(4_000)).toEqual({ detected: 0, missed: 0, isSetBack: false });
  });

  it('continues at 0 after its last count', () => {
    const counter = new ProductCounter(MODULUS);
    counter.read(MODULUS - 2);
    expect(counter.read(3)).toEqual({ detected: 5, missed: 0, isSetBack: false });
  });

  it('has missed what passed between two connections', () => {
    const counter = new ProductCounter(MODULUS);
    counter.read(10);
    counter.restart();
    expect(counter.read(17)).toEqual({ detected: 0, missed: 7, isSetBack: false });
    expect(counter.read(18)).toEqual({ detected: 1, missed: 0, isSetBack: false });
  });

  it('prints nothing when it was set back, and has missed what it has counted since', () => {
    const counter = new ProductCounter(MODULUS);
    counter.read(1_000);
    expect(counter.read(3)).toEqual({ detected: 0, missed: 3, isSetBack: true });
  });

  it('loses none of 100 000 products, over wraps and lost connections', () => {
    const numbers = new Random(0x10a);
    const random = () => numbers.fraction();
    const counter = new ProductCounter(MODULUS);
    let count = MODULUS - 50_000;
    const totals = { passed: 0, detected: 0, missed: 0 };
    counter.read(count);
    while (totals.passed < 100_000) {
      const passed = Math.floor(random() * 40);
      totals.passed += passed;
      count = (count + passed) % MODULUS;
      if (random() < 0.1) counter.restart();
      if (random() < 0.2) continue;
      const { detected, missed } = counter.read(count);
      totals.detected += detected;
      totals.missed += missed;
    }
    const last = counter.read(count);
    expect(totals.detected + totals.missed + last.detected + last.missed).toBe(totals.passed);
    expect(totals.missed).toBeGreaterThan(0);
  });
});
